import { parseQuery, type QueryFilters } from "@plumb/contract/query/query-language.ts";
import { testQueries } from "@plumb/contract/query/query-languages.ts";
import { maxQueryLength } from "@plumb/contract/query/query-terms.ts";
import type { TestViewSearch } from "@plumb/contract/tests/test-views.ts";
import type { TestOrder, TestView } from "@plumb/contract/tests/tests.ts";
import { filterValues, withFilters } from "./filter-values.ts";

/** Filters with several values, in the order in which the page shows them. */
const filters = ["suite", "environment", "branch", "framework", "tag", "fact", "owner", "not"] as const;
export type TestFilterName = (typeof filters)[number];

/** URL parameters of the tests. Unset values and defaults are omitted. `not` has the excluded values. */
export interface TestsSearch extends Partial<Readonly<Record<TestFilterName, readonly string[] | undefined>>> {
  /** Defaults to the flaky tests. */
  readonly view?: Exclude<TestView, "flaky"> | undefined;
  /** Search words for the tests. */
  readonly q?: string | undefined;
  /** A query with an error. One without an error becomes the other parameters. */
  readonly query?: string | undefined;
  /** The default depends on the view. */
  readonly sort?: TestOrder | undefined;
  /** From 2. */
  readonly page?: number | undefined;
  /** Opened dialog: the rule for flaky tests, or the owners of the tests. */
  readonly show?: "rule" | "owners" | undefined;
}

const views = ["all", "broken", "unstable", "slow", "slowing", "quarantined", "unowned", "gone"] as const;
const orders: readonly TestOrder[] = ["score", "lostTime", "since", "duration", "slowdown", "lastRun"];
const dialogs = ["rule", "owners"] as const;
/** Limits of the server. */
const maxTextLength = 200;
const maxPage = 40;

/** Parses the URL parameters and ignores invalid values. A `query` is added to the filters. */
export function testsSearch(raw: Record<string, unknown>): TestsSearch {
  const found = parsedSearch(raw);
  const query = textOf(raw["query"], maxQueryLength);
  if (query === undefined) return found;
  const parsed = parseQuery(testQueries, query);
  return parsed.filters === undefined ? { ...found, query } : withTestQuery(found, parsed.filters);
}

/** Adds the filters of a query. Its words replace the previous ones. */
export function withTestQuery(
  search: TestsSearch,
  { search: q, testSuite: suite, ...others }: QueryFilters,
): TestsSearch {
  const before = { ...search, q, query: undefined, page: undefined };
  return parsedSearch({ ...withFilters(before, { ...others, suite }) });
}

/** Returns whether any filter is set, apart from the view and the search words. */
export function isFiltered(search: TestsSearch): boolean {
  return filters.some((name) => search[name] !== undefined);
}

function parsedSearch(raw: Readonly<Record<string, unknown>>): TestsSearch {
  const page = Number(raw["page"]);
  const found: TestsSearch = {
    view: views.find((view) => view === raw["view"]),
    q: textOf(raw["q"], maxTextLength),
    ...Object.fromEntries(filters.map((name) => [name, filterValues(raw[name])])),
    sort: orders.find((order) => order === raw["sort"]),
    page: Number.isSafeInteger(page) && page >= 2 && page <= maxPage ? page : undefined,
    show: dialogs.find((dialog) => dialog === raw["show"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns the parameters that a saved view stores: everything except the page and the open dialog. The keys have a fixed order. */
export function viewOfTests(search: TestViewSearch | TestsSearch): TestViewSearch {
  return testsSearch({ ...search, page: undefined, show: undefined, query: undefined }) as TestViewSearch;
}

function textOf(value: unknown, longest: number): string | undefined {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text !== "" ? text.slice(0, longest) : undefined;
}
