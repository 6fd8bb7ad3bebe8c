import { listTrendFilters } from "@plumb/contract/trends/trends.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";

export function runOptionsKey(projectId: number) {
  return ["run-options", projectId] as const;
}

/** Loads the filter values of counted runs, limited to those that contain `find` if it is given. */
export function runOptionsQuery(projectId: number, find?: string) {
  return queryOptions({
    queryKey: [...runOptionsKey(projectId), find ?? ""],
    queryFn: async ({ signal }) => (await api.call(listTrendFilters, { query: { projectId, find }, signal })).data,
  });
}
