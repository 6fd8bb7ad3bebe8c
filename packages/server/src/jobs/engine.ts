import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { type AnyJobKind, jobKinds } from "./job-kinds.ts";
import { chooseJobs } from "./fair-share.ts";
import { ClockSteps } from "./clock-steps.ts";
import { type JobOutcome, nextStep, outcomeOfError } from "./next-step.ts";
import { nextTime } from "./schedule.ts";
import { runInScope, runOutsideScope } from "#tracing/scope.ts";
import { inSpan, type SpanOptions } from "#tracing/spans.ts";
import { type Claimable, claimJobs, dueJobs } from "#store/jobs/claims.ts";
import {
  adoptJob,
  correctFutureJobs,
  type ClaimedJob,
  failJob,
  insertScheduled,
  lastJobEnd,
  orphanedJobs,
  removeJob,
  requeueJob,
} from "#store/jobs/queue.ts";

/** Interval for checking for jobs queued by other processes and scheduled jobs. */
const everyMs = 1000;
/** Interval for checking for jobs whose process died. */
const orphansEveryMs = 5000;
/** How long stopping waits for running jobs. Jobs that take longer run again after the next start. */
const shutdownGraceMs = 3000;

/**
 * Runs queued jobs in rounds. Each round claims jobs of every kind, up to its limit, and starts them. The end of a job and every change to the queue
 * request the next round. `nextStep` decides how a job continues.
 */
class JobEngine {
  readonly #context: Context;
  readonly #kinds: readonly AnyJobKind[];
  readonly #known: ReadonlyMap<string, AnyJobKind>;
  /** Whether kinds with `maxWaitMs` wait for further jobs. */
  readonly #waitsForMore: boolean;
  readonly #running = new Map<Promise<void>, ClaimedJob>();
  /** Number of the last start of each kind and project, so that projects take turns. */
  readonly #lastStarts = new Map<string, number>();
  #starts = 0;
  /** Jobs of this process whose end could not be stored because the database was unreachable. They are still marked as running there. */
  readonly #unsettled = new Set<ClaimedJob>();
  readonly #clockSteps: ClockSteps;
  readonly #abort = new AbortController();
  #lastRound = Promise.resolve();
  #isRoundRequested = false;

  /** @param kinds Kinds that this process can run. Jobs of other kinds wait for a process that can run them. */
  constructor(context: Context, kinds: readonly AnyJobKind[], waitsForMore = true) {
    this.#context = context;
    this.#kinds = kinds;
    this.#known = new Map(kinds.map((kind) => [kind.name, kind]));
    this.#waitsForMore = waitsForMore;
    this.#clockSteps = new ClockSteps(context.log);
  }

