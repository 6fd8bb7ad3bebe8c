import type { JobKind } from "./job-kind.ts";
import { nextTime, pauseMs } from "./schedule.ts";
import { isConflict } from "#store/in-transaction.ts";
import type { ClaimedJob } from "#store/jobs/queue.ts";

type Attempted = Pick<ClaimedJob, "attempts" | "scheduled">;
type Rules = Pick<JobKind<unknown>, "maxAttempts" | "schedule">;

/** Result of an attempt. */
export type JobOutcome =
  /** The job is done; with a time, it continues then. */
  | { readonly kind: "done"; readonly againAt?: Date | undefined }
  | { readonly kind: "failed"; readonly error: string }
  /** The database aborted its transaction to resolve a deadlock. */
  | { readonly kind: "deadlock"; readonly error: string }
  /** This server is stopping. */
  | { readonly kind: "stopped" }
  /** The job ended while the database was unreachable, so its result is unknown. */
  | { readonly kind: "unknown" }
  /** The process that ran the job no longer exists. */
  | { readonly kind: "orphaned" };

export type NextStep =
  | { readonly kind: "remove" }
  /** @property error `null` if nothing failed, which resets the attempt count. */
  | { readonly kind: "requeue"; readonly dueAt: Date; readonly error: string | null; readonly uncounted?: true }
  | { readonly kind: "fail"; readonly error: string };

/**
 * Decides how a job continues after an attempt:
 *
 * - done: it is removed. Scheduled jobs wait for their next time, unfinished jobs for the time they returned.
 * - failed: it waits for a time that grows with each attempt, and fails finally after the last one. Scheduled jobs never fail finally: they wait for
 * their next time if it is sooner, or after the last attempt.
 * - deadlock, stopped, unknown: it starts again immediately.
 * - orphaned: it starts again immediately the first time. Then it waits longer each time, because the job may have ended the process. A job that is
 * orphaned in its last attempt has failed.
 *
 * @param chance From 0 to 1; spreads retries of jobs that failed at the same time.
 */
export function nextStep(job: Attempted, rules: Rules, outcome: JobOutcome, now: Date, chance: number): NextStep {
  switch (outcome.kind) {
    case "done":
      // A time in the past would put the job before all that were queued since.
      if (outcome.againAt !== undefined)
        return { kind: "requeue", dueAt: outcome.againAt > now ? outcome.againAt : now, error: null };
      if (!job.scheduled || rules.schedule === undefined) return { kind: "remove" };
      return { kind: "requeue", dueAt: nextTime(rules.schedule, now), error: null };
    case "failed":
      return afterFailure(job, rules, outcome.error, now, chance);
    case "deadlock":
      return { kind: "requeue", dueAt: now, error: outcome.error };
    case "stopped":
      return { kind: "requeue", dueAt: now, error: null, uncounted: true };
    case "unknown":
      return { kind: "requeue", dueAt: now, error: "Its outcome could not be stored." };
    case "orphaned":
      break;
  }
  if (job.attempts < rules.maxAttempts || job.scheduled) {
    const pause = job.attempts === 1 ? 0 : pauseMs(job.attempts - 1, chance);
    return {
      kind: "requeue",
      dueAt: new Date(now.getTime() + pause),
      error: "The server stopped during this job.",
    };
  }
  const error = `The server stopped ${job.attempts} times during this job. Its log may show the reason.`;
  return afterFailure(job, rules, error, now, chance);
}

function afterFailure(job: Attempted, rules: Rules, error: string, now: Date, chance: number): NextStep {
  const pause = new Date(now.getTime() + pauseMs(job.attempts, chance));
  if (job.scheduled && rules.schedule !== undefined) {
    const next = nextTime(rules.schedule, now);
    const wasLast = job.attempts % rules.maxAttempts === 0;
    return { kind: "requeue", dueAt: wasLast || pause > next ? next : pause, error };
  }
  return job.attempts < rules.maxAttempts ? { kind: "requeue", dueAt: pause, error } : { kind: "fail", error };
}

/** Returns the result of an attempt that threw `error`. A deadlock in the last attempt counts as failed. */
export function outcomeOfError(job: Attempted, rules: Rules, error: unknown, isStopping: boolean): JobOutcome {
  if (isStopping) return { kind: "stopped" };
  const isLast = job.attempts % rules.maxAttempts === 0;
  return { kind: isConflict(error) && !isLast ? "deadlock" : "failed", error: textOf(error) };
}

const maxErrorLength = 1000;

/** Returns the error message for administrators. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = (text === "" ? "It failed without a message." : text).replaceAll("\0", "");
  return line.length <= maxErrorLength ? line : `${line.slice(0, maxErrorLength - 1).toWellFormed()}…`;
}
