import type { Input } from "@plumb/client/client.ts";
import { listBindingDeliveries, readBindingDelivery, redeliverBinding } from "@plumb/contract/integrations/bindings.ts";
import {
  dismissFailedDeliveries,
  dismissFailedMails,
  listFailedDeliveries,
  listFailedMails,
  resendFailedDeliveries,
  resendFailedMails,
} from "@plumb/contract/integrations/outbox.ts";
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  readWebhookDelivery,
  redeliverWebhook,
  testWebhook,
  updateWebhook,
  type WebhookDelivery,
} from "@plumb/contract/integrations/webhooks.ts";
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export type NewWebhook = Input<(typeof createWebhook)["body"]>;
export type WebhookChange = Input<(typeof updateWebhook)["body"]>;

/** Refetches the log at this interval while deliveries are pending. */
const followMs = 3000;

function keyOf(projectId: number | null) {
  return ["project", projectId, "webhooks"] as const;
}

/** The webhook or connection whose delivery log is requested. */
export interface LogSource {
  readonly kind: "webhook" | "binding";
  readonly id: number;
}

export function webhooksQuery(projectId: number) {
  return queryOptions({
    queryKey: keyOf(projectId),
    queryFn: async ({ signal }) => (await api.call(listWebhooks, { params: { projectId }, signal })).data,
  });
}

/** Deliveries of a webhook or connection in pages, newest first. */
export function deliveriesQuery(projectId: number, { kind, id }: LogSource) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(projectId), kind, id, "deliveries"],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: pageParam };
      return kind === "webhook"
        ? api.call(listWebhookDeliveries, { params: { projectId, webhookId: id }, query, signal })
        : api.call(listBindingDeliveries, { params: { projectId, bindingId: id }, query, signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isPending)) === true ? followMs : false,
  });
}

/** The body that a delivery sent. It never changes. */
export function sentBodyQuery(projectId: number, { kind, id }: LogSource, deliveryId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "sent-body", deliveryId],
    queryFn: async ({ signal }) =>
      kind === "webhook"
        ? (await api.call(readWebhookDelivery, { params: { projectId, webhookId: id, deliveryId }, signal })).data.body
        : (await api.call(readBindingDelivery, { params: { projectId, bindingId: id, deliveryId }, signal })).data.body,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Pages of the failed deliveries of a project, or with `null` of the emails to users, newest first. */
export function failedDeliveriesQuery(projectId: number | null) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(projectId), "failed"],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === null ? {} : { cursor: pageParam };
      return projectId === null
        ? api.call(listFailedMails, { query, signal })
        : api.call(listFailedDeliveries, { params: { projectId }, query, signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function useResendFailed(projectId: number | null) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async () =>
      projectId === null
        ? (await api.call(resendFailedMails)).data
        : (await api.call(resendFailedDeliveries, { params: { projectId } })).data,
    onSettled: refresh,
  });
}

export function useDismissFailed(projectId: number | null) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async () =>
      projectId === null
        ? (await api.call(dismissFailedMails)).data
        : (await api.call(dismissFailedDeliveries, { params: { projectId } })).data,
    onSettled: refresh,
  });
}

function isPending({ status }: WebhookDelivery): boolean {
  return status === "pending";
}

export function useCreateWebhook(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async (body: NewWebhook) => (await api.call(createWebhook, { params: { projectId }, body })).data,
    onSuccess: refresh,
  });
}

export function useUpdateWebhook(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async ({ webhookId, body }: { webhookId: number; body: WebhookChange }) =>
      (await api.call(updateWebhook, { params: { projectId, webhookId }, body })).data,
    onSettled: refresh,
  });
}

export function useDeleteWebhook(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: (webhookId: number) => api.call(deleteWebhook, { params: { projectId, webhookId } }),
    onSettled: refresh,
  });
}

export function useTestWebhook(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async (webhookId: number) => (await api.call(testWebhook, { params: { projectId, webhookId } })).data,
    onSettled: refresh,
  });
}

export function useRedeliver(projectId: number, { kind, id }: LogSource) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async (deliveryId: number) =>
      kind === "webhook"
        ? (await api.call(redeliverWebhook, { params: { projectId, webhookId: id, deliveryId } })).data
        : (await api.call(redeliverBinding, { params: { projectId, bindingId: id, deliveryId } })).data,
    onSettled: refresh,
  });
}

/** Invalidates the list, all logs and the connector. */
function useRefresh(projectId: number | null): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ["connectors"], exact: true });
    return queryClient.invalidateQueries({ queryKey: keyOf(projectId) });
  };
}
