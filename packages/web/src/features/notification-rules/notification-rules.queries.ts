import type { Input } from "@plumb/client/client.ts";
import { listBindings, listProjectConnectors } from "@plumb/contract/integrations/bindings.ts";
import {
  createNotificationRule,
  deleteNotificationRule,
  listNotificationRules,
  previewNotificationRule,
  updateNotificationRule,
} from "@plumb/contract/integrations/notification-rules.ts";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export type RuleDraft = Input<(typeof createNotificationRule)["body"]>;
export type PreviewedRule = Input<(typeof previewNotificationRule)["body"]>;

export function notificationRulesQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "notification-rules"],
    queryFn: async ({ signal }) => (await api.call(listNotificationRules, { params: { projectId }, signal })).data,
  });
}

/** Connections of the project to channels, such as "Slack · #qa". */
export function channelsQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "connections", "channels"],
    queryFn: async ({ signal }) => {
      const params = { projectId };
      const [bindings, connectors] = await Promise.all([
        api.call(listBindings, { params, signal }),
        api.call(listProjectConnectors, { params, signal }),
      ]);
      const names = new Map(connectors.data.map(({ connector: { id, name } }) => [id, name]));
      return bindings.data
        .filter(({ offer }) => offer === "channel")
        .map(({ id, connector, name }) => ({ id, label: `${names.get(connector) ?? connector} · ${name}` }));
    },
  });
}

export function rulePreviewQuery(projectId: number, rule: PreviewedRule) {
  return queryOptions({
    queryKey: ["project", projectId, "notification-preview", rule],
    queryFn: async ({ signal }) =>
      (await api.call(previewNotificationRule, { params: { projectId }, body: rule, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Creates a rule, or changes the one with this id. */
export function useSaveRule(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async ({ ruleId, enabled, rule }: { ruleId: number | null; enabled: boolean; rule: RuleDraft }) =>
      ruleId === null
        ? (await api.call(createNotificationRule, { params: { projectId }, body: rule })).data
        : (await api.call(updateNotificationRule, { params: { projectId, ruleId }, body: { ...rule, enabled } })).data,
    onSettled: refresh,
  });
}

export function useDeleteRule(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: (ruleId: number) => api.call(deleteNotificationRule, { params: { projectId, ruleId } }),
    onSettled: refresh,
  });
}

function useRefresh(projectId: number): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: notificationRulesQuery(projectId).queryKey });
}
