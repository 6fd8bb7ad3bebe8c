import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";

/** Maximum number of running tests in a response. */
export const maxRunningTests = 100;
/** Maximum number of failures in a response. */
export const maxLiveFailures = 20;

/** A test that is running now. */
export const RunningTest = z.object({
  resultId: Id,
  /** Suites from the outermost to the innermost, then the title, joined with ` › ` and cut at 200 characters. */
  name: z.string(),
  /** Playwright project, browser or parameters; empty if there are none. */
  variant: z.string(),
  uploadId: Id,
  /** Name of the report file or live source. */
  file: z.string(),
  shard: z.number().int().nullable(),
  /** `null` if the reporter does not send workers. */
  worker: z.number().int().nullable(),
  /** Start of the current attempt, not after `now`; `null` if unknown. */
  startedAt: Timestamp.nullable(),
});
export type RunningTest = z.infer<typeof RunningTest>;

export const LiveFailure = z.object({
  resultId: Id,
  name: z.string(),
  variant: z.string(),
  /** First line of the error, without ANSI codes. */
  errorLine: z.string().nullable(),
  /** Number of failed or errored tests of the run with the same failure signature. */
  similar: z.number().int().positive(),
});
export type LiveFailure = z.infer<typeof LiveFailure>;

export const LiveRun = z.object({
  /** Clock of the server, to compute how long tests have been running. */
  now: Timestamp,
  /** The longest running first, at most 100. */
  running: z.array(RunningTest),
  runningCount: z.number().int().nonnegative(),
  /** The latest first, at most 20. Failures with the same signature are one entry, the latest of them. */
  failures: z.array(LiveFailure),
});
export type LiveRun = z.infer<typeof LiveRun>;

export const readLiveRun = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/live",
  summary: "Read what a running report runs now, and its latest failures by cause",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  response: success(LiveRun),
});
