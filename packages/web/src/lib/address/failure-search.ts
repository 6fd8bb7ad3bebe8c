import type { ClassFilter, TimeWindow } from "@plumb/contract/failures/failure-window.ts";
import type { FailureViewSearch } from "@plumb/contract/failures/failure-views.ts";
import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import type { GroupSort } from "@plumb/contract/failures/failures.ts";
import type { SelectedRows } from "#lib/keys/use-selection.ts";
import { parseQuery, type QueryFilters, type QueryLanguage } from "@plumb/contract/query/query-language.ts";
import { failedTestQueries, failureQueries } from "@plumb/contract/query/query-languages.ts";
import { maxQueryLength } from "@plumb/contract/query/query-terms.ts";
import { filterValues, withFilters } from "./filter-values.ts";

/** Values in the URL. A bare number would be quoted there. */
export type AddressedWindow = "1h" | "8h" | "1d" | "7d" | "30d" | "60d" | "90d" | "custom";

export type FailureTab = "tests" | "runs" | "groups";

/** Filters with several values, in the order in which the page shows them. `not` has the excluded values. */
const failureFilters = [
  "suite",
  "environment",
  "branch",
  "framework",
  "browser",
  "tag",
  "fact",
  "owner",
  "not",
] as const;
export type FailureFilterName = (typeof failureFilters)[number];

type FailureFilters = Partial<Readonly<Record<FailureFilterName, readonly string[] | undefined>>> & {
  /** Only tests that the user owns. */
  readonly mine?: true | undefined;
};

type FailureDialog = "quality" | "rules" | "new-rule";

/** Step of triage: its beginning, a cause by id, or the summary. */
export type TriageStep = number | "start" | "done";

/** URL parameters of the failure analysis. Unset values and defaults are omitted. */
export interface FailureSearch extends FailureFilters {
  /** Defaults to the groups. */
  readonly tab?: Exclude<FailureTab, "groups"> | undefined;
  /** Defaults to 30 days. */
  readonly window?: AddressedWindow | undefined;
  /** First and last day of a `custom` window, `2030-01-31`, in the reader's time zone. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Search words for the tests. */
  readonly q?: string | undefined;
  /** Only failures of these reports. */
  readonly runs?: readonly number[] | undefined;
  readonly class?: ClassFilter | undefined;
  /** Applies to the groups. */
  readonly state?: FailingState | undefined;
  /** Sort causes. Defaults to the most recently seen first. */
  readonly sort?: Exclude<GroupSort, "lastSeen"> | undefined;
  /** Only failures of this group. Applies to the tests and runs. */
  readonly cause?: number | undefined;
  /** Only failures of this incident. */
  readonly incident?: number | undefined;
  /** From 2. */
  readonly page?: number | undefined;
  /** A query with an error. One without an error becomes the other parameters. */
  readonly query?: string | undefined;
  /** Opened group. */
  readonly group?: number | undefined;
  /** Rows that are selected when the page opens: causes or tests, or all that match the filters. */
  readonly select?: SelectedRows | undefined;
  /** Set while the causes are triaged one by one. */
  readonly triage?: TriageStep | undefined;
  /** Opened dialog: the engine's accuracy, the project's rules, or `new-rule` to create a rule from the open group. */
  readonly show?: FailureDialog | undefined;
  /** Listed figure in the accuracy dialog (`resolution-figure.ts`). */
  readonly figure?: string | undefined;
}

const tabs = ["tests", "runs"] as const;
const windows = ["1h", "8h", "1d", "7d", "60d", "90d", "custom"] as const;
const classes: readonly ClassFilter[] = [
  "Application Defect",
  "Test Data Issue",
  "Automation Script Error",
  "Environment Issue",
  "Unknown",
  "Unclassified",
];
const states: readonly FailingState[] = ["new", "back", "known", "resolved"];
const dialogs: readonly FailureDialog[] = ["quality", "rules", "new-rule"];
const sorts = ["occurrences", "tests", "firstSeen"] as const;
/** Limits of the server. */
const maxTextLength = 200;
export const maxRuns = 100;
const maxPage = 20_000;
/** Maximum number of selected rows. The server accepts this many per request. */
export const maxSelected = 500;

/** Parses the URL parameters and ignores invalid values. A `query` is added to the filters. */
export function failureSearch(raw: Record<string, unknown>): FailureSearch {
  const found = parsedSearch(raw);
  const query = text(raw["query"], maxQueryLength);
  if (query === undefined) return found;
  const { filters } = parseQuery(failureLanguage(found), query);
  return filters === undefined ? { ...found, query } : withFailureQuery(found, filters);
}

/** Returns the query language of the open tab. */
export function failureLanguage({ tab }: Pick<FailureSearch, "tab">): QueryLanguage {
  return tab === undefined ? failureQueries : failedTestQueries;
}

/** Adds the filters of a query. Its search words replace the previous ones. */
export function withFailureQuery(search: FailureSearch, filters: QueryFilters): FailureSearch {
  const { testSearch, timeWindow, ...others } = filters;
  const window = Object.entries(serverNames).find(([, name]) => name === timeWindow)?.[0];
  const q = typeof testSearch === "string" ? testSearch : undefined;
  const added = withFilters({ ...search, q, query: undefined }, { ...others, window });
  return parsedSearch({ ...narrowed(added, {}) });
}

