import { z } from "zod";
import { endpoint, flag, Id, Timestamp, success } from "#endpoint.ts";
import { ProblemSeverity } from "#result-event.ts";
import { NamedTest } from "./results.ts";

/** A report is a run as shown to users. It has the same id as the run. */
export const RunStatus = z.enum(["running", "completed", "failed", "interrupted"]);
export type RunStatus = z.infer<typeof RunStatus>;

export const ReportSummary = z.object({
  total: z.number().int(),
  /** Includes flaky tests. */
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  /** Tests that passed after a failed attempt; included in `passed`. */
  flaky: z.number().int(),
  /** Wall-clock duration of the run in milliseconds; `null` if unknown. */
  duration: z.number().nullable(),
  /** Total duration of all attempts, in milliseconds. */
  testDuration: z.number(),
  /** Passed tests in percent of those that ran (passed, failed, errored), to one decimal; `null` if none ran. */
  passRate: z.number().nullable(),
  /** Like `passRate`, but based on first attempts. */
  firstAttemptPassRate: z.number().nullable(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

/** Progress of a live run. */
export const RunProgress = z.object({
  /** Number of known tests: announced, running and finished. */
  expected: z.number().int(),
  running: z.number().int(),
  /** Number of announced tests that have not started. */
  remaining: z.number().int(),
  /** Expected end, based on earlier durations of the suite; `null` if unknown or already past. */
  endsAt: Timestamp.nullable(),
});
export type RunProgress = z.infer<typeof RunProgress>;

export const Report = z.object({
  id: Id,
  projectId: Id,
  /** Number of the report in its project, from 1. */
  number: z.number().int().positive(),
  testSuite: z.string(),
  status: RunStatus,
  framework: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** Author of the commit. `authors` has the authors of the tests. */
  commitAuthor: z.string().nullable(),
  /** Number or id of the pull or merge request. */
  pullRequest: z.string().nullable(),
  build: z.string().nullable(),
  ciUrl: z.string().nullable(),
  startTime: Timestamp,
  endTime: Timestamp.nullable(),
  tags: z.array(z.string()),
  /** `key=value`. A key with several values has different ones in parts of the run. */
  facts: z.array(z.string()),
  /** Authors of the tests, at most 200, without "Unknown". */
  authors: z.array(z.string()),
  /** Authors with a failed test. */
  failedAuthors: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  summary: ReportSummary,
  /** Failed and errored tests that were in quarantine when the run started. Only present if a single report is requested. */
  quarantined: z.number().int().optional(),
  problemCount: z.number().int(),
  /** Number of outputs and files that do not belong to a test. */
  outputCount: z.number().int(),
  /** Number of uploads. Only present if a single report is requested. */
  uploadCount: z.number().int().optional(),
  /** Numbers of the shards that a running report is waiting for, and the total number of shards. */
  missingShards: z.object({ shards: z.array(z.number().int()), of: z.number().int() }).optional(),
  /** Progress of a running report. */
  progress: RunProgress.optional(),
  /** Reason for the interruption, as a sentence; `null` if the run was not interrupted. */
  interruption: z.string().nullable().optional(),
  /**
   * Reason why only part of the suite ran, as a sentence without its full stop; `null` for a complete run. Other runs are not compared with a
   * partial run, and tests that did not run count as neither fixed nor removed.
   */
  partial: z.string().nullable().optional(),
  /** Last activity of a running report's reporters. Absent or `null` if no reporter with a heartbeat is active. */
  heardAt: Timestamp.nullable().optional(),
  /** Aliases of `testSuite` and some `summary` fields, for clients that use these names. */
  test_suite: z.string().optional(),
  /** The first 10,000 tests in the order of the list, if requested. */
  tests: z.array(NamedTest).optional(),
  stats: z.object({ total: z.number().int(), failed: z.number().int(), errors: z.number().int() }).optional(),
  /** True if the report is excluded from automatic cleanup. */
  kept: z.boolean(),
});
export type Report = z.infer<typeof Report>;

/** Reporters send something every 30 seconds. A run counts as silent after this time without a message. */
export const silentAfterMs = 120_000;

const reportParams = z.object({ reportId: Id });

export const readReport = endpoint({
  method: "GET",
  path: "/api/reports/:reportId",
  summary: "Read a report with its counters, and optionally its tests (the first 10,000)",
  allow: "project:read",
  params: reportParams,
  query: z.object({ tests: flag }),
  response: success(Report),
});

export const locateReport = endpoint({
  method: "GET",
  path: "/api/projects/:projectId/reports/:number",
  summary: "Find a report by its number in the project",
  allow: "project:read",
  params: z.object({ projectId: Id, number: z.coerce.number().int().min(1).max(2_147_483_647) }),
  response: success(z.object({ id: Id })),
});

export const Problem = z.object({
  id: Id,
  severity: ProblemSeverity,
  /** Uploaded file with the problem. */
  file: z.string().nullable(),
  line: z.number().int().nullable(),
  reason: z.string(),
});
export type Problem = z.infer<typeof Problem>;

export const listProblems = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/problems",
  summary: "List what could not be read, was repaired, or failed outside the tests (the first 200)",
  allow: "project:read",
  params: reportParams,
  response: success(z.array(Problem)),
});
