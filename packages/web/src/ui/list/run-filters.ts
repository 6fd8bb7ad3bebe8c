import type { TrendOptions } from "@plumb/contract/trends/trends.ts";
import type { PickedFilter } from "./filter-pickers.tsx";

/** Filters of runs, in the order in which the pages show them. */
export const runFilters = [
  { name: "suite", label: "Test suite", list: "testSuites" },
  { name: "environment", label: "Environment", list: "environments" },
  { name: "branch", label: "Branch", list: "branches" },
  { name: "framework", label: "Framework", list: "frameworks" },
  { name: "tag", label: "Tag", list: "tags", isOptional: true },
  { name: "fact", label: "Fact", list: "facts", isOptional: true },
  { name: "owner", label: "Owner", list: "owners", isOptional: true },
] as const satisfies readonly PickedFilter<string, keyof TrendOptions>[];

/** Returns the label of a filter within a sentence, such as `test suite`. */
export function runFilterLabel(name: string): string {
  return runFilters.find((filter) => filter.name === name)?.label.toLowerCase() ?? name;
}

/** Returns the options by the name of their filter, for the completion of queries. */
export function queryOptionsOf(options: TrendOptions | undefined) {
  return Object.fromEntries(runFilters.map(({ name, list }) => [name, options?.[list]]));
}
