import { confirmRetention, keepReport, readRetention } from "@plumb/contract/projects/retention.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Preview of automatic cleanup. Its key starts with that of the project, so that saving the project settings refreshes it. */
export function retentionQuery(projectId: number) {
  return queryOptions({
    queryKey: ["project", projectId, "retention"],
    queryFn: async ({ signal }) => (await api.call(readRetention, { params: { projectId }, signal })).data,
  });
}

/** Starts automatic cleanup. */
export function useConfirmRetention(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.call(confirmRetention, { params: { projectId } })).data,
    onSuccess: (data) => client.setQueryData(retentionQuery(projectId).queryKey, data),
  });
}

/** Excludes a report from cleanup, or includes it again. */
export function useKeepReport(report: Pick<Report, "id" | "projectId">) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (keep: boolean) =>
      (await api.call(keepReport, { params: { reportId: report.id }, body: { keep } })).data,
    onSuccess: (data) => {
      client.setQueryData(["report", report.id], data);
      return client.invalidateQueries(retentionQuery(report.projectId));
    },
  });
}
