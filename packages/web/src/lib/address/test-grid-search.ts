import type { GridColumns } from "@plumb/contract/tests/test-grid.ts";
import type { TestView } from "@plumb/contract/tests/tests.ts";
import { type TestFilterName, testsSearch, type TestsSearch } from "./tests-search.ts";

type Filters = Pick<TestsSearch, TestFilterName | "q" | "query">;

/** URL parameters of the grid of tests and runs. Unset values and defaults are omitted. */
export interface TestGridSearch extends Filters {
  /** Defaults to all tests. */
  readonly view?: Exclude<TestView, "all"> | undefined;
  /** Columns; runs by default. */
  readonly by?: Exclude<GridColumns, "run"> | undefined;
  /** Set if colours show causes instead of outcomes. */
  readonly color?: "cause" | undefined;
  /** Only tests that failed for this cause, or in this incident. */
  readonly cause?: number | undefined;
  readonly incident?: number | undefined;
}

const pivots = ["day", "commit", "environment", "browser"] as const;

/** Parses the URL parameters and ignores invalid values. */
export function testGridSearch(raw: Record<string, unknown>): TestGridSearch {
  const { view, page: _page, show: _show, sort: _sort, ...filters } = testsSearch(raw);
  const found: TestGridSearch = {
    view: raw["view"] === "flaky" ? "flaky" : view === "all" ? undefined : view,
    ...filters,
    by: pivots.find((by) => by === raw["by"]),
    color: raw["color"] === "cause" ? "cause" : undefined,
    cause: idOf(raw["cause"]),
    incident: idOf(raw["incident"]),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** Returns the parameters of the list with the same tests. The list shows flaky tests by default, and the grid all of them. */
export function listOfGrid({
  by: _by,
  color: _color,
  cause: _cause,
  incident: _incident,
  view,
  ...filters
}: TestGridSearch): TestsSearch {
  return testsSearch({ ...filters, view: view ?? "all" });
}

/** Returns the parameters of the grid with the tests of a saved view of the list. */
export function gridOfList(search: TestsSearch): TestGridSearch {
  return testGridSearch({ ...search, view: search.view ?? "flaky" });
}

/** Returns the grid with the tests of a list and its own columns, colours and failures. */
export function gridWithList({ by, color, cause, incident }: TestGridSearch, list: TestsSearch): TestGridSearch {
  return { ...gridOfList(list), by, color, cause, incident };
}

function idOf(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Returns the grid of all tests that match the filters of the list, whose view is a choice of the list. */
export function gridWithFilters(search: Filters): TestGridSearch {
  return testGridSearch({ ...search, view: undefined });
}
