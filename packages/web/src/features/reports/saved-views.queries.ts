import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type ReportListSearch,
  updateSavedView,
} from "@plumb/contract/projects/saved-views.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { useViewActions } from "#lib/api/view-actions.ts";
import type { ViewActions } from "#lib/api/saved-view.ts";

export function savedViewsQuery(projectId: number) {
  return queryOptions({
    queryKey: ["saved-views", projectId],
    queryFn: ({ signal }) => api.call(listSavedViews, { params: { projectId }, signal }),
  });
}

export function useReportViewActions(projectId: number): ViewActions<ReportListSearch> {
  return useViewActions(savedViewsQuery(projectId).queryKey, {
    create: (body) => api.call(createSavedView, { params: { projectId }, body }),
    update: ({ viewId, ...body }) => api.call(updateSavedView, { params: { projectId, viewId }, body }),
    remove: (viewId) => api.call(deleteSavedView, { params: { projectId, viewId } }),
  });
}
