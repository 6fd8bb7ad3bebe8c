import {
  type DecisionScope,
  type MatchingFailures,
  mergeGroups,
  pinGroup,
  reclassify,
  reclassifyMany,
  splitGroup,
  undoDecision,
} from "@plumb/contract/failures/decisions.ts";
import { counted } from "#lib/format/format.ts";
import { separateGroups } from "@plumb/contract/failures/duplicates.ts";
import { autoClassify } from "@plumb/contract/failures/failures.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { api } from "#lib/api/api.ts";
import { requireStoredToken } from "#lib/session/session.ts";
import type { FailureTarget } from "#lib/keys/triaged-failure.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { showError, showSuccess, showUndoable } from "#ui/feedback/toast.ts";
import { reclassifiedText } from "#features/failures/failure-texts.ts";
import { failuresKey, failureWindow } from "#features/failures/failures.queries.ts";

/** A user's decision about failures. */
export type Decision =
  | ({ readonly kind: "classify"; readonly target: Target } & Verdict)
  | ({ readonly kind: "classify"; readonly target: FailureTarget; readonly subClass?: undefined } & ClassAlone)
  | { readonly kind: "merge"; readonly groupIds: readonly number[] }
  | { readonly kind: "apart"; readonly groupIds: readonly number[] }
  | { readonly kind: "split"; readonly groupId: number; readonly signatures: readonly string[] }
  | { readonly kind: "pin"; readonly groupId: number; readonly pinned: boolean }
  | { readonly kind: "undo"; readonly decisionId: number };

export interface Verdict {
  readonly primaryClass: FailureClass;
  readonly subClass: string | null;
}

/** A class without a sub-class. Failures that already have the class keep their sub-class. */
interface ClassAlone {
  readonly primaryClass: FailureClass;
}

/** Several groups or failures, or a single failure with the scope of the decision. */
export type Target = FailureTarget | { readonly testCaseId: number; readonly scope: DecisionScope };

/** Message after a decision, and the id to undo it. */
interface Outcome {
  readonly text: string;
  readonly decisionId: number | null;
}

/**
 * Saves a decision, shows a message with undo, and reloads the failures.
 *
 * @param onChanged Reloads other data that contains classes.
 */
export function useDecide(projectId: number, onChanged?: () => Promise<void>) {
  const queryClient = useQueryClient();
  // Decisions of this visit that can be undone, the last one last.
  const [made, setMade] = useState<readonly number[]>([]);
  const mutation = useMutation({
    mutationFn: (decision: Decision) => decide(projectId, decision),
    onSuccess: ({ text, decisionId }, decision) => {
      if (decision.kind === "undo") setMade((before) => before.filter((id) => id !== decision.decisionId));
      if (decisionId === null) return showSuccess(text);
      setMade((before) => [...before, decisionId]);
      return showUndoable(text, () => mutation.mutate({ kind: "undo", decisionId }));
    },
    onError: (error, decision) => {
      showError(refusalText(error, failures[decision.kind]));
      // Another user may have undone it.
      if (decision.kind === "undo") setMade((before) => before.filter((id) => id !== decision.decisionId));
    },
    onSettled: () => Promise.all([queryClient.invalidateQueries({ queryKey: failuresKey(projectId) }), onChanged?.()]),
  });
  const last = made.at(-1);
  const undoLast =
    last === undefined || mutation.isPending ? undefined : () => mutation.mutate({ kind: "undo", decisionId: last });
  return { mutate: mutation.mutate, isPending: mutation.isPending, undoLast };
}

const failures: Readonly<Record<Decision["kind"], string>> = {
  classify: "Failed to reclassify",
  merge: "Failed to merge the groups",
  apart: "Failed to keep the causes apart",
  split: "Failed to split the group",
  pin: "Failed to pin the group",
  undo: "Failed to undo the decision",
};

