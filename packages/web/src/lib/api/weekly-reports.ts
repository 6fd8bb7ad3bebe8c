import { listWeeklyReports, subscribeToWeeklyReport } from "@plumb/contract/people/weekly-reports.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "./api.ts";

/** Projects whose weekly report is mailed to the user. */
export const weeklyReportsQuery = queryOptions({
  queryKey: ["weekly-reports"],
  queryFn: async ({ signal }) => {
    const { data, mailState } = await api.call(listWeeklyReports, { signal });
    return { projects: data, mailState };
  },
});

export function useSubscribeToWeeklyReport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ projectId, subscribed }: { readonly projectId: number; readonly subscribed: boolean }) =>
      api.call(subscribeToWeeklyReport, { params: { projectId }, body: { subscribed } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: weeklyReportsQuery.queryKey }),
  });
}
