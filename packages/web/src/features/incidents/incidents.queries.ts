import { type Incident, leaveOutIncident, listIncidents } from "@plumb/contract/failures/incidents.ts";
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type FailureFilterName, type FailureSearch, filterQuery, timeWindowOf } from "#lib/address/failure-search.ts";
import { api } from "#lib/api/api.ts";
import { refusalText } from "#lib/api/error-text.ts";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { counted } from "#lib/format/format.ts";
import { currentTimeZone } from "#lib/format/time-zone.ts";
import { showError, showSuccess } from "#ui/feedback/toast.ts";

const reloadMs = 1000;

/** Filter of incidents: a window, or a report at any time. */
export type IncidentSearch = Pick<
  FailureSearch,
  FailureFilterName | "mine" | "window" | "startDate" | "endDate" | "runs" | "incident"
>;

function incidentsKey(projectId: number) {
  return ["incidents", projectId] as const;
}

export function incidentsQuery(projectId: number, search: IncidentSearch) {
  const { window, startDate, endDate, runs } = search;
  const timeZone = window === "custom" ? currentTimeZone() : undefined;
  const ofRuns = runs === undefined ? undefined : [...runs];
  const period = { timeWindow: timeWindowOf({ window }), startDate, endDate, timeZone };
  const query = { ...period, runs: ofRuns, ...filterQuery(search), limit: 100 };
  return queryOptions({
    queryKey: [...incidentsKey(projectId), query],
    queryFn: async ({ signal }) => (await api.call(listIncidents, { params: { projectId }, query, signal })).data,
    placeholderData: keepPreviousData,
  });
}

/** Reloads the incidents when the project's failures change. */
export function useLiveIncidents(projectId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = () => void queryClient.invalidateQueries({ queryKey: incidentsKey(projectId) });
    return onProjectChanges(projectId, { events: ["failures-changed"], withinMs: reloadMs, reload });
  }, [queryClient, projectId]);
}

/** Excludes the failures of an incident from rates, or includes them again. */
export function useLeaveOut(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, leftOut }: { readonly id: Incident["id"]; readonly leftOut: boolean }) =>
      (await api.call(leaveOutIncident, { params: { projectId, incidentId: id }, body: { leftOut } })).data,
    onSuccess: ({ leftOut, failures }) =>
      showSuccess(
        leftOut
          ? `${counted(failures, "failure")} excluded from the project's rates.`
          : `${counted(failures, "failure")} included in the project's rates again.`,
      ),
    onError: (error) => showError(refusalText(error, "Failed to change the incident")),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: incidentsKey(projectId) });
      await queryClient.invalidateQueries({ queryKey: ["reports", "dashboard", projectId] });
    },
  });
}