export async function decide(projectId: number, decision: Decision): Promise<Outcome> {
  const params = { projectId };
  if (decision.kind === "classify") return classify(projectId, decision);
  if (decision.kind === "merge") {
    const groupIds = [...decision.groupIds];
    const { data } = await api.call(mergeGroups, { params, body: { groupIds } });
    return { text: `${counted(groupIds.length, "cause")} merged.`, decisionId: data.decisionId };
  }
  if (decision.kind === "apart") {
    const { data } = await api.call(separateGroups, { params, body: { groupIds: [...decision.groupIds] } });
    return { text: "These two will not be suggested again.", decisionId: data.decisionId };
  }
  if (decision.kind === "split") {
    const { groupId, signatures } = decision;
    const body = { signatures: [...signatures] };
    const { data } = await api.call(splitGroup, { params: { projectId, groupId }, body });
    const errors = counted(signatures.length, "error");
    return { text: `${errors} split into a new cause.`, decisionId: data.decisionId };
  }
  if (decision.kind === "pin") {
    const { groupId, pinned } = decision;
    await api.call(pinGroup, { params: { projectId, groupId }, body: { pinned } });
    return { text: pinned ? "Cause pinned." : "Cause unpinned.", decisionId: null };
  }
  const { data } = await api.call(undoDecision, { params: { projectId, decisionId: decision.decisionId } });
  return { text: `Undone. ${counted(data.failures, "failure")} restored.`, decisionId: null };
}

async function classify(
  projectId: number,
  { target, primaryClass, subClass }: Extract<Decision, { readonly kind: "classify" }>,
): Promise<Outcome> {
  requireStoredToken();
  if ("testCaseId" in target) {
    const body = { primaryClass, subClass: subClass ?? null, scope: target.scope };
    const { data } = await api.call(reclassify, { params: { testCaseId: target.testCaseId }, body });
    return { text: reclassifiedText(data.failures, primaryClass, []), decisionId: data.decisionId };
  }
  const body = { primaryClass, ...(subClass !== undefined && { subClass }), ...idsOf(target) };
  const { data } = await api.call(reclassifyMany, { params: { projectId }, body });
  const left =
    data.unchanged === 0
      ? ""
      : ` ${counted(data.unchanged, "more match was", "more matches were")} not changed; narrow the filters and repeat.`;
  return {
    text: `${reclassifiedText(data.failures, primaryClass, data.replaced)}${left}`,
    decisionId: data.decisionId,
  };
}

function idsOf(target: FailureTarget) {
  if ("matching" in target) return target;
  return { groupIds: [...(target.groupIds ?? [])], testCaseIds: [...(target.testCaseIds ?? [])] };
}

/** Returns the filter for all rows of a list. */
export function allMatching(search: FailureSearch, list: MatchingFailures["list"]): FailureTarget {
  const { class: name, cause, state } = search;
  return {
    matching: {
      ...failureWindow(search),
      list,
      class: name,
      ...(list === "tests" ? { groupId: cause } : { state }),
    },
  };
}

/** Number of failures and groups that a decision would change. */
export function reachQuery(projectId: number, target: Target) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "reach", target],
    queryFn: async ({ signal }) => {
      // The counts do not depend on the class.
      const body = { primaryClass: "Unknown" as const, preview: true };
      if (!("testCaseId" in target)) {
        const many = { ...body, ...idsOf(target) };
        return (await api.call(reclassifyMany, { params: { projectId }, body: many, signal })).data;
      }
      const { testCaseId, scope } = target;
      return (await api.call(reclassify, { params: { testCaseId }, body: { ...body, scope }, signal })).data;
    },
    staleTime: 0,
  });
}

/** Classifies the unclassified failures of this window. */
export function useAutoClassify(projectId: number, search: FailureSearch) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      requireStoredToken();
      return (await api.call(autoClassify, { params: { projectId }, query: failureWindow(search) })).data;
    },
    onSuccess: () => showSuccess("Auto-classification completed"),
    onError: (error) => showError(refusalText(error, "Auto-classification failed")),
    onSettled: () => queryClient.invalidateQueries({ queryKey: failuresKey(projectId) }),
  });
}
