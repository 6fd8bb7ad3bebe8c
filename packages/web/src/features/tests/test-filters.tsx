import { testQueries } from "@plumb/contract/query/query-languages.ts";
import { maxTrendOptions, type TrendOptions } from "@plumb/contract/trends/trends.ts";
import { type TestsSearch, withTestQuery } from "#lib/address/tests-search.ts";
import { PickerOptions } from "#ui/input/picker.tsx";
import { FilterMenu } from "#ui/list/filter-menu.tsx";
import { excludedChips, pickedChips, pickersOf } from "#ui/list/filter-pickers.tsx";
import { QueryBox } from "#ui/list/query-box.tsx";
import { queryOptionsOf, runFilterLabel, runFilters } from "#ui/list/run-filters.ts";

/** Tags of tests are those of their runs. */
const filters = runFilters.map((filter) => (filter.name === "tag" ? { ...filter, label: "Run tag" } : filter));

function labelOf(filter: string): string {
  return filter === "tag" ? "run tag" : runFilterLabel(filter === "testSuite" ? "suite" : filter);
}

/** Returns a chip for each active filter, with the search without it. */
export function chipsOf(search: TestsSearch) {
  const first = { ...search, page: undefined };
  return [...pickedChips(filters, first), ...excludedChips(first, labelOf)];
}

export interface TestFiltersProps {
  readonly search: TestsSearch;
  /** Options of the filters; `undefined` while loading. */
  readonly options: TrendOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<TrendOptions>) | undefined;
  readonly onSearch: (search: TestsSearch) => void;
}

/** Search field of the tests, which accepts filters. */
export function TestQueryBox({ search, options, onSearch }: TestFiltersProps) {
  return (
    <QueryBox
      label="Search tests..."
      language={testQueries}
      value={search.q ?? ""}
      broken={search.query}
      options={{ ...queryOptionsOf(options), testSuite: options?.testSuites }}
      onQuery={(query) => onSearch(withTestQuery(search, query))}
    />
  );
}

/** Menu with the filters of the tests. */
export function TestFilterMenu({ search, options, onFind, onSearch }: TestFiltersProps) {
  const narrowed = (change: Partial<TestsSearch>) => onSearch({ ...search, page: undefined, ...change });
  const pickers = { filters, options, maxOptions: maxTrendOptions, onFind, search, onSearch: narrowed };
  const menu = pickersOf(pickers).map((picker) => ({ label: picker.label, content: <PickerOptions {...picker} /> }));
  return <FilterMenu filters={menu} />;
}
