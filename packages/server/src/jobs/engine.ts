import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "#core/context.ts";
import { type AnyJobKind, catalogue } from "#jobs/catalogue.ts";
import { ClockSteps } from "#jobs/clock-steps.ts";
import { nextTime, pauseMs } from "#jobs/schedule.ts";
import { hasGivenWay } from "#store/in-transaction.ts";
import {
  adoptJob,
  claimJobs,
  correctFutureJobs,
  type ClaimedJob,
  failJob,
  insertScheduled,
  lastJobEnd,
  orphanedJobs,
  removeJob,
  requeueJob,
} from "#store/jobs/queue.ts";

/** What another process queued, and what is due by the clock, is seen this soon. */
const everyMs = 1000;
/** So often is looked for what a process left that died. */
const orphansEveryMs = 10_000;
/** How long a stop waits for what is under way; what does not come back is carried out again after the next start. */
const goodbyeMs = 3000;
const longestError = 1000;

/**
 * Carries out what is queued.
 *
 * @param kinds What this process knows; what it does not know waits for one that does.
 * @param waits Whether a kind waits for more to come before one round does for all.
 */
function createEngine(context: Context, kinds: readonly AnyJobKind[], waits = true) {
  const { db, writer, clock, log } = context;
  const known = new Map(kinds.map((kind) => [kind.name, kind]));
  const running = new Map<Promise<void>, string>();
  /** Jobs of ours whose end could not be noted, because the database was away: for it they are running still. */
  const unnoted = new Set<number>();
  const steps = new ClockSteps(log);
  const end = new AbortController();
  let last = Promise.resolve();
  let queued = false;

  const free = () => {
    const taken = Map.groupBy(running.values(), (name) => name);
    const now = clock().getTime();
    return kinds.flatMap(({ name, atOnce, gathersMs = 0, waitsAfterClockStepMs = 0 }) => {
      if (steps.steppedWithin(waitsAfterClockStepMs)) return [];
      const most = atOnce - (taken.get(name)?.length ?? 0);
      return most > 0 ? [{ kind: name, most, dueUntil: new Date(waits ? now : now + gathersMs) }] : [];
    });
  };
  const work = async () => {
    queued = false;
    if (end.signal.aborted) return;
    steps.look(clock());
    for (const job of await claimJobs(db, writer, free(), clock())) launch(job);
  };
  const launch = (job: ClaimedJob) => {
    const ended = attempt(job)
      .catch((error: unknown) => {
        unnoted.add(job.id);
        log.error({ err: error, job: job.kind, id: job.id }, "the end of a job was not noted; it is carried out again");
      })
      .finally(() => {
        running.delete(ended);
        turn();
      });
    running.set(ended, job.kind);
  };
  const attempt = async (job: ClaimedJob) => {
    const kind = known.get(job.kind) as AnyJobKind;
    const began = performance.now();
    const durationMs = () => Math.round(performance.now() - began);
    try {
      const { projectId, attempts } = job;
      const again = await kind.run(context, {
        projectId,
        attempts,
        data: kind.data.parse(job.data),
        signal: end.signal,
      });
      const now = clock();
      if (again !== undefined)
        await requeueJob(db, writer, job.id, { now, durationMs: durationMs(), error: null, dueAt: again.againAt });
      else if (job.scheduled && kind.schedule !== undefined)
        await requeueJob(db, writer, job.id, {
          now,
          durationMs: durationMs(),
          error: null,
          dueAt: nextTime(kind.schedule, now),
        });
      else await removeJob(db, writer, job.id);
    } catch (error) {
      if (end.signal.aborted) {
        const now = clock();
        return await requeueJob(db, writer, job.id, {
          now,
          dueAt: now,
          durationMs: durationMs(),
          error: null,
          uncounted: true,
        });
      }
      if (hasGivenWay(error) && job.attempts % kind.mostAttempts !== 0) {
        const now = clock();
        log.warn({ err: error, job: job.kind, id: job.id, attempts: job.attempts }, "a job gave way and begins anew");
        return await requeueJob(db, writer, job.id, {
          now,
          dueAt: now,
          durationMs: durationMs(),
          error: textOf(error),
        });
      }
      log.error({ err: error, job: job.kind, id: job.id, attempts: job.attempts }, "a job failed");
      await failed(kind, job, textOf(error), durationMs());
    }
  };
  const failed = async (kind: AnyJobKind, job: ClaimedJob, error: string, durationMs: number) => {
    const now = clock();
    const again = (dueAt: Date) => requeueJob(db, writer, job.id, { now, dueAt, durationMs, error });
    const pause = new Date(now.getTime() + pauseMs(job.attempts, Math.random()));
    if (job.scheduled && kind.schedule !== undefined) {
      const next = nextTime(kind.schedule, now);
      await again(job.attempts % kind.mostAttempts === 0 || pause > next ? next : pause);
    } else if (job.attempts < kind.mostAttempts) await again(pause);
    else {
      const data = kind.data.safeParse(job.data);
      // Whoever waits may not be told; that it was given up is noted all the same.
      if (data.success)
        await kind
          .gaveUp?.(context, data.data, job.projectId, error)
          .catch((thrown: unknown) =>
            log.error({ err: thrown, job: job.kind, id: job.id }, "a job's end was not told"),
          );
      await failJob(db, writer.id, job.id, { now, durationMs, error });
    }
  };
  /** Returns at once. Turns that are asked for while one waits are one. */
  const turn = () => {
    if (queued || end.signal.aborted) return;
    queued = true;
    last = last.then(work).catch((error: unknown) => log.error({ err: error }, "jobs were not claimed"));
  };
  return {
    turn,
    /** Lets every scheduled kind wait for its next time. */
    async schedule() {
      const now = clock();
      steps.start(now, await lastJobEnd(db));
      for (const { name, schedule } of kinds)
        if (schedule !== undefined) await insertScheduled(db, { kind: name, now, dueAt: nextTime(schedule, now) });
    },
    /** Decides what becomes of jobs whose end was not noted, and of those of processes that are gone. */
    async recover() {
      const corrected = await correctFutureJobs(db, clock());
      if (corrected > 0)
        log.warn({ jobs: corrected }, "the clock was ahead; what was queued then is due as it was meant");
      for (const id of unnoted) {
        const now = clock();
        const error = "How it ended could not be noted.";
        await requeueJob(db, writer, id, { now, dueAt: now, durationMs: 0, error });
        unnoted.delete(id);
      }
      for (const job of await orphanedJobs(db, writer)) {
        const kind = known.get(job.kind);
        if (kind === undefined || !(await adoptJob(db, writer, job))) continue;
        const now = clock();
        if (job.attempts >= kind.mostAttempts && !job.scheduled)
          await failed(
            kind,
            job,
            `The server stopped ${job.attempts} times while it did this. Its log may say why.`,
            0,
          );
        else
          await requeueJob(db, writer, job.id, {
            now,
            dueAt: now,
            durationMs: 0,
            error: "The server stopped while it did this.",
          });
      }
      turn();
    },
    /** Once nothing is due and nothing under way. */
    idle: async () => {
      let seen: Promise<void>;
      do {
        seen = last;
        await seen;
        await Promise.all(running.keys());
        // Whatever ended asked for a turn.
      } while (seen !== last);
    },
    stop: () => end.abort(),
  };
}

