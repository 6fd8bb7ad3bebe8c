import { changeStorageLimit, readStorage, type StorageLimit } from "@plumb/contract/projects/storage.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export function storageQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "storage"],
    queryFn: async ({ signal }) => (await api.call(readStorage, { params: { projectId }, signal })).data,
  });
}

export function useChangeStorageLimit(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (limit: StorageLimit) =>
      (await api.call(changeStorageLimit, { params: { projectId }, body: { limit } })).data,
    onSuccess: (data) => client.setQueryData(storageQuery(projectId).queryKey, data),
  });
}
