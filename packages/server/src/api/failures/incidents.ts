import { leaveOutIncident, listIncidents } from "@plumb/contract/failures/incidents.ts";
import { ApiError } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import { isFiltered } from "#read-models/failures/failure-filter.ts";
import type { FailureIndex } from "#read-models/failures/failure-index.ts";
import { askFailures, type FailureSelection, includesFailure } from "#read-models/failures/failure-selection.ts";
import { failuresOfIncidents, incidentPage, leaveOut } from "#store/failures/incidents/incident-rows.ts";
import { selectionOf } from "./failure-window.ts";
import { presentIncidents } from "./present-incidents.ts";

export function incidentRoutes(api: Api<"bus" | "db" | "failureIndex">): void {
  api.read(listIncidents, async ({ context: { db, failureIndex }, projectId, query, caller, now }) => {
    const selection = selectionOf(query, { projectId, caller, now });
    const ids = await incidentsWithFailures(failureIndex, selection);
    const { incidents, total } = await incidentPage(db, projectId, { ...selection, ids }, query);
    return { data: await presentIncidents(db, incidents, { projectId, caller, now }), total };
  });

  api.route(leaveOutIncident, async ({ context: { bus, db }, projectId, params, body: { leftOut }, caller, now }) => {
    const userId = caller.kind === "user" ? caller.user.id : null;
    const failures = await leaveOut(db, projectId, params.incidentId, { leftOut, userId, now });
    if (failures === null) throw new ApiError("not_found", "This incident no longer exists.");
    bus.publish({ about: "failures", projectId });
    return { data: { leftOut, failures } };
  });
}

/** Returns the incidents with at least one failure that matches the filters; undefined without filters. */
async function incidentsWithFailures(index: FailureIndex, selection: FailureSelection): Promise<number[] | undefined> {
  if (!isFiltered(selection.filter ?? {})) return undefined;
  const { projectId } = selection;
  const byIncident = await failuresOfIncidents(index.db, projectId, selection);
  const requested = await askFailures(index, selection);
  return [...byIncident].flatMap(([id, failures]) =>
    failures.some((failure) => includesFailure(requested, failure)) ? [id] : [],
  );
}
