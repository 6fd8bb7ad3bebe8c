import { useRouter } from "@tanstack/react-router";
import { type FailureSearch, maxSelected } from "#lib/address/failure-search.ts";
import { useSelection } from "#lib/keys/use-selection.ts";
import type { FailureTarget } from "#lib/keys/triaged-failure.ts";
import { allMatching } from "./decisions.ts";

interface FailureSelectionProps {
  readonly search: FailureSearch;
  readonly list: "groups" | "tests";
  /** Ids of the rows on the page. */
  readonly ids: readonly number[];
  /** Number of all matches. */
  readonly total: number;
}

/** Selected rows of a list of failures, on its page or all that match its filters. */
export function useFailureSelection({ search, list, ids, total }: FailureSelectionProps) {
  const router = useRouter();
  // The selection continues on other pages.
  const of = JSON.stringify({ ...search, group: undefined, page: undefined, select: undefined });
  const selection = useSelection(of, { initial: search.select, max: maxSelected });
  const { all, selected } = selection;
  const count = all ? total : selected.size;
  const isVisible = !all && [...selected].every((id) => ids.includes(id));
  const target: FailureTarget = all
    ? allMatching(search, list)
    : list === "groups"
      ? { groupIds: [...selected] }
      : { testCaseIds: [...selected] };
  return {
    ...selection,
    selected: all ? new Set(ids) : selected,
    target,
    /** Whether all selected rows are on the page. */
    isVisible,
    bar: {
      count,
      more: !all && selected.size > 0 && total > selected.size ? total : null,
      onSelectAll: total > ids.length ? selection.onSelectAll : () => selection.onSelectPage(ids, true),
      path: router.buildLocation({ to: "/defects", search: { ...search, select: all ? "all" : [...selected] } }).href,
      onClear: selection.clear,
    },
  };
}
