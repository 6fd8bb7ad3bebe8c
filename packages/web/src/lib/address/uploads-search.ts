/** States as the page groups them: what is on its way is one. */
const uploadStates = ["underway", "accepted", "problems", "rejected", "failed", "interrupted", "duplicate"] as const;
export type UploadState = (typeof uploadStates)[number];

const uploadSpans = ["day", "week"] as const;

/** URL parameters of the uploads. Unset values and defaults are omitted. */
export interface UploadsSearch {
  readonly state?: UploadState | undefined;
  /** Unset: all that is kept. */
  readonly span?: (typeof uploadSpans)[number] | undefined;
  /** Id of an API key. */
  readonly key?: number | undefined;
  /** Only what became this report, or a part of it. */
  readonly report?: number | undefined;
  /** Words to search for. */
  readonly q?: string | undefined;
  /** The one that is open. */
  readonly upload?: number | undefined;
  /** The project that a link means; it is selected, and gone from the address then. */
  readonly project?: number | undefined;
}

const maxTextLength = 200;

/** Reads an address that may have been typed or cut: what makes no sense is left out. */
export function uploadsSearch(raw: Record<string, unknown>): UploadsSearch {
  // The router reads `q=404` as a number.
  const q = typeof raw["q"] === "string" || typeof raw["q"] === "number" ? String(raw["q"]) : "";
  const found: UploadsSearch = {
    state: uploadStates.find((state) => state === raw["state"]),
    span: uploadSpans.find((span) => span === raw["span"]),
    key: id(raw["key"]),
    report: id(raw["report"]),
    q: q === "" ? undefined : q.slice(0, maxTextLength),
    upload: id(raw["upload"]),
    project: id(raw["project"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Without what narrows the list; what is open stays open. */
export function allUploads({ upload }: UploadsSearch): UploadsSearch {
  return upload === undefined ? {} : { upload };
}

export function isNarrowed({ state, span, key, report, q }: UploadsSearch): boolean {
  return [state, span, key, report, q].some((value) => value !== undefined);
}

function id(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
