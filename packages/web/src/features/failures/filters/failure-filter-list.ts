import type { FailureOptions } from "@plumb/contract/failures/failures.ts";
import type { FailureFilterName } from "#lib/address/failure-search.ts";
import type { PickedFilter } from "#ui/list/filter-pickers.tsx";

/** Filters of failures, in the order in which the page shows them. */
export const failureFilterList = [
  { name: "suite", label: "Test suite", list: "suite" },
  { name: "environment", label: "Environment", list: "environment" },
  { name: "branch", label: "Branch", list: "branch" },
  { name: "framework", label: "Framework", list: "framework" },
  { name: "browser", label: "Browser", list: "browser", isOptional: true },
  { name: "tag", label: "Tag", list: "tag", isOptional: true },
  { name: "fact", label: "Fact", list: "fact", isOptional: true },
  { name: "owner", label: "Owner", list: "owner", isOptional: true },
] as const satisfies readonly PickedFilter<FailureFilterName, keyof FailureOptions>[];

/** Returns the label of a filter, which may be unknown in a link. */
export function filterLabel(filter: string): string {
  return failureFilterList.find(({ name }) => name === filter)?.label ?? filter;
}
