import { parseQuery, type QueryFilters } from "@plumb/contract/query/query-language.ts";
import { trendQueries } from "@plumb/contract/query/query-languages.ts";
import { maxQueryLength } from "@plumb/contract/query/query-terms.ts";
import type { TrendGroup, TrendRange } from "@plumb/contract/trends/trend-filter.ts";
import type { TrendViewSearch } from "@plumb/contract/trends/trend-views.ts";
import { filterText, filterValues, withFilters } from "./filter-values.ts";

/** Filters with several values, in the order in which the page shows them. `not` has the excluded values. */
export const trendFilters = ["suite", "environment", "branch", "framework", "tag", "fact", "owner", "not"] as const;
type TrendFilterName = (typeof trendFilters)[number];

/** URL parameters of the trends. Unset values and defaults are omitted. */
export interface TrendSearch extends Partial<Readonly<Record<TrendFilterName, readonly string[] | undefined>>> {
  /** A query with an error. One without an error becomes the other parameters. */
  readonly query?: string | undefined;
  /** Defaults to the trends of the runs. */
  readonly view?: string | undefined;
  /** Defaults to 30 days. */
  readonly range?: Exclude<TrendRange, "30d"> | undefined;
  /** First and last day of a `custom` range, `2030-01-31`, in the reader's time zone. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** Defaults to days. */
  readonly group?: Exclude<TrendGroup, "day"> | undefined;
  /** The range before zooming: `90d`, or `2030-01-31..2030-01-31`. */
  readonly zoomed?: string | undefined;
  /** `zero` if the axes start at 0. By default, they start near the values. */
  readonly axis?: "zero" | undefined;
  /** `percentiles` of the durations. Defaults to their mean. */
  readonly durations?: "percentiles" | undefined;
  /** `hidden` if the charts omit the previous period. */
  readonly previous?: "hidden" | undefined;
  /** `table` shows the values as a table. Defaults to charts. */
  readonly show?: "table" | undefined;
  /** `environments` lists the environments. Defaults to the suites. */
  readonly parts?: "environments" | undefined;
}

const trendRanges: readonly TrendRange[] = ["7d", "30d", "90d", "6m", "1y", "custom"];
/** Parses the URL parameters and ignores invalid values. A `query` is added to the filters. */
export function trendSearch(raw: Record<string, unknown>): TrendSearch {
  const found = parsedSearch(raw);
  const query = raw["query"];
  if (typeof query !== "string" || query === "") return found;
  const parsed = parseQuery(trendQueries, query.slice(0, maxQueryLength));
  return parsed.filters === undefined
    ? { ...found, query: query.slice(0, maxQueryLength) }
    : withTrendQuery(found, parsed.filters);
}

/** Adds the filters of a query. A range in it replaces the previous one. */
export function withTrendQuery(search: TrendSearch, { timeRange, ...others }: QueryFilters): TrendSearch {
  const range = timeRange === undefined ? {} : { range: timeRange, zoomed: undefined };
  // Only a custom range has days. It keeps the day that the query does not have.
  const days = timeRange === undefined || timeRange === "custom" ? {} : { startDate: undefined, endDate: undefined };
  return parsedSearch(
    withFilters({ ...search, query: undefined, ...days, ...range }, others) as Record<string, unknown>,
  );
}

function parsedSearch(raw: Record<string, unknown>): TrendSearch {
  const range = oneOf(["7d", "90d", "6m", "1y", "custom"] as const, raw["range"]);
  const view = filterText(raw["view"]);
  const zoomed = filterText(raw["zoomed"]);
  const found: TrendSearch = {
    view: view === "" ? undefined : view,
    range,
    ...(range === "custom" && customDays(day(raw["startDate"]), day(raw["endDate"]))),
    group: oneOf(["week", "month"] as const, raw["group"]),
    ...Object.fromEntries(trendFilters.map((name) => [name, filterValues(raw[name])])),
    zoomed: range === "custom" && zoomed !== "" && rangeOf(zoomed) !== null ? zoomed : undefined,
    axis: oneOf(["zero"] as const, raw["axis"]),
    durations: oneOf(["percentiles"] as const, raw["durations"]),
    previous: oneOf(["hidden"] as const, raw["previous"]),
    show: oneOf(["table"] as const, raw["show"]),
    parts: oneOf(["environments"] as const, raw["parts"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns the parameters that a saved view stores. The keys have a fixed order. */
export function viewOfTrends(search: TrendViewSearch | TrendSearch): TrendViewSearch {
  return trendSearch({ ...search, query: undefined }) as TrendViewSearch;
}

/** The server rejects days in the wrong order, so only the first one is used. */
function customDays(startDate: string | undefined, endDate: string | undefined) {
  const reversed = startDate !== undefined && endDate !== undefined && endDate < startDate;
  return { startDate, endDate: reversed ? undefined : endDate };
}

type Range = Pick<TrendSearch, "range" | "startDate" | "endDate">;

/** Parses `zoomed`; `null` if it is invalid. */
function rangeOf(zoomed: string): Range | null {
  const named = trendRanges.find((range) => range !== "custom" && range === zoomed);
  if (named !== undefined)
    return { range: named === "30d" ? undefined : named, startDate: undefined, endDate: undefined };
  const [startDate, endDate] = zoomed.split("..").map(day);
  return startDate === undefined && endDate === undefined ? null : { range: "custom", startDate, endDate };
}

/** Zooms into some days; `zoomed` keeps the original range over several steps. */
export function zoomedInto(search: TrendSearch, startDate: string, endDate: string): TrendSearch {
  const { range = "30d" } = search;
  const here = range === "custom" ? `${search.startDate ?? ""}..${search.endDate ?? ""}` : range;
  return { ...search, range: "custom", startDate, endDate, zoomed: search.zoomed ?? here };
}

/** Returns to the range in `zoomed`; `undefined` if it is not set. */
export function zoomedOut(search: TrendSearch): TrendSearch | undefined {
  const range = search.zoomed === undefined ? null : rangeOf(search.zoomed);
  return range === null ? undefined : { ...search, ...range, zoomed: undefined };
}

/** Returns whether any filter is set. */
export function isNarrowed(search: TrendSearch): boolean {
  return trendFilters.some((name) => search[name] !== undefined);
}

export function withoutFilters(search: TrendSearch): TrendSearch {
  return { ...search, ...Object.fromEntries(trendFilters.map((name) => [name, undefined])) };
}

function oneOf<Value extends string>(known: readonly Value[], value: unknown): Value | undefined {
  return known.find((each) => each === value);
}

function day(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  // `Date` turns 30 February into a day in March.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}
