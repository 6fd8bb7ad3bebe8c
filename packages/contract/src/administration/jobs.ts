import { z } from "zod";
import { endpoint, Id, Moment, success } from "#endpoint.ts";

/** Queued: it waits for its turn, or for its next attempt. Scheduled: it waits for its next time. Failed: it was given up. */
export const JobState = z.enum(["running", "queued", "scheduled", "failed"]);
export type JobState = z.infer<typeof JobState>;

/** A background job. Finished jobs are not listed. */
export const Job = z.object({
  id: Id,
  /** As the log names it. */
  kind: z.string(),
  /** As people name it. */
  title: z.string(),
  state: JobState,
  /** Null for the server's own; its name is null once it was deleted. */
  project: z.object({ id: Id, name: z.string().nullable() }).nullable(),
  /** What it is about, where the kind has several: a webhook, a run. */
  target: z.string().nullable(),
  /** How often it was started since it last succeeded. */
  attempts: z.number().int().nonnegative(),
  createdAt: Moment,
  /** When it runs next, unless it runs or was given up. */
  dueAt: Moment.nullable(),
  /** When it was started last. */
  startedAt: Moment.nullable(),
  /** How the last attempt ended; null before the first, and if none has failed since the last success. */
  endedAt: Moment.nullable(),
  error: z.string().nullable(),
});
export type Job = z.infer<typeof Job>;

/** Larger numbers are shown as this one. */
export const mostCountedJobs = 1000;

export const JobCounts = z.record(JobState, z.number().int().min(0).max(mostCountedJobs));
export type JobCounts = z.infer<typeof JobCounts>;

export const listJobs = endpoint({
  method: "GET",
  path: "/api/jobs",
  summary: "List background jobs in one state: failed ones newest first, others oldest first",
  allow: "admin",
  query: z.object({
    state: JobState,
    limit: z.coerce.number().int().min(1).max(200).default(50),
    /** `nextCursor` of the page before. */
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
