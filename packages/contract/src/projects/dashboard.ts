import { z } from "zod";
import { BaseRun, ChangeCounts } from "#runs/compare.ts";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { Incident } from "#failures/incidents.ts";
import { FailingState } from "#failures/failing-state.ts";
import { ClassifiedFields } from "#failures/failures.ts";
import { Report } from "#runs/reports.ts";

const count = z.number().int().nonnegative();

/** Totals of reports. */
export const ReportTotals = z.object({
  totalReports: count,
  totalTests: count,
  /** Includes flaky tests. */
  passed: count,
  failed: count,
  errored: count,
  skipped: count,
  flaky: count,
  /** Tests whose first attempt passed. */
  firstPassed: count,
  /** Failures that are excluded from the rates because of a quarantine or an excluded incident. */
  leftOut: count,
  /** Passed tests in percent of all tests, rounded; `null` without tests. */
  passRate: z.number().int().nullable(),
  /** Passed tests in percent of those that passed, failed or errored, without excluded failures, to one decimal. Reports and trends use this rate. */
  ranPassRate: z.number().nullable(),
  /** Tests that passed on the first attempt in percent of those that ran, to one decimal; `null` if none ran. */
  firstAttemptPassRate: z.number().nullable(),
  /** Total duration of all reports in milliseconds. */
  totalDuration: z.number(),
  /** Average duration of a report in milliseconds, rounded; `null` without reports. */
  avgDuration: z.number().int().nullable(),
  /** Number of reports with a duration. */
  timedReports: count,
});
export type ReportTotals = z.infer<typeof ReportTotals>;

/** State of a suite in one environment and on one branch after its last finished run. */
export const SuiteState = z.object({
  latest: Report,
  /** First run of the uninterrupted series of red runs up to `latest`, within the last 500 runs; `null` if `latest` is not red. */
  redSince: z.object({ id: Id, number: z.number().int().positive(), startTime: Timestamp }).nullable(),
  /** Run that `latest` is compared with, as in `changes` of a report; `null` if there is no earlier run. */
  base: BaseRun.nullable(),
  changes: ChangeCounts.nullable(),
  /** Latest earlier run of the suite, environment and branch without failures, as in `changes` of a report; `null` if `latest` is not red. */
  lastGreen: BaseRun.nullable(),
  /** The last five finished runs up to `latest`, oldest first. Empty if `latest` is not red. */
  runs: z.array(z.object({ id: Id, number: z.number().int().positive(), red: z.boolean() })),
  /** False until the failures of `latest` are grouped by cause. */
  grouped: z.boolean(),
  /** Owners of the failed tests of `latest`: the three with the most failures, and the total number. Empty until the run is counted. */
  owners: z.object({ most: z.array(z.object({ owner: z.string(), failures: count })), count }),
});
export type SuiteState = z.infer<typeof SuiteState>;

/** A cause of failures in the latest runs of the red suites. */
export const DashboardCause = ClassifiedFields.extend({
  groupId: Id,
  /** First line of its most frequent error. */
  error: z.string(),
  /** As in the list of causes. */
  state: FailingState.exclude(["resolved"]),
  /** Tests that fail with it now. */
  tests: count,
  /** Latest runs with the cause, those with the most tests first. Each is the `latest` of a red suite. */
  runIds: z.array(Id),
  /** Owners of up to 100 of these tests, those with the most tests first, at most three. */
  owners: z.array(z.string()),
});
export type DashboardCause = z.infer<typeof DashboardCause>;

/** Sums of the ended reports that started on a day (UTC). */
export const DashboardDay = z.object({
  day: z.iso.date(),
  reports: count,
  tests: count,
  /** Passed tests in percent of all tests; `null` without tests. */
  passRate: z.number().nullable(),
  /** Average duration of a report in milliseconds; `null` if none has a duration. */
  avgDuration: z.number().nullable(),
});
export type DashboardDay = z.infer<typeof DashboardDay>;

export const Dashboard = z.object({
  /** Totals over the project's reports. */
  totals: ReportTotals,
  /** Totals of the last 30 days including today (UTC), and of the 30 days before. */
  current: ReportTotals,
  previous: ReportTotals,
  /** The days of `current` with ended reports, oldest first. */
  days: z.array(DashboardDay),
  /** The five newest running reports, newest first. */
  running: z.array(Report),
  /** The 10 newest reports, newest first. */
  recent: z.array(Report),
  /**
   * The 10 most recently run red suites (each per environment and branch), most new failures first. A suite is red if its last finished run failed or
   * was interrupted. Only the last 2,000 finished runs are searched, within 30 days of the newest one that is not in the future.
   */
  red: z.array(SuiteState),
  redSuites: count,
  /** Causes of the failures in `red`: new ones first, then those that are back, then known ones, each with the most tests first; at most 8. */
  causes: z.array(DashboardCause),
  /** Number of all causes in `red`. */
  causeCount: count,
  suites: count,
  /** Incidents that ended within the last 24 hours and incidents of the suites' latest reports, latest first, at most 5. */
  incidents: z.array(Incident),
  /** The suite that ran last, if no suite is red. */
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
