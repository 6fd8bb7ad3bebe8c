import { leaveOutIncident, listIncidents } from "@plumb/contract/failures/incidents.ts";
import { ApiError } from "#core/api-error.ts";
import type { Api } from "#http/api.ts";
import { incidentPage, leaveOut } from "#store/failures/incidents/incident-rows.ts";
import { selectionOf } from "./failure-window.ts";
import { presentIncidents } from "./present-incidents.ts";

export function incidentRoutes(api: Api<"bus" | "db">): void {
  api.route(listIncidents, async ({ context: { db }, projectId, query, caller, now }) => {
    const selection = selectionOf(query, { projectId, caller, now });
    const { incidents, total } = await incidentPage(db, projectId, selection, query);
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
