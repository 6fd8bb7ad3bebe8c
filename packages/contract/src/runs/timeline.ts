import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";
import { TestStatus } from "#result-event.ts";

/**
 * Maximum number of marks in a timeline. If there are more executions, those of one worker that started within the same slot share
 * a mark.
 */
export const maxMarks = 3000;
/** Maximum number of lanes in a response. Only the first ones are returned. */
export const maxLanes = 100;

/** An execution of a test, or several executions in one lane that are too close to distinguish. */
export const TimelineMark = z.object({
  /** Index into `lanes`. */
  lane: z.number().int().nonnegative(),
  /** Milliseconds since the start of the timeline. */
  start: z.number(),
  /** Milliseconds from the first start to the last end; `null` if the report has no durations. */
  duration: z.number().nullable(),
  /** Number of executions in this mark. */
  count: z.number().int().positive(),
  /** Number of failed or errored executions. */
  failed: z.number().int().nonnegative(),
  /** Worst status of the executions. */
  status: TestStatus,
  /** Result that the mark links to: a failed execution if there is one, otherwise the slowest. */
  resultId: Id,
  /** 0 for the first execution of the test in its upload, 1 for the first retry. */
  attempt: z.number().int().nonnegative(),
  /** Suites from the outermost to the innermost, then the title, joined with ` › ` and cut at 200 characters. */
  name: z.string(),
});
export type TimelineMark = z.infer<typeof TimelineMark>;

/** Consecutive executions: a worker with its replacements, or, without workers, executions that did not overlap. */
export const TimelineLane = z.object({
  uploadId: Id,
  /** Name of the report file. */
  file: z.string(),
  shard: z.number().int().nullable(),
  /** Worker numbers from the report, sorted, at most 50; empty if the report has none. */
  workers: z.array(z.number().int()),
  executions: z.number().int(),
  failed: z.number().int(),
  /** Milliseconds since the start of the timeline. */
  start: z.number(),
  end: z.number(),
  /** Milliseconds in which a test was running. */
  busy: z.number(),
  /** Milliseconds without a running test, between the first start and the last end of the upload. */
  idle: z.number(),
  /** Number of gaps without a test of at least 1 % of the upload's duration. */
  gaps: z.number().int(),
  longestGap: z.number(),
  slowest: z.object({ resultId: Id, attempt: z.number().int(), duration: z.number(), name: z.string() }).nullable(),
});
export type TimelineLane = z.infer<typeof TimelineLane>;

export const TimelineBalance = z.object({
  /** Milliseconds in which tests could run. The durations of consecutive uploads are added up. */
  wall: z.number(),
  /** Total milliseconds in which a test was running, over all lanes. */
  busy: z.number(),
  /** Percent: busy ÷ (lanes × wall). */
  efficiency: z.number(),
  /** Milliseconds that the run would take if no lane were ever idle; at least the duration of the longest test. */
  balanced: z.number(),
});
export type TimelineBalance = z.infer<typeof TimelineBalance>;

export const RunTimeline = z.object({
  /** Time of the first start, which has offset 0; `null` if no execution has a start time. */
  startTime: Timestamp.nullable(),
  /** Milliseconds until the last end. */
  duration: z.number(),
  /** Range covered by `marks`, in milliseconds since the start of the timeline. */
  from: z.number(),
  to: z.number(),
  /** Length of a slot in milliseconds if executions share marks; `null` if each execution has a mark. */
  slot: z.number().nullable(),
  lanes: z.array(TimelineLane),
  /** Number of lanes beyond the first 100. */
  hiddenLanes: z.number().int(),
  marks: z.array(TimelineMark),
  /** `null` if no execution has a start time. */
  balance: TimelineBalance.nullable(),
  /** Number of uploads with lanes. */
  uploads: z.number().int(),
  /** Longest pause between two uploads in which nothing ran, in milliseconds. */
  pause: z.number(),
  /** Number of executions with a start time. */
  placed: z.number().int(),
  /** Number of executions without a start time. */
  unplaced: z.number().int(),
  /** Number of announced tests that have not started. */
  waiting: z.number().int(),
  /** Number of executions without a duration, which are drawn as points. */
  untimed: z.number().int(),
});
export type RunTimeline = z.infer<typeof RunTimeline>;

const Offset = z.coerce.number().min(0).max(1e12);

export const readTimeline = endpoint({
  method: "GET",
  path: "/api/reports/:reportId/timeline",
  summary: "Read the timeline of the workers of a run: at most 3,000 bars; request a shorter period for single tests",
  allow: "project:read",
  params: z.object({ reportId: Id }),
  query: z.object({
    /** Milliseconds since the start of the timeline. */
    from: Offset.optional(),
    to: Offset.optional(),
    /** `upload`: all uploads begin at offset 0. Useful for shards whose clocks differ and for jobs that were repeated hours later. */
    align: z.enum(["clock", "upload"]).default("clock"),
  }),
  response: success(RunTimeline),
});