  /** Requests a round and returns immediately. Requests are combined until the next round starts. */
  requestRound(): void {
    if (this.#isRoundRequested || this.#abort.signal.aborted) return;
    this.#isRoundRequested = true;
    // A request that queued a job may also request the round.
    this.#lastRound = this.#lastRound
      .then(() => runOutsideScope(() => this.#claim()))
      .catch((error: unknown) => this.#context.log.error({ err: error }, "jobs could not be claimed"));
  }

  /** Requests a round at a time before the next regular one. */
  #requestRoundAt(dueAt: Date): void {
    const ms = dueAt.getTime() - this.#context.clock().getTime();
    if (ms < everyMs) setTimeout(() => this.requestRound(), Math.max(1, ms)).unref();
  }

  /** Queues each scheduled kind for its next time. */
  async schedule(): Promise<void> {
    const { db, clock } = this.#context;
    const now = clock();
    this.#clockSteps.start(now, await lastJobEnd(db));
    for (const { name, schedule } of this.#kinds)
      if (schedule !== undefined) await insertScheduled(db, { kind: name, now, dueAt: nextTime(schedule, now) });
  }

  /** Ends or requeues jobs whose end could not be stored, and jobs of processes that no longer exist. */
  async recover(): Promise<void> {
    const { db, writer, clock, log } = this.#context;
    const corrected = await correctFutureJobs(db, clock());
    if (corrected > 0)
      log.warn({ jobs: corrected }, "the clock was ahead; corrected the times of jobs that were queued then");
    for (const job of this.#unsettled) {
      await this.#settle(job, this.#kindOf(job), { kind: "unknown" }, 0);
      this.#unsettled.delete(job);
    }
    for (const job of await orphanedJobs(db, writer)) {
      const kind = this.#known.get(job.kind);
      if (kind !== undefined && (await adoptJob(db, writer, job)))
        await this.#settle(job, kind, { kind: "orphaned" }, 0);
    }
    this.requestRound();
  }

  /** Resolves when no job is due or running. */
  async idle(): Promise<void> {
    let seen: Promise<void>;
    do {
      seen = this.#lastRound;
      await seen;
      await Promise.all(this.#running.keys());
      // A job that ended has requested another round.
    } while (seen !== this.#lastRound);
  }

  stop(): void {
    this.#abort.abort();
  }

  async #claim(): Promise<void> {
    this.#isRoundRequested = false;
    if (this.#abort.signal.aborted) return;
    const { db, writer, clock } = this.#context;
    this.#clockSteps.check(clock());
    const free = this.#free();
    const due = Map.groupBy(await dueJobs(db, free), ({ kind }) => kind);
    const chosen = free.flatMap(({ kind }) =>
      chooseJobs(
        due.get(kind) ?? [],
        this.#placesOf(kind),
        (project) => this.#lastStarts.get(`${kind} ${project}`) ?? 0,
      ),
    );
    const ids = chosen.map(({ id }) => id);
    const claimed = new Map((await claimJobs(db, writer, ids, { free, now: clock() })).map((job) => [job.id, job]));
    for (const job of ids.flatMap((id) => claimed.get(id) ?? [])) this.#launch(job);
  }

  #placesOf(kind: string) {
    const running = new Map<number, number>();
    for (const { kind: other, projectId } of this.#running.values())
      if (other === kind) running.set(projectId ?? 0, (running.get(projectId ?? 0) ?? 0) + 1);
    return { kind, places: this.#known.get(kind)?.concurrency ?? 0, running };
  }

  /** Returns how many jobs of each kind can start. */
  #free(): readonly Claimable[] {
    const taken = Map.groupBy(this.#running.values(), ({ kind }) => kind);
    const now = this.#context.clock().getTime();
    return this.#kinds.flatMap(({ name, concurrency, maxWaitMs = 0, pauseAfterClockStepMs = 0 }) => {
      if (this.#clockSteps.steppedWithin(pauseAfterClockStepMs)) return [];
      const max = concurrency - (taken.get(name)?.length ?? 0);
      return max > 0 ? [{ kind: name, max, dueUntil: new Date(this.#waitsForMore ? now : now + maxWaitMs) }] : [];
    });
  }

  #launch(job: ClaimedJob): void {
    this.#lastStarts.set(`${job.kind} ${job.projectId ?? 0}`, (this.#starts += 1));
    const ended = runInScope({ requestId: job.requestId, span: null }, () => this.#attempt(job))
      .catch((error: unknown) => {
        this.#unsettled.add(job);
        this.#context.log.error(
          { err: error, job: job.kind, id: job.id },
          "the outcome of a job could not be stored; the job will run again",
        );
      })
      .finally(() => {
        this.#running.delete(ended);
        this.requestRound();
      });
    this.#running.set(ended, job);
  }

  async #attempt(job: ClaimedJob): Promise<void> {
    const kind = this.#kindOf(job);
    const began = performance.now();
    const settle = async (outcome: JobOutcome) => {
      const durationMs = Math.round(performance.now() - began);
      await this.#settle(job, kind, outcome, durationMs);
      this.#context.log.debug({ job: job.kind, id: job.id, outcome: outcome.kind, durationMs }, "a job ended");
    };
    try {
      const { projectId, attempts } = job;
      const data: unknown = kind.data.parse(job.data);
      const attempt = { projectId, attempts, data, signal: this.#abort.signal };
      const again = await inSpan(`job ${job.kind}`, spanOf(job), () => kind.run(this.#context, attempt));
      await settle({ kind: "done", againAt: again?.againAt });
      if (again?.againAt !== undefined) this.#requestRoundAt(again.againAt);
    } catch (error) {
      const outcome = outcomeOfError(job, kind, error, this.#abort.signal.aborted);
      const facts = { err: error, job: job.kind, id: job.id, attempts: job.attempts };
      if (outcome.kind === "deadlock")
        this.#context.log.warn(facts, "a job was aborted by a deadlock and will run again");
      else if (outcome.kind === "failed") this.#context.log.error(facts, "a job failed");
      await settle(outcome);
    }
  }

  async #settle(job: ClaimedJob, kind: AnyJobKind, outcome: JobOutcome, durationMs: number): Promise<void> {
    const { db, writer, clock } = this.#context;
    const now = clock();
    const step = nextStep(job, kind, outcome, now, Math.random());
    if (step.kind === "remove") return await removeJob(db, writer, job.id);
    if (step.kind === "requeue") return await requeueJob(db, writer, job.id, { ...step, now, durationMs });
    await this.#notifyFailed(job, kind, step.error);
    await failJob(db, writer.id, job.id, { now, durationMs, error: step.error });
  }

  /** Calls `onFailed` of the kind. Logs its errors, so that the job's failure is always stored. */
  async #notifyFailed(job: ClaimedJob, kind: AnyJobKind, error: string): Promise<void> {
    const data = kind.data.safeParse(job.data);
    if (!data.success) return;
    await kind
      .onFailed?.(this.#context, data.data, job.projectId, error)
      .catch((thrown: unknown) =>
        this.#context.log.error({ err: thrown, job: job.kind, id: job.id }, "the handler of a failed job failed"),
      );
  }

  /** Returns the kind of a job that this process has claimed. */
  #kindOf(job: ClaimedJob): AnyJobKind {
    return this.#known.get(job.kind) as AnyJobKind;
  }
}

/** Runs all jobs that are due or only wait for more jobs of their kind, and the jobs they queue. Safe on several servers. */
export async function runJobs(context: Context, kinds: readonly AnyJobKind[] = jobKinds): Promise<void> {
  const engine = new JobEngine(context, kinds, false);
  await engine.recover();
  await engine.idle();
  // Stores the ends of jobs that could not be stored before.
  await engine.recover();
  await engine.idle();
  engine.stop();
}

/** Starts to run jobs when they are queued or scheduled. Returns a function that stops. */
export async function startJobs(
  context: Context,
  kinds: readonly AnyJobKind[] = jobKinds,
): Promise<() => Promise<void>> {
  const engine = new JobEngine(
    context,
    kinds.filter(({ isEnabled: requested }) => requested?.(context) ?? true),
  );
  let recovering = Promise.resolve();
  const recover = () => {
    recovering = engine
      .recover()
      .catch((error: unknown) => context.log.error({ err: error }, "jobs of a stopped server could not be recovered"));
  };
  await engine.schedule();
  const timer = setInterval(() => engine.requestRound(), everyMs);
  const recoveries = setInterval(recover, orphansEveryMs);
  const unsubscribe = context.bus.subscribe(({ about }) => {
    if (about === "jobs" || about === "missed") engine.requestRound();
  });
  recover();
  return async () => {
    engine.stop();
    clearInterval(timer);
    clearInterval(recoveries);
    unsubscribe();
    await Promise.race([Promise.all([engine.idle(), recovering]), sleep(shutdownGraceMs, undefined, { ref: false })]);
  };
}

function spanOf({ id, kind, projectId, attempts, requestId, traceParent }: ClaimedJob): SpanOptions {
  return {
    kind: "consumer",
    causedBy: traceParent,
    attributes: {
      "plumb.job.id": id,
      "plumb.job.kind": kind,
      "plumb.job.attempts": attempts,
      ...(projectId !== null && { "plumb.project_id": projectId }),
      ...(requestId !== null && { "plumb.request_id": requestId }),
    },
  };
}
