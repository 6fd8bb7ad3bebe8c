import type { Input } from "@plumb/client/client.ts";
import { readFailureGroup } from "@plumb/contract/failures/failures.ts";
import {
  createRule,
  deleteRule,
  listRules,
  previewRule,
  reorderRules,
  updateRule,
} from "@plumb/contract/failures/rules.ts";
import { listReportFilters } from "@plumb/contract/runs/report-list.ts";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { onProjectChanges } from "#lib/api/project-changes.ts";

export type RuleDraft = Input<(typeof createRule)["body"]>;
export type PatternDraft = Pick<RuleDraft, "ignoreCase" | "kind" | "pattern" | "scope"> & {
  /** Rule that is being changed; `null` for a new one. */
  readonly ruleId: number | null;
};

/** The keys start with "failures", because rules are invalidated together with the failures. */
function failuresKey(projectId: number) {
  return ["failures", projectId] as const;
}

export function rulesQuery(projectId: number) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "rules"],
    queryFn: async ({ signal }) => (await api.call(listRules, { params: { projectId }, signal })).data,
  });
}

/** Effect of an unsaved rule. */
export function rulePreviewQuery(projectId: number, draft: PatternDraft) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "rule-preview", draft],
    queryFn: async ({ signal }) =>
      (await api.call(previewRule, { params: { projectId }, body: { ...draft, scope: { ...draft.scope } }, signal }))
        .data,
    enabled: draft.pattern.trim() !== "",
    placeholderData: keepPreviousData,
    // An invalid pattern stays invalid.
    retry: false,
  });
}

/** Cause that a rule is based on. */
export function causeQuery(projectId: number, groupId: number) {
  return queryOptions({
    queryKey: [...failuresKey(projectId), "rule-cause", groupId],
    queryFn: async ({ signal }) =>
      (await api.call(readFailureGroup, { params: { projectId, groupId }, query: { timeWindow: "90" }, signal })).data,
  });
}

/** Existing suites, environments and branches. */
export function scopesQuery(projectId: number) {
  return queryOptions({
    queryKey: ["failures", projectId, "rule-scopes"],
    queryFn: async ({ signal }) => (await api.call(listReportFilters, { query: { projectId }, signal })).data,
  });
}

export type RuleChange =
  | { readonly kind: "save"; readonly ruleId: number | null; readonly rule: RuleDraft }
  | { readonly kind: "switch"; readonly ruleId: number; readonly enabled: boolean }
  | { readonly kind: "delete"; readonly ruleId: number }
  | { readonly kind: "order"; readonly ruleIds: readonly number[] };

/** Changes rules. Reloads all failures afterwards, and again when the server has reclassified them. */
export function useChangeRules(projectId: number) {
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: failuresKey(projectId) });
  return useMutation({
    mutationFn: (change: RuleChange) => carryOut(projectId, change),
    onSuccess: () => followReclassification(projectId, reload),
    onSettled: reload,
  });
}

/** Maximum time to wait for a reclassification, sufficient for a large project. */
const reclassifiedWithinMs = 60_000;
const followed = new Map<number, () => void>();

/** Continues after the dialog is closed, so that users see the outcome on the page. */
function followReclassification(projectId: number, reload: () => Promise<void>): void {
  followed.get(projectId)?.();
  const stopHearing = onProjectChanges(projectId, {
    events: ["failures-changed"],
    withinMs: 0,
    reload: () => void reload(),
  });
  const timer = setTimeout(() => followed.get(projectId)?.(), reclassifiedWithinMs);
  followed.set(projectId, () => {
    clearTimeout(timer);
    stopHearing();
    followed.delete(projectId);
  });
}

async function carryOut(projectId: number, change: RuleChange): Promise<void> {
  const params = { projectId };
  if (change.kind === "order") {
    await api.call(reorderRules, { params, body: { ruleIds: [...change.ruleIds] } });
    return;
  }
  if (change.kind === "save" && change.ruleId === null) {
    await api.call(createRule, { params, body: change.rule });
    return;
  }
  const ruleParams = { projectId, ruleId: change.ruleId ?? 0 };
  if (change.kind === "delete") await api.call(deleteRule, { params: ruleParams });
  else if (change.kind === "switch")
    await api.call(updateRule, { params: ruleParams, body: { enabled: change.enabled } });
  else await api.call(updateRule, { params: ruleParams, body: change.rule });
}
