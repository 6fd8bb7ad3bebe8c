import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useDecide } from "#features/failures/decisions/decisions.ts";
import { SelectionPanel } from "#features/failures/decisions/selection-panel.tsx";
import { usePageAddress } from "#lib/address/page-address.ts";
import { type FailureTriage, maxAssigned, type TriagedFailure } from "#lib/keys/triaged-failure.ts";
import { useMayHere } from "#routes/access/use-may-here.ts";
import { copyWithToast } from "#ui/code/copy-with-toast.ts";
import { showError } from "#ui/feedback/toast.ts";
import { assignFailures } from "./assign-failures.tsx";

/**
 * Triage of the failures in a list: sets classes, assigns, and copies links. `undefined` for viewers.
 *
 * @param queryKey Data of the list, which is reloaded after a decision.
 */
export function useFailureTriage(
  projectId: number,
  queryKey: QueryKey,
): {
  readonly triage: FailureTriage | undefined;
  readonly dialog: ReactNode;
} {
  const mayTriage = useMayHere("project:triage");
  const queryClient = useQueryClient();
  const addressOf = usePageAddress();
  const { mutate: decide } = useDecide(projectId, () => queryClient.invalidateQueries({ queryKey }));
  const [assigned, setAssigned] = useState<readonly TriagedFailure[]>([]);
  const onAssign = (failures: readonly TriagedFailure[]) => {
    if (failures.length > maxAssigned) showError(`Select at most ${maxAssigned} failures to assign them`);
    else setAssigned(failures);
  };
  const onClassify: FailureTriage["onClassify"] = (failures, primaryClass) =>
    decide({ kind: "classify", target: targetOf(failures), primaryClass });
  const triage: FailureTriage = {
    onClassify,
    onAssign,
    onCopyLink: ({ path }) => void copyWithToast(addressOf(path), "Link copied"),
    barOf: (failures, clear) => (
      <SelectionPanel
        projectId={projectId}
        noun="failure"
        count={failures.length}
        target={targetOf(failures)}
        onClassify={(as) => {
          onClassify(failures, as);
          clear();
        }}
        onAssign={() => onAssign(failures)}
        onClear={clear}
      />
    ),
  };
  return {
    triage: mayTriage ? triage : undefined,
    dialog: assigned.length > 0 && assignFailures(projectId, assigned, () => setAssigned([])),
  };
}

function targetOf(failures: readonly TriagedFailure[]) {
  return {
    groupIds: failures.flatMap((failure) => ("testCaseId" in failure ? [] : [failure.groupId])),
    testCaseIds: failures.flatMap((failure) => ("testCaseId" in failure ? [failure.testCaseId] : [])),
  };
}
