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

/** The failure that the run had first of its cause. */
export const LiveFailure = z.object({
  resultId: Id,
  name: z.string(),
  variant: z.string(),
  /** First line of the error, without ANSI codes. */
  errorLine: z.string().nullable(),
  /** Number of failed or errored tests of the run with the same failure signature. */
  similar: z.number().int().positive(),
  /** Signed address of the last picture of the test; `null` without one. */
  picture: z.string().nullable(),
});
export type LiveFailure = z.infer<typeof LiveFailure>;

export const LiveRun = z.object({
  /** Clock of the server, to compute how long tests have been running. */
  now: Timestamp,
  /** The longest running first, at most 100. */
  running: z.array(RunningTest),
  runningCount: z.number().int().nonnegative(),
  /** Latest causes first, at most 20. Failures with the same signature are one entry, the first of them. */
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

/** Minimum number of earlier runs. Fewer say nothing about what is usual. */
export const minPaceRuns = 3;

/** Pace of the latest complete runs of the same suite, environment and branch. */
export const RunPace = z.object({
  /** Number of runs, from 3 to 5. */
  runs: z.number().int(),
  /** Median duration in milliseconds. */
  durationMs: z.number().positive(),
  /**
   * Median times since the start, in milliseconds, at which 5%, 10%, … and 100% of the tests had ended; `null` if the runs do not have the times of
   * their tests, or more than 100,000 tests together.
   */
  marks: z.array(z.number()).nullable(),
});
export type RunPace = z.infer<typeof RunPace>;

export const readRunPace = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/pace",
  summary: "Read how long earlier runs like this report took; `null` if there are fewer than three",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  response: success(RunPace.nullable()),
});
