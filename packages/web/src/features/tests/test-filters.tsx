import { testQueries } from "@plumb/contract/query/query-languages.ts";
import { maxTrendOptions, type TrendOptions } from "@plumb/contract/trends/trends.ts";
import { type TestFilterName, type TestsSearch, withTestQuery } from "#lib/address/tests-search.ts";
import { PickerOptions } from "#ui/input/picker.tsx";
import { FilterMenu } from "#ui/list/filter-menu.tsx";
import { excludedChips, type PickedFilter, pickedChips, pickersOf } from "#ui/list/filter-pickers.tsx";
import { QueryBox } from "#ui/list/query-box.tsx";

const filters = [
  { name: "suite", label: "Test suite", list: "testSuites" },
  { name: "environment", label: "Environment", list: "environments" },
  { name: "branch", label: "Branch", list: "branches" },
  { name: "framework", label: "Framework", list: "frameworks" },
  { name: "tag", label: "Run tag", list: "tags", isOptional: true },
  { name: "fact", label: "Fact", list: "facts", isOptional: true },
  { name: "owner", label: "Owner", list: "owners", isOptional: true },
] as const satisfies readonly PickedFilter<TestFilterName, keyof TrendOptions>[];

/** Returns a chip for each active filter, with the search without it. */
export function chipsOf(search: TestsSearch) {
  const first = { ...search, page: undefined };
  const labelOf = (filter: string) =>
    filter === "testSuite"
      ? "test suite"
      : (filters.find(({ name }) => name === filter)?.label.toLowerCase() ?? filter);
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
      options={{
        testSuite: options?.testSuites,
        environment: options?.environments,
        branch: options?.branches,
        framework: options?.frameworks,
        tag: options?.tags,
        fact: options?.facts,
        owner: options?.owners,
      }}
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
