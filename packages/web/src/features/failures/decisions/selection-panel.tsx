import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { FailureTarget } from "#lib/keys/triaged-failure.ts";
import { reachQuery } from "./decisions.ts";
import { reachText } from "#features/failures/failure-texts.ts";
import { type Reach, SelectionBar, type SelectionBarProps } from "./selection-bar.tsx";

interface SelectionPanelProps extends Omit<SelectionBarProps, "reach"> {
  readonly projectId: number;
  readonly target: FailureTarget;
  readonly onClassify: (as: FailureClass) => void;
}

/** Loads the number of affected failures for the selection bar. */
export function SelectionPanel({ projectId, target, ...bar }: SelectionPanelProps) {
  const reach = useQuery({
    ...reachQuery(projectId, target),
    enabled: bar.count > 0,
    placeholderData: keepPreviousData,
  });
  return <SelectionBar {...bar} reach={reach.data === undefined ? null : reachOf(reach.data)} />;
}

function reachOf(data: Parameters<typeof reachText>[0]): Reach {
  const already = (data.replaced ?? []).flatMap((each) =>
    each.class === null ? [] : [[each.class, each.failures] as const],
  );
  return { text: reachText(data), failures: data.failures, already: Object.fromEntries(already) };
}
