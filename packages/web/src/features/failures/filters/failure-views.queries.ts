import {
  createFailureView,
  deleteFailureView,
  type FailureViewSearch,
  listFailureViews,
  updateFailureView,
} from "@plumb/contract/failures/failure-views.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { useViewActions } from "#ui/views/use-view-actions.ts";
import type { ViewActions } from "#ui/views/view.ts";

export function failureViewsQuery(projectId: number) {
  return queryOptions({
    queryKey: ["failure-views", projectId],
    queryFn: ({ signal }) => api.call(listFailureViews, { params: { projectId }, signal }),
  });
}

export function useFailureViewActions(projectId: number): ViewActions<FailureViewSearch> {
  return useViewActions(failureViewsQuery(projectId).queryKey, {
    create: (body) => api.call(createFailureView, { params: { projectId }, body }),
    update: ({ viewId, ...body }) => api.call(updateFailureView, { params: { projectId, viewId }, body }),
    remove: (viewId) => api.call(deleteFailureView, { params: { projectId, viewId } }),
  });
}
