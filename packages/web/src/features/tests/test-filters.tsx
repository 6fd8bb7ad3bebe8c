import { Select } from "@mantine/core";
import type { TrendOptions } from "@plumb/contract/trends/trends.ts";
import type { TestsSearch } from "#lib/address/tests-search.ts";

const filters = [
  { name: "suite", label: "Test suite", all: "All suites", list: "testSuites" },
  { name: "environment", label: "Environment", all: "All environments", list: "environments" },
  { name: "branch", label: "Branch", all: "All branches", list: "branches" },
  { name: "tag", label: "Run tag", all: "All run tags", list: "tags" },
  { name: "fact", label: "Fact", all: "All facts", list: "facts" },
  { name: "owner", label: "Owner", all: "All owners", list: "owners" },
] as const;

type Filters = Pick<TestsSearch, (typeof filters)[number]["name"]>;

export function isFiltered(search: Filters): boolean {
  return filters.some(({ name }) => search[name] !== undefined);
}

/** Returns a chip for each active filter, with the search without it. */
export function chipsOf<Search extends Filters>(search: Search) {
  return filters.flatMap(({ name, label }) => {
    const value = search[name];
    return value === undefined
      ? []
      : [{ label: `${label}: ${value}`, without: { ...search, [name]: undefined, page: undefined } }];
  });
}

interface TestFiltersProps {
  readonly search: Filters;
  /** `undefined` while loading. */
  readonly options: TrendOptions | undefined;
  readonly onNarrow: (change: Partial<Filters>) => void;
}

/** Selects of the filters that have values in the project. */
export function TestFilters({ search, options, onNarrow }: TestFiltersProps) {
  return (
    <>
      {filters.map(({ name, label, all, list }) => {
        const value = search[name];
        const known = options?.[list] ?? [];
        // A value from a link may not occur in any run.
        const values = value === undefined || known.includes(value) ? known : [value, ...known];
        if (values.length === 0) return null;
        return (
          <Select
            key={name}
            aria-label={label}
            data={[{ value: "", label: all }, ...values.map((each) => ({ value: each, label: each }))]}
            value={value ?? ""}
            onChange={(chosen) => onNarrow({ [name]: chosen || undefined })}
            allowDeselect={false}
            searchable={values.length > 10}
          />
        );
      })}
    </>
  );
}
