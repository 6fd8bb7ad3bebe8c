import { hourMs } from "@plumb/contract/durations.ts";
import { expect, inject, test } from "vitest";
import { z } from "zod";
import { runJobs, startJobs } from "./engine.ts";
import { jobKind } from "./job-kind.ts";
import { insertJob, insertScheduled, type NewJob } from "#store/jobs/queue.ts";
import { announceWriter } from "#store/writer.ts";
import { createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { countRows, rowsOf, runStatement } from "#testing/database.ts";

// In the embedded database, any other process counts as dead.
const hasReplicas = inject("databaseTemplate").kind === "postgres";

function later(plumb: TestApp, ms: number): void {
  plumb.time.now = new Date(plumb.time.now.getTime() + ms);
}

/** A job kind that records its data, and handles it with `act`. */
function noting(run: (options: { name: string; signal: AbortSignal }) => Promise<void> | void = () => undefined) {
  const seen: string[] = [];
  let active = 0;
  const max = { active: 0 };
  const kind = jobKind({
    name: "noting",
    title: "Note",
    data: z.object({ name: z.string() }),
    concurrency: 4,
    maxAttempts: 3,
    async run(_context, { data, signal }) {
      seen.push(data.name);
      active += 1;
      max.active = Math.max(max.active, active);
      try {
        // Gives other jobs the chance to start.
        await new Promise((resolve) => setImmediate(resolve));
        await run({ name: data.name, signal });
      } finally {
        active -= 1;
      }
    },
  });
  return { kind, seen, max };
}

async function queue(plumb: TestApp, name: string, input: Partial<NewJob> = {}): Promise<void> {
  const job = { kind: "noting", projectId: null, data: { name }, now: plumb.time.now, ...input };
  await plumb.context.db.transaction().execute((transaction) => insertJob(transaction, job));
}

test("a queued job runs once and leaves no row", async () => {
  await using plumb = await createTestApp();
  const { kind, seen } = noting();
  for (const name of ["a", "b", "c"]) await queue(plumb, name);
  await runJobs(plumb.context, [kind]);
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual(["a", "b", "c"]);
  expect(await countRows(plumb.context.db, "job")).toBe(0);
});

test("a rolled-back transaction queues nothing", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const rolledBack = db.transaction().execute(async (transaction) => {
    await insertJob(transaction, { kind: "noting", projectId: null, data: {}, now: plumb.time.now });
    throw new Error("no");
  });
  await expect(rolledBack).rejects.toThrow("no");
  expect(await countRows(db, "job")).toBe(0);
});

test("a failed job is retried with growing delays, and then stays failed with its last error", async () => {
  await using plumb = await createTestApp();
  const { kind, seen } = noting(() => Promise.reject(new Error("it broke")));
  await queue(plumb, "a");
  await runJobs(plumb.context, [kind]);
  await runJobs(plumb.context, [kind]);
  expect(seen).toHaveLength(1);
  expect(await rowsOf(plumb.context.db, "job")).toMatchObject([{ state: "queued", attempts: 1, error: "it broke" }]);
  for (let attempt = 0; attempt < 5; attempt++) {
    later(plumb, hourMs);
    await runJobs(plumb.context, [kind]);
  }
  expect(seen).toHaveLength(3);
  expect(await rowsOf(plumb.context.db, "job")).toMatchObject([{ state: "failed", attempts: 3, error: "it broke" }]);
});

test("invalid data fails only that job", async () => {
  await using plumb = await createTestApp();
  const { kind, seen } = noting();
  await queue(plumb, "a", { data: { nobody: "knows this" } });
  await queue(plumb, "b");
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual(["b"]);
  expect(await rowsOf(plumb.context.db, "job")).toMatchObject([{ state: "queued", attempts: 1 }]);
});

test("jobs of one target run one at a time in order, also on several servers, and other targets run in parallel", async () => {
  await using plumb = await createTestApp();
  const one = noting();
  for (const name of ["a1", "a2", "a3"]) await queue(plumb, name, { target: "a" });
  await Promise.all([1, 2, 3].map(() => runJobs(plumb.context, [one.kind])));
  await runJobs(plumb.context, [one.kind]);
  expect(one.seen).toEqual(["a1", "a2", "a3"]);
  expect(one.max.active).toBe(1);

  const two = noting();
  for (const target of ["a", "b"]) await queue(plumb, target, { target });
  await runJobs(plumb.context, [two.kind]);
  expect(two.max.active).toBe(2);
});

test("concurrent jobs of a kind are limited", async () => {
  await using plumb = await createTestApp();
  const { kind, seen, max } = noting();
  for (let index = 0; index < 12; index++) await queue(plumb, String(index));
  await runJobs(plumb.context, [kind]);
  expect(seen).toHaveLength(12);
  expect(max.active).toBe(4);
});

