import type { z } from "zod";
import type { Context } from "#core/context.ts";

/** Schedule of a kind: an interval after the last run, or a daily time in UTC. */
export type Schedule = { readonly everyMs: number } | { readonly dailyAt: `${number}:${number}` };

/** One attempt. */
interface Attempt<Data> {
  readonly projectId: number | null;
  readonly data: Data;
  /** Including this one. */
  readonly attempts: number;
  /** Aborts when the server stops: give up soon, the job is carried out after the next start. */
  readonly signal: AbortSignal;
}

/** An unfinished job without an error: it continues later as a new one. */
interface Again {
  readonly againAt: Date;
}

/**
 * A kind of work that waits for its turn. Each may be carried out twice (a server can die right after it), so carrying it
 * out once more must change nothing.
 */
export interface JobKind<Data> {
  /** In kebab-case, as stored. */
  readonly name: string;
  /** For the people who run the server: "Make an export". */
  readonly title: string;
  readonly data: z.ZodType<Data>;
  /** How many of them this server carries out at the same time. */
  readonly atOnce: number;
  /** Maximum time to wait for more, so that one round handles everything queued meanwhile. */
  readonly gathersMs?: number;
  /** Then it is given up; what is scheduled comes again at its next time instead. */
  readonly mostAttempts: number;
  readonly schedule?: Schedule;
  /** So long it waits after the system clock was set, because it acts on dates. */
  readonly waitsAfterClockStepMs?: number;
  /** False if there is nothing to do for it. */
  readonly wanted?: (context: Context) => boolean;
  run(context: Context, attempt: Attempt<Data>): Promise<Again | void>;
  /** Called when the job failed finally. */
  gaveUp?(context: Context, data: Data, projectId: number | null, reason: string): Promise<void>;
}

/** A kind, with what its jobs hold read from `data`. */
export function jobKind<Data>(kind: JobKind<Data>): JobKind<Data> {
  return kind;
}
