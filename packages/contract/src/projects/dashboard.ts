import { z } from "zod";
import { BaseRun, ChangeCounts } from "#runs/compare.ts";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { Incident } from "#failures/incidents.ts";
import { ClassFilter } from "#failures/failure-window.ts";
import { Report } from "#runs/reports.ts";

const count = z.number().int().nonnegative();

/** Totals of reports. */
export const ReportTotals = z.object({
  totalReports: count,
  totalTests: count,
  /** Includes flaky. */
  passed: count,
  failed: count,
  errored: count,
  skipped: count,
  flaky: count,
  /** Tests whose first attempt passed. */
  firstPassed: count,
  /** Failures excluded from the rates: of excluded incidents and of tests in quarantine. */
  leftOut: count,
  /** Passed of all tests in percent, what is left out aside, rounded; null without tests. */
  passRate: z.number().int().nullable(),
  /** Passed of those that passed, failed or errored, what is left out aside, in percent to one decimal: as reports and trends have it. */
  ranPassRate: z.number().nullable(),
  /** Tests whose first attempt passed, of those that ran, in percent to one decimal; null without any. */
  firstAttemptPassRate: z.number().nullable(),
  /** Milliseconds of all reports together. */
  totalDuration: z.number(),
  /** Total duration over the number of reports, in milliseconds, rounded; null without reports. */
  avgDuration: z.number().int().nullable(),
  /** Reports with a duration. */
  timedReports: count,
});
export type ReportTotals = z.infer<typeof ReportTotals>;

/** A suite in one environment and on one branch, as its last finished run left it. */
export const SuiteState = z.object({
  latest: Report,
  /** The first of the unbroken row of red runs that `latest` ends (within the last 500); null if it is not red. */
  redSince: z.object({ id: Id, number: z.number().int().positive(), startTime: Moment }).nullable(),
  /** What `latest` is compared with, as `changes` of a report; null if there was no run before. */
  base: BaseRun.nullable(),
  changes: ChangeCounts.nullable(),
  /** What the failures of `latest` are taken for, the most frequent first; null until they are gathered. */
  causes: z
    .object({
      classes: z.array(z.object({ class: ClassFilter, failures: count })),
      causes: count,
      /** Those of them that are new now, as `state` of a cause. */
      newCauses: count,
    })
    .nullable(),
  /** Whose tests failed in `latest`: the three with most failures, and how many there are; none until the run is counted. */
  owners: z.object({ most: z.array(z.object({ owner: z.string(), failures: count })), count }),
});
export type SuiteState = z.infer<typeof SuiteState>;

export const Dashboard = z.object({
  /** Of all reports of the project. */
  totals: ReportTotals,
  /** Totals of the 30 days up to today (UTC), and of the 30 days before. */
  current: ReportTotals,
  previous: ReportTotals,
  /** The 10 newest reports, newest first. */
  recent: z.array(Report),
  /**
   * Suites (each per environment and branch) whose last finished run is red: the 10 that ran last, most new failures first.
   * Red is a run that failed or was interrupted. Looked for among the last 2,000 finished runs, of the 30 days up to the
   * newest that is not in the future.
   */
  red: z.array(SuiteState),
  redSuites: count,
  suites: count,
  /** Incidents that ended within the last 24 hours, and those of the suites' latest reports; the latest first, 5 at most. */
  incidents: z.array(Incident),
  /** If nothing is red: the suite that ran last. */
  green: SuiteState.nullable(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const readDashboard = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/dashboard",
  summary: "Read the dashboard of a project: red suites and their changes, totals, newest reports",
  allow: "project:read",
  params: z.object({ projectId: Id }),
  response: success(Dashboard),
});
