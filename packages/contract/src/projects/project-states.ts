import { z } from "zod";
import { ProjectRole } from "#people/auth.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { RunStatus } from "#runs/reports.ts";
import { DashboardDay, ReportTotals } from "./dashboard.ts";
import { ProjectType } from "./projects.ts";

const count = z.number().int().nonnegative();

const RunInBrief = z.object({
  id: Id,
  number: z.number().int().positive(),
  testSuite: z.string(),
  status: RunStatus,
  startTime: Timestamp,
  total: z.number().int(),
  /** Includes flaky tests. */
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  flaky: z.number().int(),
});
export type RunInBrief = z.infer<typeof RunInBrief>;

const NewCause = z.object({
  groupId: Id,
  /** First line of its most frequent error. */
  error: z.string(),
  /** Run that had it first. */
  firstRun: z.object({ id: Id, number: z.number().int().positive() }),
  firstSeen: Timestamp,
});

/** A project in a list, with its current state. All values are those of its dashboard. */
export const ProjectState = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  type: ProjectType,
  status: z.enum(["active", "inactive"]),
  /** The caller's role; `null` for an administrator who is not a member. */
  role: ProjectRole.nullable(),
  /** Number of suites (each per environment and branch) whose last finished run is red, among the last 30 runs. */
  failingSuites: count,
  suites: count,
  /** The run that started last; `null` if the project has no runs. */
  latest: RunInBrief.nullable(),
  /** The newest of the last runs of the failing suites; `null` if none fails. */
  failing: RunInBrief.nullable(),
  /** The newest run on a main branch, running or among the last runs of the suites; `null` if there is none. */
  main: RunInBrief.nullable(),
  /** Causes in the `red` suites of the dashboard that have the state `new`. */
  newCauses: count,
  /** The one with the most tests; `null` if there is none. */
  newCause: NewCause.nullable(),
  /** Totals of the last 30 days including today (UTC), and the days with ended reports, oldest first, as on the dashboard. */
  current: ReportTotals.pick({
    totalReports: true,
    totalTests: true,
    passRate: true,
    avgDuration: true,
    timedReports: true,
  }),
  days: z.array(DashboardDay),
  /** Tests whose state is `flaky` now. */
  flakyTests: count,
  /** Owner with the most failed tests in the `red` suites of the dashboard; `null` if no failed test has an owner. */
  topOwner: z.object({ owner: z.string(), failures: count }).nullable(),
});
export type ProjectState = z.infer<typeof ProjectState>;

export const listProjectStates = endpoint({
  method: "GET",
  path: "/api/projects/states",
  summary: "List the state of the caller's projects, by name; failing ones with new causes first",
  allow: "user",
  query: z.object({
    /** Part of the name or the description, case-insensitive. */
    search: z.string().max(200).optional(),
    /** `failing`: projects with a failing suite, those with new causes first; `other`: projects without. All projects if absent. */
    state: z.enum(["failing", "other"]).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    /** `nextCursor` of the previous page. */
    cursor: z.string().max(600).optional(),
  }),
  response: success(z.array(ProjectState), { nextCursor: z.string().nullable() }),
});
