import type { ResultFilter } from "@plumb/contract/runs/results.ts";
import { type TriageStep, triageStep } from "./failure-search.ts";

export type ReportTab = "summary" | "results" | "insights" | "metrics";

/** Grouping of the tests. */
export type Grouping = "flat" | "failure" | "file" | "browser";

/** URL parameters of a report page. Unset values are omitted. */
export interface ReportSearch {
  /** Defaults to the results. */
  readonly tab?: Exclude<ReportTab, "results"> | undefined;
  /** Set if the results are shown as a worker timeline instead of a list. */
  readonly view?: "timeline" | undefined;
  /** Visible part of the timeline in milliseconds since its start, such as `1200-5300`. Defaults to all of it. */
  readonly zoom?: string | undefined;
  /** Set if all uploads start at the same point of the timeline. By default, the timeline shows the time of day. */
  readonly align?: "upload" | undefined;
  readonly status?: ResultFilter | undefined;
  /** Search words. */
  readonly q?: string | undefined;
  /** A browser, file or failure; `~` selects the tests without one. */
  readonly browser?: string | undefined;
  readonly file?: string | undefined;
  readonly failure?: string | undefined;
  /** A tag or annotation to filter by. An annotation is a type or `type=description`. */
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  readonly annotation?: string | undefined;
  /** Only failures whose last attempt timed out. */
  readonly timedOut?: true | undefined;
  /** The default depends on the other filters, see `groupedBy`. */
  readonly group?: Grouping | undefined;
  /** Id of the row opened last. `attempt`, `step` and `trace` refer to it. */
  readonly result?: number | undefined;
  /** Ids of the other open rows, the last opened first. */
  readonly also?: readonly number[] | undefined;
  /** Attempt of that result, from 1. */
  readonly attempt?: number | undefined;
  /** Step of that attempt, from 1. */
  readonly step?: number | undefined;
  /** Number of slowest tests that the metrics compare. Defaults to 3. */
  readonly top?: 5 | 10 | undefined;
  /** Id of the result's artifact that is open in the trace viewer. */
  readonly trace?: number | undefined;
  /** Set while the causes of the report are triaged one by one. */
  readonly triage?: TriageStep | undefined;
  /** Set if the analysis items of the report are open. */
  readonly items?: true | undefined;
  /** Id of the report export to show. Notifications about finished exports link to it. */
  readonly export?: number | undefined;
}

const tabs = ["summary", "insights", "metrics"] as const;
const groupings = ["flat", "failure", "file", "browser"] as const;
const filters: readonly ResultFilter[] = ["failed", "error", "flaky", "skipped", "passed", "firstPassed", "running"];
/** Limits of the server. */
const maxSearchLength = 200;
const maxKeyLength = 1000;
/** Maximum number of open rows besides the first. The user cannot view more at the same time, and the length of URLs is limited. */
const maxOpened = 49;

/**
 * Returns the grouping of the tests, or `undefined` for a flat list. By default, lists that can contain failures are grouped by
 * failure, so that a failed build shows as a few causes. start.js requests the same grouping.
 */
export function groupedBy({ group, status }: ReportSearch): Exclude<Grouping, "flat"> | undefined {
  if (group !== undefined) return group === "flat" ? undefined : group;
  return status === undefined || status === "failed" || status === "error" || status === "flaky"
    ? "failure"
    : undefined;
}

/** Parses the URL parameters and ignores invalid values. */
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
  const result = index(raw["result"]);
  const also = indices(raw["also"]).filter((id) => id !== result);
  const attempt = index(raw["attempt"]);
  const step = index(raw["step"]);
  const trace = index(raw["trace"]);
  const exported = index(raw["export"]);
  const triage = triageStep(raw["triage"]);
  const top = ([5, 10] as const).find((each) => String(each) === String(raw["top"]));
  return {
    ...(tab !== undefined && { tab }),
    ...(raw["view"] === "timeline" && { view: "timeline", ...timelineView(raw) }),
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
    // Parameters that depend on others follow them.
    ...(result !== undefined && also.length > 0 && { also }),
    ...(result !== undefined && attempt !== undefined && { attempt }),
    ...(result !== undefined && step !== undefined && { step }),
    ...(result !== undefined && trace !== undefined && { trace }),
    ...((raw["items"] === true || raw["items"] === "true") && { items: true }),
    ...(exported !== undefined && { export: exported }),
    ...(triage !== undefined && { triage }),
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

/** Moves the row to the front of the opened rows, and opens it if necessary. */
export function withRowInFront<Search extends Opened>(search: Search, resultId: number): Search {
  return withOpenedRows(search, [resultId, ...openedRows(search).filter((id) => id !== resultId)]);
}

/** Returns attempt and step of an opened row, from 0. In the address, they start at 1 and refer to the row opened last. */
export function choiceOf(
  { result, attempt, step }: Opened,
  resultId: number,
): { readonly attempt: number | undefined; readonly step: number | undefined } {
  const isLinked = result === resultId;
  return {
    attempt: isLinked && attempt !== undefined ? attempt - 1 : undefined,
    step: isLinked && step !== undefined ? step - 1 : undefined,
  };
}

/** Links to an attempt of a row and its step, from 0. */
export function withChoice<Search extends Opened>(
  search: Search,
  resultId: number,
  { attempt, step }: { readonly attempt: number; readonly step: number | undefined },
): Search {
  return {
    ...withRowInFront(search, resultId),
    attempt: attempt + 1,
    step: step === undefined ? undefined : step + 1,
  };
}

/** Opens a row in place of `from`, if it is set. */
export function withReplacedRow<Search extends Opened>(search: Search, from: number | undefined, to: number): Search {
  return withOpenedRows(search, [to, ...openedRows(search).filter((id) => id !== from && id !== to)]);
}

function withOpenedRows<Search extends Opened>(search: Search, [result, ...also]: readonly number[]): Search {
  const rows = { result, also: also.length === 0 ? undefined : also.slice(0, maxOpened) };
  // Attempt, step and trace refer to the first row.
  return result === search.result
    ? { ...search, ...rows }
    : { ...search, ...rows, attempt: undefined, step: undefined, trace: undefined };
}

/** Parameters of the timeline, which apply to no other view. */
function timelineView({ zoom, align }: Record<string, unknown>): Pick<ReportSearch, "zoom" | "align"> {
  return {
    ...(typeof zoom === "string" && /^\d{1,12}-\d{1,12}$/.test(zoom) && { zoom }),
    ...(align === "upload" && { align }),
  };
}

/** The router reads `q=404` as a number. */
function text(value: unknown, length: number): string {
  return typeof value === "string" || typeof value === "number" ? String(value).slice(0, length) : "";
}

function indices(value: unknown): number[] {
  const listed = (Array.isArray(value) ? value : []).slice(0, maxOpened).map(index);
  return [...new Set(listed.filter((id) => id !== undefined))];
}

function index(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
