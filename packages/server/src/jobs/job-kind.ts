import type { z } from "zod";
import type { Context } from "#core/context.ts";

/** Schedule of a kind: an interval after the last run, or a daily time in UTC. */
export type Schedule = { readonly everyMs: number } | { readonly dailyAt: `${number}:${number}` };

/** One attempt. */
export interface JobAttempt<Data> {
  readonly projectId: number | null;
  readonly data: Data;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  /** Aborted when the server stops. The job should end soon; it runs again after the next start. */
  readonly signal: AbortSignal;
}

/** Result of an unfinished job without an error, which continues at this time. */
interface Again {
  readonly againAt: Date;
}

/** A kind of job. Any job may run twice, because the server can crash just after it, so a repetition must change nothing. */
export interface JobKind<Data> {
  /** Stored name, in kebab-case. */
  readonly name: string;
  /** Name for operators, such as "Create an export". */
  readonly title: string;
  readonly data: z.ZodType<Data>;
  /** Maximum number that run on this server at the same time. */
  readonly concurrency: number;
  /** Maximum time to wait for further jobs, so that one run handles all of them. */
  readonly maxWaitMs?: number;
  /** Number of attempts after which the job fails. Scheduled jobs continue at their next time instead. */
  readonly maxAttempts: number;
  readonly schedule?: Schedule;
  /** Time to wait after a change of the system clock, for jobs that act on dates. */
  readonly pauseAfterClockStepMs?: number;
  /** Returns false if jobs of this kind have nothing to do on this server. */
  readonly isEnabled?: (context: Context) => boolean;
  run(context: Context, attempt: JobAttempt<Data>): Promise<Again | void>;
  /** Called when the last attempt has failed. */
  onFailed?(context: Context, data: Data, projectId: number | null, reason: string): Promise<void>;
}

/** Infers the type of the data. */
export function jobKind<Data>(kind: JobKind<Data>): JobKind<Data> {
  return kind;
}
