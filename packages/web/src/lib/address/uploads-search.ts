/** States as grouped on the page, where all unfinished uploads are `underway`. */
const uploadStateGroups = [
  "underway",
  "accepted",
  "problems",
  "rejected",
  "failed",
  "interrupted",
  "duplicate",
] as const;
export type UploadStateGroup = (typeof uploadStateGroups)[number];

const uploadSpans = ["day", "week"] as const;

/** URL parameters of the uploads. Unset values and defaults are omitted. */
export interface UploadsSearch {
  readonly state?: UploadStateGroup | undefined;
  /** Defaults to all stored uploads. */
  readonly span?: (typeof uploadSpans)[number] | undefined;
  /** Id of an API key. */
  readonly key?: number | undefined;
  /** Only uploads that became part of this report. */
  readonly report?: number | undefined;
  /** Search words. */
  readonly q?: string | undefined;
  /** Opened upload. */
  readonly upload?: number | undefined;
  /** Project that the link refers to. The page selects it and removes it from the URL. */
  readonly project?: number | undefined;
}

const maxTextLength = 200;

/** Parses the URL parameters and ignores invalid values. */
export function uploadsSearch(raw: Record<string, unknown>): UploadsSearch {
  // The router reads `q=404` as a number.
  const q = typeof raw["q"] === "string" || typeof raw["q"] === "number" ? String(raw["q"]) : "";
  const found: UploadsSearch = {
    state: uploadStateGroups.find((state) => state === raw["state"]),
    span: uploadSpans.find((span) => span === raw["span"]),
    key: id(raw["key"]),
    report: id(raw["report"]),
    q: q === "" ? undefined : q.slice(0, maxTextLength),
    upload: id(raw["upload"]),
    project: id(raw["project"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Removes all filters and keeps the opened upload. */
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
