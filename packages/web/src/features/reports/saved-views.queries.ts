import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  updateSavedView,
} from "@plumb/contract/projects/saved-views.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

export function savedViewsQuery(projectId: number) {
  return queryOptions({
    queryKey: ["saved-views", projectId],
    queryFn: ({ signal }) => api.call(listSavedViews, { params: { projectId }, signal }),
  });
}

export function useCreateView(projectId: number) {
  return useViewAction(projectId, (body: { name: string; search: ReportListSearch; shared: boolean }) =>
    api.call(createSavedView, { params: { projectId }, body }),
  );
}

export function useUpdateView(projectId: number) {
  return useViewAction(
    projectId,
    ({ viewId, ...body }: { viewId: number; name?: string; search?: ReportListSearch; shared?: boolean }) =>
      api.call(updateSavedView, { params: { projectId, viewId }, body }),
  );
}

export function useDeleteView(projectId: number) {
  return useViewAction(projectId, (viewId: number) => api.call(deleteSavedView, { params: { projectId, viewId } }));
}

/** Always reloads the list, because other users may have changed it too. */
function useViewAction<Action, Answer>(projectId: number, action: (what: Action) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: action,
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery(projectId).queryKey }),
  });
}
