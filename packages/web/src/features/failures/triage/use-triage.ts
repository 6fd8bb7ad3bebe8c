import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { decide, type Decision } from "#features/failures/decisions/decisions.ts";
import { failuresKey } from "#features/failures/failures.queries.ts";
import type { TriageOutcome, TriageOutcomes } from "./triage-queue.ts";

interface Step {
  readonly groupId: number;
  readonly decisionId: number;
}

interface Sent {
  readonly groupId: number;
  /** `null` for an undo. */
  readonly as: FailureClass | null;
  readonly decision: Decision;
}

/** Saves decisions about causes while the user continues with the next one, and undoes them, the last one first. */
export function useTriage(projectId: number) {
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<TriageOutcomes>(new Map());
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const set = (id: number, outcome: TriageOutcome | undefined) =>
    setOutcomes((before) => {
      const next = new Map(before);
      if (outcome === undefined) next.delete(id);
      else next.set(id, outcome);
      return next;
    });
  const { mutate } = useMutation({
    // One after another, because an undo must follow its decision.
    scope: { id: `triage-${projectId}` },
    mutationFn: ({ decision }: Sent) => decide(projectId, decision),
    // Callbacks of `mutate` would be skipped for all but the last call.
    onSuccess: ({ text, decisionId }, { groupId, as }) => {
      if (as === null) {
        set(groupId, undefined);
        showSuccess(text);
        return;
      }
      set(groupId, { status: "saved", as });
      if (decisionId !== null) setSteps((before) => [...before, { groupId, decisionId }]);
    },
    onError: (error, { groupId, as, decision }) => {
      if (as !== null) set(groupId, { status: "failed", as, reason: refusalText(error, "Failed to reclassify") });
      else if (decision.kind === "undo") {
        const { decisionId } = decision;
        setSteps((before) => [...before, { groupId, decisionId }]);
        showError(refusalText(error, "Failed to undo the decision"));
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: failuresKey(projectId) }),
  });
  const classify = ({ id }: Pick<FailureGroup, "id">, as: FailureClass) => {
    set(id, { status: "saving", as });
    mutate({ groupId: id, as, decision: { kind: "classify", target: { groupIds: [id] }, primaryClass: as } });
  };
  const last = steps.at(-1);
  const undo = ({ groupId, decisionId }: Step) => {
    setSteps(steps.slice(0, -1));
    mutate({ groupId, as: null, decision: { kind: "undo", decisionId } });
  };
  return { outcomes, classify, undo: last && (() => undo(last)) };
}