function parsedSearch(raw: Readonly<Record<string, unknown>>): FailureSearch {
  const window = windows.find((each) => each === String(raw["window"]));
  const page = id(raw["page"]);
  const runs = ids(raw["runs"]);
  const tab = tabs.find((each) => each === raw["tab"]);
  const found: FailureSearch = {
    tab,
    window,
    ...(window === "custom" && { startDate: day(raw["startDate"]), endDate: day(raw["endDate"]) }),
    q: text(raw["q"]),
    runs: runs.length > 0 ? runs : undefined,
    class: classes.find((each) => each === raw["class"]),
    // Only groups have a state. Only tests and runs are filtered by group.
    ...(tab === undefined
      ? { state: states.find((state) => state === raw["state"]), group: id(raw["group"]) }
      : { cause: id(raw["cause"]) }),
    incident: id(raw["incident"]),
    ...Object.fromEntries(failureFilters.map((name) => [name, filterValues(raw[name])])),
    mine: String(raw["mine"]) === "true" ? true : undefined,
    sort: sorts.find((sort) => sort === raw["sort"]),
    page: page !== undefined && page > 1 && page <= maxPage ? page : undefined,
    ...(tab !== "runs" && { select: selectedRows(raw["select"]) }),
    triage: triageStep(raw["triage"]),
    show: dialogs.find((each) => each === raw["show"]),
    figure: raw["show"] === "quality" ? text(raw["figure"]) : undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns the time window as an API parameter. Defaults to 30 days. */
export function timeWindowOf({ window = "30d" }: Pick<FailureSearch, "window">): TimeWindow {
  return serverNames[window];
}

const serverNames: Readonly<Record<AddressedWindow, TimeWindow>> = {
  "1h": "1h",
  "8h": "8h",
  "1d": "1d",
  "7d": "7",
  "30d": "30",
  "60d": "60",
  "90d": "90",
  custom: "custom",
};

/** Applies changes to the search, returns to its first page and closes the open group. */
export function narrowed(search: FailureSearch, change: Partial<FailureSearch>): FailureSearch {
  return { ...search, page: undefined, group: undefined, select: undefined, ...change };
}

/** Returns whether any filter is set, apart from the time window. */
export function isNarrowed(search: FailureSearch): boolean {
  const { q, runs, class: of, state, cause, incident } = search;
  return isFiltered(search) || [q, runs, of, state, cause, incident].some((filter) => filter !== undefined);
}

/** Returns whether a filter with several values or the user's own tests are selected. */
export function isFiltered(search: FailureSearch): boolean {
  return search.mine === true || failureFilters.some((name) => search[name] !== undefined);
}

/** Returns these filters as query parameters. */
export function filterQuery(search: FailureFilters) {
  const lists = failureFilters.flatMap((name) => {
    const values = search[name];
    return values === undefined ? [] : [[name, [...values]] as const];
  });
  return { ...(Object.fromEntries(lists) as Partial<Record<FailureFilterName, string[]>>), mine: search.mine };
}

/** Keeps the tab, window and order, and removes all filters. */
export function withoutFilters(search: FailureSearch): FailureSearch {
  const none = { q: undefined, runs: undefined, class: undefined, state: undefined, cause: undefined };
  const filters = Object.fromEntries(failureFilters.map((name) => [name, undefined]));
  return narrowed(search, { ...none, ...filters, mine: undefined, incident: undefined });
}

/** Returns the parameters that a saved view stores: everything except the page and opened parts. The keys have a fixed order. */
export function viewOf(search: FailureViewSearch | FailureSearch): FailureViewSearch {
  return failureSearch({
    ...search,
    page: undefined,
    group: undefined,
    select: undefined,
    triage: undefined,
    show: undefined,
    query: undefined,
  }) as FailureViewSearch;
}

function id(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

/** Accepts one id or a list, and removes duplicates. */
function ids(value: unknown, max = maxRuns): number[] {
  const all = (Array.isArray(value) ? value : [value]).flatMap((each) => id(each) ?? []);
  return [...new Set(all)].slice(0, max);
}

/** Returns the filter for all causes of a report, whatever its age. */
export function causesOfReport(reportId: number): FailureSearch {
  return { window: "custom", runs: [reportId] };
}

/** Parses the step of triage, for reports and the failure analysis. */
export function triageStep(value: unknown): TriageStep | undefined {
  return value === "start" || value === "done" ? value : id(value);
}

function selectedRows(value: unknown): SelectedRows | undefined {
  if (value === "all") return "all";
  const rows = ids(value, maxSelected);
  return rows.length > 0 ? rows : undefined;
}

/** The router reads `q=404` as a number. */
function text(value: unknown, max = maxTextLength): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const cut = String(value).slice(0, max);
  return cut.trim() === "" ? undefined : cut;
}

function day(value: unknown): string | undefined {
  return typeof value === "string" && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
}
