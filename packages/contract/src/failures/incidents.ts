import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { FailureWindow } from "./failure-window.ts";
import { SubClass } from "./failures.ts";

const Count = z.number().int().min(0);

/** What the failures of an incident have in common: the host in their errors, the worker that ran them, facts of their runs, or their cause. */
export const IncidentKind = z.enum(["host", "worker", "fact", "cause"]);
export type IncidentKind = z.infer<typeof IncidentKind>;

/** Many tests that failed for one environment cause within a short time, in one run or several. */
export const Incident = z.object({
  id: Id,
  kind: IncidentKind,
  /** Host name, worker such as `worker 3 of checkout-e2e #12`, facts such as `browser=chrome-143`, or first line of the cause's error. */
  name: z.string(),
  /** The most frequent sub-class of its failures. */
  subClass: SubClass.nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp,
  /** True if the incident has not ended as far as known. */
  ongoing: z.boolean(),
  /** Number of affected tests and of failures. A test that passed on a retry does not count as a failure. */
  tests: Count,
  failures: Count,
  runCount: Count,
  /** The ten runs with the most affected tests. Reports may have been deleted since. */
  runs: z.array(z.object({ id: Id, number: Count, suiteName: z.string(), tests: Count, failures: Count })),
  /** `null` if its failures count; otherwise the user who excluded them from the rates. */
  leftOut: z.object({ at: Timestamp, by: z.string().nullable() }).nullable(),
  /** Incidents of the same host at that time in other projects that the caller can read. */
  elsewhere: z.array(
    z.object({ projectId: Id, projectName: z.string(), incidentId: Id, tests: Count, failures: Count }),
  ),
});
export type Incident = z.infer<typeof Incident>;

export const listIncidents = endpoint({
  method: "GET",
  path: "/api/analysis/projects/:projectId/incidents",
  summary: "List incidents of a period with at least one matching failure, latest first",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  query: FailureWindow.omit({ testSearch: true, incident: true }).extend({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  response: success(z.array(Incident), { total: Count }),
});

export const leaveOutIncident = endpoint({
  method: "PUT",
  path: "/api/analysis/projects/:projectId/incidents/:incidentId/left-out",
  summary: "Exclude the failures of an incident from the rates of the project, or include them again",
  allow: "project:triage",
  params: z.object({ projectId: Id, incidentId: Id }),
  body: z.object({ leftOut: z.boolean() }),
  response: success(z.object({ leftOut: z.boolean(), failures: Count })),
});
