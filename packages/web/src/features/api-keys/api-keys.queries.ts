import type { Input } from "@plumb/client/client.ts";
import { createApiKey, listApiKeys, revokeApiKey } from "@plumb/contract/projects/api-keys.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export function apiKeysQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "api-keys"],
    queryFn: async ({ signal }) => (await api.call(listApiKeys, { params: { projectId }, signal })).data,
  });
}

export function useCreateApiKey(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: Input<(typeof createApiKey)["body"]>) =>
      (await api.call(createApiKey, { params: { projectId }, body })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey }),
  });
}

export function useRevokeApiKey(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keyId: number) => api.call(revokeApiKey, { params: { projectId, keyId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysQuery(projectId).queryKey }),
  });
}
