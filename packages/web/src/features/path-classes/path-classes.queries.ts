import { changePathClasses, previewPathClasses, readPathClasses } from "@plumb/contract/failures/resolutions.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";
import { showSuccess } from "#ui/feedback/toast.ts";

/** Interval while causes are compared again, in milliseconds. */
const pendingRefreshMs = 3000;

export function pathClassesQuery(projectId: number) {
  return queryOptions({
    queryKey: ["path-classes", projectId],
    queryFn: async ({ signal }) => (await api.call(readPathClasses, { params: { projectId }, signal })).data,
    refetchInterval: ({ state }) => ((state.data?.pending ?? 0) > 0 ? pendingRefreshMs : false),
  });
}

export function usePathClassPreview(projectId: number) {
  return useMutation({
    mutationFn: async (rules: string) =>
      (await api.call(previewPathClasses, { params: { projectId }, body: { rules } })).data,
  });
}

export function useChangePathClasses(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (options: { readonly rules: string; readonly version: number }) =>
      (await api.call(changePathClasses, { params: { projectId }, body: options })).data,
    onSuccess: (data) => {
      queryClient.setQueryData(pathClassesQuery(projectId).queryKey, data);
      void queryClient.invalidateQueries({ queryKey: ["failures", projectId, "resolutions"] });
      showSuccess("The path classes were saved. Resolved causes are being compared again.");
    },
  });
}
