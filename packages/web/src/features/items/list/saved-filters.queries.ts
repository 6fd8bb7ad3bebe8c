import { createSavedFilter, deleteSavedFilter, updateSavedFilter } from "@plumb/contract/items/saved-filters.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ItemFilter } from "#lib/address/item-search.ts";
import { api } from "#lib/api/api.ts";
import { showSuccess } from "#ui/feedback/toast.ts";
import { savedFiltersQuery } from "#features/items/items.queries.ts";

interface NewFilter {
  readonly name: string;
  readonly shared: boolean;
  readonly search: ItemFilter;
}

export function useCreateFilter(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewFilter) => api.call(createSavedFilter, { params: { projectId }, body }),
    onSuccess: () => showSuccess("The filter was saved"),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedFiltersQuery(projectId).queryKey }),
  });
}

interface ChangedFilter {
  readonly id: number;
  readonly name?: string;
  readonly shared?: boolean;
}

/** Renames, shares or unshares a filter of the user. */
export function useUpdateFilter(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id: filterId, ...body }: ChangedFilter) =>
      api.call(updateSavedFilter, { params: { projectId, filterId }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedFiltersQuery(projectId).queryKey }),
  });
}

export function useDeleteFilter(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (filterId: number) => api.call(deleteSavedFilter, { params: { projectId, filterId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedFiltersQuery(projectId).queryKey }),
  });
}
