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
  return useViewAct(projectId, (body: { name: string; search: ReportListSearch; shared: boolean }) =>
    api.call(createSavedView, { params: { projectId }, body }),
  );
}

export function useUpdateView(projectId: number) {
  return useViewAct(
    projectId,
    ({ viewId, ...body }: { viewId: number; name?: string; search?: ReportListSearch; shared?: boolean }) =>
      api.call(updateSavedView, { params: { projectId, viewId }, body }),
  );
}

export function useDeleteView(projectId: number) {
  return useViewAct(projectId, (viewId: number) => api.call(deleteSavedView, { params: { projectId, viewId } }));
}

/** Always reloads the list, because other users may have changed it too. */
function useViewAct<Act, Answer>(projectId: number, act: (what: Act) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queryClient.invalidateQueries({ queryKey: savedViewsQuery(projectId).queryKey }),
  });
}