test("the same work is queued once, for the earlier of its times", async () => {
  await using plumb = await createTestApp();
  const { kind, seen } = noting();
  const dueAt = (seconds: number) => new Date(plumb.time.now.getTime() + seconds * 1000);
  await queue(plumb, "a", { key: "same", dueAt: dueAt(60) });
  await queue(plumb, "a", { key: "same", dueAt: dueAt(30) });
  await queue(plumb, "a", { key: "same", dueAt: dueAt(90) });
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual([]);
  later(plumb, 30_000);
  await runJobs(plumb.context, [kind]);
  later(plumb, hourMs);
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual(["a"]);
});

test("a job queued while it runs runs again, and a failed one merges with it", async () => {
  await using plumb = await createTestApp();
  let again = true;
  const { kind, seen } = noting(async () => {
    if (!again) return;
    again = false;
    await queue(plumb, "a", { key: "same" });
    throw new Error("it broke");
  });
  await queue(plumb, "a", { key: "same" });
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual(["a", "a"]);
  expect(await countRows(plumb.context.db, "job")).toBe(0);
});

test("a scheduled kind has one row that waits for its next time, whatever its result", async () => {
  await using plumb = await createTestApp();
  const { context } = plumb;
  let runs = 0;
  const kind = jobKind({
    name: "nightly",
    title: "Do it at night",
    data: z.object({}),
    concurrency: 1,
    maxAttempts: 1,
    schedule: { dailyAt: "3:00" },
    run() {
      runs += 1;
      return runs === 1 ? Promise.reject(new Error("it broke")) : Promise.resolve();
    },
  });
  const now = plumb.time.now;
  for (let start = 0; start < 3; start++)
    await insertScheduled(context.db, { kind: "nightly", now, dueAt: new Date("2026-03-05T03:00:00Z") });
  await runJobs(context, [kind]);
  expect(runs).toBe(0);
  later(plumb, 24 * hourMs);
  await runJobs(context, [kind]);
  expect(await rowsOf(context.db, "job")).toMatchObject([
    { state: "queued", error: "it broke", due_at: new Date("2026-03-06T03:00:00Z") },
  ]);
  later(plumb, 24 * hourMs);
  await runJobs(context, [kind]);
  expect(runs).toBe(2);
  expect(await rowsOf(context.db, "job")).toMatchObject([
    { state: "queued", error: null, attempts: 0, due_at: new Date("2026-03-07T03:00:00Z") },
  ]);
});

test("jobs of a dead server run again, with a limit", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const { kind, seen } = noting();
  const die = (attempts: number) =>
    runStatement(db, `update job set state = 'running', writer = 1, attempts = ${attempts}`);
  await queue(plumb, "a");
  await die(1);
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual(["a"]);
  await queue(plumb, "b");
  await die(3);
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual(["a"]);
  expect(await rowsOf(db, "job")).toMatchObject([
    { state: "failed", error: expect.stringContaining("stopped 3 times") as string },
  ]);
});

test("a stop returns running jobs without counting the attempt", async () => {
  await using plumb = await createTestApp();
  const began = Promise.withResolvers<void>();
  const { kind } = noting(
    ({ signal }) =>
      new Promise<void>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
        began.resolve();
      }),
  );
  await queue(plumb, "a");
  const stop = await startJobs(plumb.context, [kind]);
  await began.promise;
  await stop();
  expect(await rowsOf(plumb.context.db, "job")).toMatchObject([{ state: "queued", attempts: 0, writer: null }]);
});

test("a job whose end could not be stored runs again, without a restart", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const { kind, seen } = noting();
  // Makes the first two statements fail when the job ends. A sequence counts them, because its values are not rolled back.
  await runStatement(db, "create sequence tries");
  await runStatement(
    db,
    `create function fail_twice() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' and new.state <> 'queued' then return new; end if;
       if nextval('tries') <= 2 then raise exception 'away'; end if;
       return case tg_op when 'DELETE' then old else new end;
     end $$`,
  );
  await runStatement(
    db,
    "create trigger away before delete or update on job for each row execute function fail_twice()",
  );
  try {
    await queue(plumb, "a");
    await runJobs(plumb.context, [kind]);
    expect(seen).toEqual(["a", "a"]);
    expect(await countRows(db, "job")).toBe(0);
  } finally {
    await runStatement(db, "drop function fail_twice cascade");
    await runStatement(db, "drop sequence tries");
  }
});

test("a job that lost a deadlock is retried immediately, up to a limit", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const giveWay = `do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`;
  const { kind, seen } = noting(({ name }) =>
    name === "a" && seen.length > 1 ? undefined : runStatement(db, giveWay),
  );
  await queue(plumb, "a");
  await runJobs(plumb.context, [kind]);
  expect(seen).toEqual(["a", "a"]);
  expect(await countRows(db, "job")).toBe(0);
  await queue(plumb, "b");
  await runJobs(plumb.context, [kind]);
  expect(seen.slice(2)).toEqual(["b", "b", "b"]);
  expect(await rowsOf(db, "job")).toMatchObject([{ state: "failed", error: "deadlock detected" }]);
});

