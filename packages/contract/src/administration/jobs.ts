import { z } from "zod";
import { endpoint, Id, Timestamp, success } from "#endpoint.ts";

/** State of a job. `queued`: waiting to run or to be retried. `scheduled`: waiting for its next scheduled time. `failed`: all attempts failed. */
export const JobState = z.enum(["running", "queued", "scheduled", "failed"]);
export type JobState = z.infer<typeof JobState>;

/** A background job. Finished jobs are not listed. */
export const Job = z.object({
  id: Id,
  /** Identifier of the kind, as used in the log. */
  kind: z.string(),
  /** Display name of the kind. */
  title: z.string(),
  state: JobState,
  /** `null` for jobs of the server. The name is `null` if the project was deleted. */
  project: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  /** Object that the job works on, such as a webhook or a run, if there is a job for each. */
  target: z.string().nullable(),
  /** Number of attempts since the last success. */
  attempts: z.number().int().nonnegative(),
  /** Request that queued it (`X-Request-Id`), the first one if there were several; `null` for scheduled jobs. */
  requestId: z.string().nullable(),
  createdAt: Timestamp,
  /** Time of the next attempt; `null` for running and failed jobs. */
  dueAt: Timestamp.nullable(),
  /** Start of the last attempt. */
  startedAt: Timestamp.nullable(),
  /** End of the last failed attempt; `null` if none failed since the last success. */
  endedAt: Timestamp.nullable(),
  error: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

/** Maximum count per state. Larger numbers are returned as this number. */
export const maxCountedJobs = 1000;

export const JobCounts = z.record(JobState, z.number().int().min(0).max(maxCountedJobs));
export type JobCounts = z.infer<typeof JobCounts>;

export const listJobs = endpoint({
  method: "GET",
  path: "/api/jobs",
  summary: "List background jobs in one state: failed ones newest first, others oldest first",
  allow: "admin",
  query: z.object({
    state: JobState,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `nextCursor` of the previous page. */
    cursor: Id.optional(),
  }),
  response: success(z.array(Job), { nextCursor: Id.nullable(), counts: JobCounts }),
});

export const retryJob = endpoint({
  method: "POST",
  path: "/api/jobs/:jobId/retry",
  summary: "Run a failed or waiting job now",
  allow: "admin",
  params: z.object({ jobId: Id }),
  response: success(z.null()),
});