/** What was thrown, for the people who run the server. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = (text === "" ? "It failed without a message." : text).replaceAll("\0", "");
  return line.length <= longestError ? line : `${line.slice(0, longestError - 1).toWellFormed()}…`;
}

/** Carries out everything that is due at this moment, or only waits for more, and what follows from it at once. Safe on several servers. */
export async function carryOutJobs(context: Context, kinds: readonly AnyJobKind[] = catalogue): Promise<void> {
  const engine = createEngine(context, kinds, false);
  await engine.recover();
  await engine.idle();
  // What could not be noted meanwhile.
  await engine.recover();
  await engine.idle();
}

/** Carries out jobs as they are queued, and by the clock. Returns the way to stop. */
export async function startJobs(
  context: Context,
  kinds: readonly AnyJobKind[] = catalogue,
): Promise<() => Promise<void>> {
  const engine = createEngine(
    context,
    kinds.filter(({ wanted }) => wanted?.(context) ?? true),
  );
  let recovering = Promise.resolve();
  const recover = () => {
    recovering = engine
      .recover()
      .catch((error: unknown) => context.log.error({ err: error }, "jobs of a stopped server were not taken over"));
  };
  await engine.schedule();
  const timer = setInterval(engine.turn, everyMs);
  const recoveries = setInterval(recover, orphansEveryMs);
  const unsubscribe = context.bus.subscribe(({ about }) => {
    if (about === "jobs") engine.turn();
  });
  recover();
  return async () => {
    engine.stop();
    clearInterval(timer);
    clearInterval(recoveries);
    unsubscribe();
    await Promise.race([Promise.all([engine.idle(), recovering]), sleep(goodbyeMs, undefined, { ref: false })]);
  };
}