test("a job queued while the clock was ahead keeps its delay after the correction", async () => {
  await using plumb = await createTestApp();
  const right = plumb.time.now;
  const { kind, seen } = noting();
  const data = z.object({ name: z.string().default("by the clock") });
  const scheduled = { ...kind, data, schedule: { everyMs: hourMs } };
  plumb.time.now = new Date(right.getTime() + 40 * 24 * hourMs);
  await insertScheduled(plumb.context.db, { kind: "noting", now: plumb.time.now, dueAt: plumb.time.now });
  await queue(plumb, "later", { dueAt: new Date(plumb.time.now.getTime() + hourMs / 2) });
  await runJobs(plumb.context, [scheduled]);
  plumb.time.now = right;
  await runJobs(plumb.context, [scheduled]);
  const before = seen.length;
  later(plumb, hourMs / 2);
  await runJobs(plumb.context, [scheduled]);
  expect(seen.slice(before)).toEqual(["later"]);
  later(plumb, hourMs / 2);
  await runJobs(plumb.context, [scheduled]);
  expect(seen.slice(before)).toEqual(["later", "by the clock"]);
});

test("a project with a long backlog of jobs that wait leaves places for other projects", async () => {
  await using plumb = await createTestApp();
  const { promise: others, resolve } = Promise.withResolvers<void>();
  const { kind, seen } = noting(({ name }) => (name === "other" ? resolve() : others));
  const [busy, quiet] = [await seedProject(plumb), await seedProject(plumb, "Quiet")];
  for (let job = 0; job < 20; job += 1) await queue(plumb, `busy ${job}`, { projectId: busy.projectId });
  await queue(plumb, "other", { projectId: quiet.projectId });
  // The jobs of the busy project only end after that of the other one.
  await runJobs(plumb.context, [kind]);
  expect(seen.indexOf("other")).toBeLessThanOrEqual(2);
  expect(seen).toHaveLength(21);
});

test("jobs of a project start in order, and those of several projects by turns", async () => {
  await using plumb = await createTestApp();
  const { kind, seen } = noting();
  const single = { ...kind, concurrency: 1 };
  const [busy, quiet] = [await seedProject(plumb), await seedProject(plumb, "Quiet")];
  for (let job = 0; job < 5; job += 1) await queue(plumb, `busy ${job}`, { projectId: busy.projectId });
  for (let job = 0; job < 2; job += 1) await queue(plumb, `quiet ${job}`, { projectId: quiet.projectId });
  await runJobs(plumb.context, [single]);
  expect(seen).toEqual(["busy 0", "quiet 0", "busy 1", "quiet 1", "busy 2", "busy 3", "busy 4"]);
});

test.runIf(hasReplicas)("two servers run a scheduled job once at each of its times", async () => {
  await using plumb = await createTestApp();
  await using writer = await announceWriter(plumb.database);
  const { kind, seen } = noting();
  const data = z.object({ name: z.string().default("by the clock") });
  const scheduled = { ...kind, data, schedule: { everyMs: hourMs } };
  const stops = await Promise.all([
    startJobs(plumb.context, [scheduled]),
    startJobs({ ...plumb.context, writer }, [scheduled]),
  ]);
  try {
    for (let hour = 1; hour <= 3; hour += 1) {
      later(plumb, hourMs);
      plumb.context.bus.publish({ about: "jobs" });
      await expect.poll(() => seen.length).toBe(hour);
      await expect
        .poll(() => rowsOf(plumb.context.db, "job"))
        .toMatchObject([{ state: "queued", due_at: new Date(plumb.time.now.getTime() + hourMs) }]);
    }
  } finally {
    for (const stop of stops) await stop();
  }
  expect(seen).toHaveLength(3);
});

test.runIf(hasReplicas)("a server that continues after another one took its job over changes nothing", async () => {
  await using plumb = await createTestApp();
  const paused = await announceWriter(plumb.database);
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { kind, seen } = noting(() => gates[seen.length - 1]?.promise);
  await queue(plumb, "a");
  const first = runJobs({ ...plumb.context, writer: paused }, [kind]);
  await expect.poll(() => seen.length).toBe(1);
  await paused[Symbol.asyncDispose]();
  const second = runJobs(plumb.context, [kind]);
  await expect.poll(() => seen.length).toBe(2);
  gates[0]?.resolve();
  await first;
  expect(await rowsOf(plumb.context.db, "job")).toMatchObject([{ state: "running", writer: plumb.context.writer.id }]);
  gates[1]?.resolve();
  await second;
  expect(seen).toHaveLength(2);
  expect(await countRows(plumb.context.db, "job")).toBe(0);
});
