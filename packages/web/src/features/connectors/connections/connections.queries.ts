import type { Input } from "@plumb/client/client.ts";
import {
  createBinding,
  type CredentialsOwner,
  deleteBinding,
  listBindings,
  listProjectConnectors,
  listServiceChannels,
  testBinding,
  updateBinding,
} from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export type NewConnection = Input<(typeof createBinding)["body"]>;
export type ConnectionChange = Input<(typeof updateBinding)["body"]>;

export function projectConnectorsQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "connectors"],
    queryFn: async ({ signal }) => (await api.call(listProjectConnectors, { params: { projectId }, signal })).data,
  });
}

export function connectionsQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "connections"],
    queryFn: async ({ signal }) => (await api.call(listBindings, { params: { projectId }, signal })).data,
  });
}

/** Channels that an account can post to. */
export function serviceChannelsQuery(projectId: number, connectorId: ConnectorId, owner: CredentialsOwner) {
  return queryOptions({
    queryKey: ["project", projectId, "connectors", connectorId, "channels", owner],
    queryFn: async ({ signal }) =>
      (await api.call(listServiceChannels, { params: { projectId, connectorId }, query: { owner }, signal })).data,
    retry: false,
    // The service limits such requests.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
}

export function useCreateConnection(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async (body: NewConnection) => (await api.call(createBinding, { params: { projectId }, body })).data,
    onSuccess: refresh,
  });
}

export function useUpdateConnection(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async ({ bindingId, body }: { bindingId: number; body: ConnectionChange }) =>
      (await api.call(updateBinding, { params: { projectId, bindingId }, body })).data,
    onSettled: refresh,
  });
}

export function useDeleteConnection(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: (bindingId: number) => api.call(deleteBinding, { params: { projectId, bindingId } }),
    onSettled: refresh,
  });
}

export function useTestConnection(projectId: number) {
  const refresh = useRefresh(projectId);
  return useMutation({
    mutationFn: async (bindingId: number) => (await api.call(testBinding, { params: { projectId, bindingId } })).data,
    onSettled: refresh,
  });
}

/** Invalidates the connections, and the trackers that other pages offer. */
function useRefresh(projectId: number): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ["project", projectId, "trackers"] });
    return queryClient.invalidateQueries({ queryKey: connectionsQuery(projectId).queryKey });
  };
}
