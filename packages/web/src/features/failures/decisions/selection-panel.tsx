import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { reachQuery } from "./decisions.ts";
import { reachText } from "#features/failures/failure-texts.ts";
import { SelectionBar } from "./selection-bar.tsx";

interface SelectionPanelProps {
  readonly projectId: number;
  readonly noun: string;
  readonly target: { readonly groupIds: readonly number[] } | { readonly testCaseIds: readonly number[] };
  readonly onClassify: (as: FailureClass) => void;
  readonly onMerge?: (() => void) | undefined;
  readonly onPush?: (() => void) | undefined;
  readonly onClear: () => void;
}

/** Loads the number of affected failures for the selection bar. */
export function SelectionPanel({ projectId, target, ...bar }: SelectionPanelProps) {
  const count = "groupIds" in target ? target.groupIds.length : target.testCaseIds.length;
  const reach = useQuery({
    ...reachQuery(projectId, target),
    enabled: count > 0,
    placeholderData: keepPreviousData,
  });
  return <SelectionBar count={count} reach={reach.data === undefined ? null : reachText(reach.data)} {...bar} />;
}
