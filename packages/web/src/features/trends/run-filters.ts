import type { TrendOptions } from "@plumb/contract/trends/trends.ts";
import type { TrendFilterName } from "#lib/address/trend-search.ts";
import type { PickedFilter } from "#ui/list/filter-pickers.tsx";

/** Filters of runs, in the order in which the pages show them. */
export const runFilters = [
  { name: "suite", label: "Test suite", list: "testSuites" },
  { name: "environment", label: "Environment", list: "environments" },
  { name: "branch", label: "Branch", list: "branches" },
  { name: "framework", label: "Framework", list: "frameworks" },
  { name: "tag", label: "Tag", list: "tags", isOptional: true },
  { name: "fact", label: "Fact", list: "facts", isOptional: true },
  { name: "owner", label: "Owner", list: "owners", isOptional: true },
] as const satisfies readonly PickedFilter<TrendFilterName, keyof TrendOptions>[];
