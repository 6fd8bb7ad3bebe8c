import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";
import { TestStatus } from "#result-event.ts";

/**
 * Maximum number of marks in a timeline; above it, executions of one worker that started within the same slot share
 * a mark.
 */
export const mostMarks = 3000;
/** Maximum; the first ones are returned. */
export const mostLanes = 100;

/** One execution of a test, or several of one lane that are too close to distinguish. */
export const TimelineMark = z.object({
  /** Index in `lanes`. */
  lane: z.number().int().nonnegative(),
  /** Milliseconds since the timeline's begin. */
  start: z.number(),
  /** Milliseconds from the first start to the last end; null if the report does not say. */
  duration: z.number().nullable(),
  /** Number of executions it represents. */
  count: z.number().int().positive(),
  /** How many of them failed or errored. */
  failed: z.number().int().nonnegative(),
  /** The worst of them. */
  status: TestStatus,
  /** The slowest of them, or a failed one if there is one: the test that it links to. */
  resultId: Id,
  /** 0 for the first execution of that test in its upload, 1 for the first retry. */
  attempt: z.number().int().nonnegative(),
  /** Suites from the outside in, then the title, joined with ` › ` and cut at 200 characters. */
  name: z.string(),
});
export type TimelineMark = z.infer<typeof TimelineMark>;

/** Consecutive executions: a worker with its replacements, or, without workers, executions that did not overlap. */
export const TimelineLane = z.object({
  uploadId: Id,
  /** The report file. */
  file: z.string(),
  shard: z.number().int().nullable(),
  /** Numbers of the workers in the report, in order, at most 50; empty if it names none. */
  workers: z.array(z.number().int()),
  executions: z.number().int(),
  failed: z.number().int(),
  /** Milliseconds since the timeline's begin. */
  start: z.number(),
  end: z.number(),
  /** Milliseconds in which a test ran. */
  busy: z.number(),
  /** Milliseconds in which none ran, from the first start to the last end of its upload. */
  idle: z.number(),
  /** How many stretches without a test last 1 % of its upload's time or longer. */
  gaps: z.number().int(),
  longestGap: z.number(),
  slowest: z.object({ resultId: Id, attempt: z.number().int(), duration: z.number(), name: z.string() }).nullable(),
});
export type TimelineLane = z.infer<typeof TimelineLane>;

export const TimelineBalance = z.object({
  /** Milliseconds in which any test ran or could have: uploads that ran one after the other are added up. */
  wall: z.number(),
  /** Milliseconds of all lanes in which a test ran. */
  busy: z.number(),
  /** Percent: busy ÷ (lanes × wall). */
  efficiency: z.number(),
  /** Milliseconds it would take with the same lanes, none of them ever idle; no shorter than the longest test. */
  balanced: z.number(),
});
export type TimelineBalance = z.infer<typeof TimelineBalance>;

export const RunTimeline = z.object({
  /** The first start, offset 0; null if nothing can be placed. */
  startTime: Moment.nullable(),
  /** Milliseconds to the last end. */
  duration: z.number(),
  /** Range of `marks`. */
  from: z.number(),
  to: z.number(),
  /** Length in milliseconds of a slot with several executions; `null` if each has its own mark. */
  slot: z.number().nullable(),
  lanes: z.array(TimelineLane),
  /** Lanes beyond the first 100. */
  hiddenLanes: z.number().int(),
  marks: z.array(TimelineMark),
  /** Null if nothing can be placed. */
  balance: TimelineBalance.nullable(),
  /** Uploads of the run, as `lanes` count them. */
  uploads: z.number().int(),
  /** The longest time in which nothing ran at all, between two uploads. */
  pause: z.number(),
  /** Executions with a start time. */
  placed: z.number().int(),
  /** Executions that ran without a start time. */
  unplaced: z.number().int(),
  /** Announced tests that have not started. */
  waiting: z.number().int(),
  /** Executions without a duration, drawn as points. */
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
    /** Milliseconds since the timeline's begin. */
    from: Offset.optional(),
    to: Offset.optional(),
    /** `upload`: every upload begins at 0, for shards whose clocks disagree and for jobs that were repeated hours later. */
    align: z.enum(["clock", "upload"]).default("clock"),
  }),
  response: success(RunTimeline),
});
