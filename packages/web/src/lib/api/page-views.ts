import type { ViewEndpoints } from "@plumb/contract/projects/view-endpoints.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "./api.ts";
import { useViewActions } from "./view-actions.ts";

/** Loads the saved views of a page when their menu opens or `isNeeded` is set, and changes them. */
export function usePageViews<Search extends object>(
  projectId: number,
  { list, create, update, remove }: ViewEndpoints<Search>,
  isNeeded: boolean,
) {
  const [requested, setRequested] = useState(false);
  const queryKey = [list.path, projectId];
  const views = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(list, { params: { projectId }, signal }),
    enabled: requested || isNeeded,
  });
  const actions = useViewActions<Search>(queryKey, {
    create: (body) => api.call(create, { params: { projectId }, body }),
    update: ({ viewId, ...body }) => api.call(update, { params: { projectId, viewId }, body }),
    remove: (viewId) => api.call(remove, { params: { projectId, viewId } }),
  });
  return { found: views.data, failed: views.isError, actions, onOpen: () => setRequested(true) };
}
