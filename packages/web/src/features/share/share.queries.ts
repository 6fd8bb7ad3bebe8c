import {
  createShareLink,
  listShareLinks,
  readSharedView,
  revokeShareLink,
  type ShareTarget,
} from "@plumb/contract/projects/share-links.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Content of the share link in the address. Loaded once, because each request counts as an opening. */
export const sharedViewQuery = queryOptions({
  queryKey: ["shared-view"],
  queryFn: async ({ signal }) => (await api.call(readSharedView, { signal })).data,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

export function shareLinksQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "share-links"],
    queryFn: async ({ signal }) => (await api.call(listShareLinks, { params: { projectId }, signal })).data,
  });
}

export function useCreateShareLink(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: { readonly target: ShareTarget; readonly expiresAt: string }) =>
      (await api.call(createShareLink, { params: { projectId }, body })).data,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: shareLinksQuery(projectId).queryKey }),
  });
}

export function useRevokeShareLink(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (linkId: number) => api.call(revokeShareLink, { params: { projectId, linkId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: shareLinksQuery(projectId).queryKey }),
  });
}
