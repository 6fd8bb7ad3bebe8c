import {
  cancelExport,
  deleteExport,
  type Export,
  listExports,
  readSizeEstimates,
  type SizeEstimates,
} from "@plumb/contract/runs/exports.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "#lib/api/api.ts";

/** Refetches the list at this interval while an export is being created. */
const followMs = 1500;
/** Refetches finished exports at this interval, because their links are valid for an hour. */
const renewMs = 30 * 60_000;

export function exportsKey(reportId: number) {
  return ["report", reportId, "exports"] as const;
}

export function isUnfinished({ state }: Pick<Export, "state">): boolean {
  return state === "queued" || state === "running";
}

export function exportsQuery(reportId: number) {
  return queryOptions({
    queryKey: exportsKey(reportId),
    queryFn: async ({ signal }) => (await api.call(listExports, { params: { reportId }, signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) === true ? followMs : renewMs),
  });
}

export function sizeEstimatesQuery(reportId: number) {
  return queryOptions({
    queryKey: ["report", reportId, "size-estimates"],
    queryFn: async ({ signal }): Promise<SizeEstimates> =>
      (await api.call(readSizeEstimates, { params: { reportId }, signal })).data,
    staleTime: 60_000,
  });
}

/** Cancels an unfinished export or deletes a finished one. */
export function useRemoveExport(reportId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ exportId, state }: Pick<Export, "exportId" | "state">) => {
      const params = { reportId, exportId };
      if (isUnfinished({ state })) await api.call(cancelExport, { params });
      else await api.call(deleteExport, { params });
    },
    onSettled: () => client.invalidateQueries({ queryKey: exportsKey(reportId) }),
  });
}
