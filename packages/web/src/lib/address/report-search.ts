import type { ResultFilter } from "@plumb/contract/runs/results.ts";

export type ReportTab = "summary" | "results" | "insights" | "metrics";

/** How the tests are gathered. */
export type Grouping = "flat" | "failure" | "file" | "browser";

/** URL parameters of a report page. Unset values are omitted. */
export interface ReportSearch {
  /** Unset: the results. */
  readonly tab?: Exclude<ReportTab, "results"> | undefined;
  /** Set where the results show the workers over time and not the list. */
  readonly view?: "timeline" | undefined;
  /** What of the timeline is in view: milliseconds since its begin, `1200-5300`; unset: all of it. */
  readonly zoom?: string | undefined;
  /** Set where the timeline lets all uploads begin together; unset: by the clock. */
  readonly align?: "upload" | undefined;
  /** Which outcomes the list shows. */
  readonly status?: ResultFilter | undefined;
  /** Words to search for. */
  readonly q?: string | undefined;
  /** One browser, file or failure; `~` for the tests that have none. */
  readonly browser?: string | undefined;
  readonly file?: string | undefined;
  readonly failure?: string | undefined;
  /** A tag, whose tests, or an annotation: its type, or `type=description`. */
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly annotation?: string | undefined;
  /** Only failures whose last attempt timed out. */
  readonly timedOut?: true | undefined;
  /** Unset: as suits what is shown. */
  readonly group?: Grouping | undefined;
  /** The row that was opened last: attempt, step and trace are parts of it. */
  readonly result?: number | undefined;
  /** Rows that are open next to it, the last opened first. */
  readonly also?: readonly number[] | undefined;
  /** Its attempt, from 1. */
  readonly attempt?: number | undefined;
  /** A step of that attempt, from 1. */
  readonly step?: number | undefined;
  /** How many of the slowest tests the metrics compare; unset: 3. */
  readonly top?: 5 | 10 | undefined;
  /** The artifact of that result that is open in the trace viewer. */
  readonly trace?: number | undefined;
  /** Set if the analysis items of the report are open. */
  readonly items?: true | undefined;
  /** An export of the report to show, as the notification that it is ready leads to it. */
  readonly export?: number | undefined;
}

const tabs = ["summary", "insights", "metrics"] as const;
const groupings = ["flat", "failure", "file", "browser"] as const;
const filters: readonly ResultFilter[] = ["failed", "error", "flaky", "skipped", "passed", "firstPassed", "running"];
/** The server's limits. */
const maxSearchLength = 200;
const maxKeyLength = 1000;
/** Besides the first: more cannot be read at once, and URLs are limited. */
const mostOpened = 49;

/**
 * What the tests are gathered by; undefined: nothing. Unless the address says: where failures may be among them, by failure,
 * so that a red build reads as a few causes (start.js asks for the same).
 */
export function groupedBy({ group, status }: ReportSearch): Exclude<Grouping, "flat"> | undefined {
  if (group !== undefined) return group === "flat" ? undefined : group;
  return status === undefined || status === "failed" || status === "error" || status === "flaky"
    ? "failure"
    : undefined;
}

/** Reads an address that may have been typed or cut: what makes no sense is left out. */
export function reportSearch(raw: Record<string, unknown>): ReportSearch {
  const tab = tabs.find((each) => each === raw["tab"]);
  const status = filters.find((filter) => filter === raw["status"]);
  const group = groupings.find((each) => each === raw["group"]);
  const q = text(raw["q"], maxSearchLength);
  const browser = text(raw["browser"], maxKeyLength);
  const file = text(raw["file"], maxKeyLength);
  const failure = text(raw["failure"], maxKeyLength);
  const tag = text(raw["tag"], maxKeyLength);
  const author = text(raw["author"], maxKeyLength);
  const annotation = text(raw["annotation"], maxKeyLength);
  const result = place(raw["result"]);
  const also = places(raw["also"]).filter((id) => id !== result);
  const attempt = place(raw["attempt"]);
  const step = place(raw["step"]);
  const trace = place(raw["trace"]);
  const exported = place(raw["export"]);
  const top = ([5, 10] as const).find((each) => String(each) === String(raw["top"]));
  return {
    ...(tab !== undefined && { tab }),
    ...(raw["view"] === "timeline" && { view: "timeline", ...timelinePlace(raw) }),
    ...(status !== undefined && { status }),
    ...(q !== "" && { q }),
    ...(browser !== "" && { browser }),
    ...(file !== "" && { file }),
    ...(failure !== "" && { failure }),
    ...(tag !== "" && { tag }),
    ...(author !== "" && { author }),
    ...(annotation !== "" && { annotation }),
    ...((raw["timedOut"] === true || raw["timedOut"] === "true") && { timedOut: true as const }),
    ...(group !== undefined && { group }),
    ...(top !== undefined && { top }),
    ...(result !== undefined && { result }),
    // Parents come first.
    ...(result !== undefined && also.length > 0 && { also }),
    ...(result !== undefined && attempt !== undefined && { attempt }),
    ...(result !== undefined && step !== undefined && { step }),
    ...(result !== undefined && trace !== undefined && { trace }),
    ...((raw["items"] === true || raw["items"] === "true") && { items: true }),
    ...(exported !== undefined && { export: exported }),
  };
}

/** URL parameters of opened rows. */
type Opened = Pick<ReportSearch, "result" | "also" | "attempt" | "step" | "trace">;

/** All opened rows, the last opened first. */
export function openedRows({ result, also = [] }: Opened): readonly number[] {
  return result === undefined ? [] : [result, ...also];
}

/** Returns the parameters after a row was toggled. */
export function withToggledRow<Search extends Opened>(search: Search, resultId: number): Search {
  const before = openedRows(search);
  return withOpenedRows(
    search,
    before.includes(resultId) ? before.filter((id) => id !== resultId) : [resultId, ...before],
  );
}

/** The same with the address about this row, opened or not until now. */
export function withRowInFront<Search extends Opened>(search: Search, resultId: number): Search {
  return withOpenedRows(search, [resultId, ...openedRows(search).filter((id) => id !== resultId)]);
}

/** The same with a row opened in place of another one, if there is one. */
export function withRowInPlaceOf<Search extends Opened>(search: Search, from: number | undefined, to: number): Search {
  return withOpenedRows(search, [to, ...openedRows(search).filter((id) => id !== from && id !== to)]);
}

function withOpenedRows<Search extends Opened>(search: Search, [result, ...also]: readonly number[]): Search {
  const rows = { result, also: also.length === 0 ? undefined : also.slice(0, mostOpened) };
  // Attempt, step and trace are of the row that stood first.
  return result === search.result
    ? { ...search, ...rows }
    : { ...search, ...rows, attempt: undefined, step: undefined, trace: undefined };
}

/** What of the timeline is shown, and how: without it that means nothing. */
function timelinePlace({ zoom, align }: Record<string, unknown>): Pick<ReportSearch, "zoom" | "align"> {
  return {
    ...(typeof zoom === "string" && /^\d{1,12}-\d{1,12}$/.test(zoom) && { zoom }),
    ...(align === "upload" && { align }),
  };
}

/** The router reads `q=404` as a number. */
function text(value: unknown, length: number): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, length) : "";
}

function places(value: unknown): number[] {
  const listed = (Array.isArray(value) ? value : []).slice(0, mostOpened).map(place);
  return [...new Set(listed.filter((id) => id !== undefined))];
}

function place(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
