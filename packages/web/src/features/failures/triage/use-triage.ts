import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refusalText } from "#lib/api/error-text.ts";
import type { ActDone } from "#lib/keys/triaged-failure.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";
import { decide, type Decision } from "#features/failures/decisions/decisions.ts";
import { failuresKey } from "#features/failures/failures.queries.ts";
import type { TriageDeeds, TriageOutcome, TriageOutcomes, TriageVerdict } from "./triage-queue.ts";

interface Step {
  readonly groupId: number;
  readonly decisionId: number;
}

interface Sent {
  readonly groupId: number;
  /** `null` for an undo. */
  readonly verdict: TriageVerdict | null;
  readonly decision: Decision;
}

/** Saves decisions about causes while the user continues with the next one, and undoes them, the last one first. */
export function useTriage(projectId: number) {
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<TriageOutcomes>(new Map());
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const { deeds, onDone } = useDeeds();
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
    onSuccess: ({ text, decisionId }, { groupId, verdict }) => {
      if (verdict === null) {
        set(groupId, undefined);
        showSuccess(text);
        return;
      }
      set(groupId, { ...verdict, status: "saved" });
      if (decisionId !== null) setSteps((before) => [...before, { groupId, decisionId }]);
    },
    onError: (error, { groupId, verdict, decision }) => {
      if (verdict !== null)
        set(groupId, { ...verdict, status: "failed", reason: refusalText(error, "Failed to save the decision") });
      else if (decision.kind === "undo") {
        const { decisionId } = decision;
        setSteps((before) => [...before, { groupId, decisionId }]);
        showError(refusalText(error, "Failed to undo the decision"));
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: failuresKey(projectId) }),
  });
  const onDecide = ({ id }: Pick<FailureGroup, "id">, verdict: TriageVerdict) => {
    set(id, { ...verdict, status: "saving" });
    mutate({ groupId: id, verdict, decision: decisionOf(id, verdict) });
  };
  const last = steps.at(-1);
  const undo = ({ groupId, decisionId }: Step) => {
    setSteps(steps.slice(0, -1));
    mutate({ groupId, verdict: null, decision: { kind: "undo", decisionId } });
  };
  return { outcomes, deeds, onDecide, onDone, undo: last && (() => undo(last)) };
}

function decisionOf(id: number, verdict: TriageVerdict): Decision {
  if ("same" in verdict) return { kind: "merge", groupIds: [verdict.same.id, id] };
  return { kind: "classify", target: { groupIds: [id] }, primaryClass: verdict.as };
}

/** Remembers who got which cause, and how many of its tests went into quarantine. */
function useDeeds() {
  const [deeds, setDeeds] = useState<TriageDeeds>(new Map());
  const onDone = (groupId: number, { act, detail }: ActDone) =>
    setDeeds((before) => {
      const of = before.get(groupId);
      // Released tests are negative, and may have been in quarantine before this visit.
      const quarantined = Math.max(0, (of?.quarantined ?? 0) + Number(detail));
      const deed = act === "quarantine" ? { quarantined } : { assignee: detail };
      return new Map(before).set(groupId, { ...of, ...deed });
    });
  return { deeds, onDone };
}
