import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ManyTarget, reachQuery } from "./decisions.ts";
import { reachText } from "#features/failures/failure-texts.ts";
import { SelectionBar, type SelectionBarProps } from "./selection-bar.tsx";

interface SelectionPanelProps extends Omit<SelectionBarProps, "reach"> {
  readonly projectId: number;
  readonly target: ManyTarget;
  readonly onClassify: (as: FailureClass) => void;
}

/** Loads the number of affected failures for the selection bar. */
export function SelectionPanel({ projectId, target, ...bar }: SelectionPanelProps) {
  const reach = useQuery({
    ...reachQuery(projectId, target),
    enabled: bar.count > 0,
    placeholderData: keepPreviousData,
  });
  return <SelectionBar {...bar} reach={reach.data === undefined ? null : reachText(reach.data)} />;
}
