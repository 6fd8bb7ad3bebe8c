import { z } from "zod";
import { endpoint, flag, Id, Moment, success } from "#endpoint.ts";
import { ProblemSeverity } from "#result-event.ts";
import { NamedTest } from "./results.ts";

/** A report is the readable form of a run, with the same id. */
export const RunStatus = z.enum(["running", "completed", "failed", "interrupted"]);
export type RunStatus = z.infer<typeof RunStatus>;

export const ReportSummary = z.object({
  total: z.number().int(),
  /** Includes flaky. */
  passed: z.number().int(),
  failed: z.number().int(),
  errored: z.number().int(),
  skipped: z.number().int(),
  /** Passed in the end after a failed attempt; part of `passed`. */
  flaky: z.number().int(),
  /** Wall clock of the run in milliseconds; null while unknown. */
  duration: z.number().nullable(),
  /** Sum of all attempts of all tests, in milliseconds. */
  testDuration: z.number(),
  /** Final pass rate: passed of those that ran (passed, failed, errored), in percent, one decimal; null if none ran. */
  passRate: z.number().nullable(),
  /** The same, judged by first attempts only. */
  firstAttemptPassRate: z.number().nullable(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

/** Progress of a live run. */
export const RunProgress = z.object({
  /** Tests that are known of: announced, running and decided. */
  expected: z.number().int(),
  running: z.number().int(),
  /** Announced, and not begun yet. */
  remaining: z.number().int(),
  /** The expected end, if it takes as long as its suite took before; null if unknown, or already past. */
  endsAt: Moment.nullable(),
});
export type RunProgress = z.infer<typeof RunProgress>;

export const Report = z.object({
  id: Id,
  projectId: Id,
  /** Counts up from 1 within the project. */
  number: z.number().int().positive(),
  testSuite: z.string(),
  status: RunStatus,
  framework: z.string(),
  environment: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** Author of the commit; `authors` are those of tests. */
  commitAuthor: z.string().nullable(),
  /** Number or id of the pull or merge request. */
  pullRequest: z.string().nullable(),
  build: z.string().nullable(),
  ciUrl: z.string().nullable(),
  startTime: Moment,
  endTime: Moment.nullable(),
  tags: z.array(z.string()),
  /** The authors of its tests, at most 200; never "Unknown". */
  authors: z.array(z.string()),
  /** The ones with a failed test. */
  failedAuthors: z.array(z.string()),
  metadata: z.record(z.string(), z.string()),
  summary: ReportSummary,
  /** Failed and errored tests that were in quarantine when the run started; only if one report is requested. */
  quarantined: z.number().int().optional(),
  problemCount: z.number().int(),
  /** Outputs and files that belong to none of its tests. */
  outputCount: z.number().int(),
  /** Number of uploads; only in a single report. */
  uploadCount: z.number().int().optional(),
  /** For a running report that waits for parts: which ones, and how many there are. */
  missingShards: z.object({ shards: z.array(z.number().int()), of: z.number().int() }).optional(),
  /** For a running report: its progress. */
  progress: RunProgress.optional(),
  /** Why the run broke off, in a sentence; null if it did not. */
  interruption: z.string().nullable().optional(),
  /**
   * Why only part of the suite ran, in a sentence without its full stop; null for a whole run. Other runs are not compared with a
   * partial run, and the tests that it left out count as neither fixed nor removed.
   */
  partial: z.string().nullable().optional(),
  /**
   * For a running report: when its reporters last sent something. Absent or null if no reporter with a heartbeat is
   * at work.
   */
  heardAt: Moment.nullable().optional(),
  /** Other names of `testSuite` and of parts of `summary`, for clients that were written for them. */
  test_suite: z.string().optional(),
  /** Its first 10,000 tests, in the order of the list, where the call asks for them. */
  tests: z.array(NamedTest).optional(),
  stats: z.object({ total: z.number().int(), failed: z.number().int(), errors: z.number().int() }).optional(),
  /** Kept reports are excluded from automatic cleanup. */
  kept: z.boolean(),
});
export type Report = z.infer<typeof Report>;

/** Reporters send something every 30 seconds; after this time of silence a run counts as silent. */
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
  /** The uploaded file it was found in. */
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
