import { once } from "node:events";
import { expect, test } from "vitest";
import type { ThreadTask } from "#testing/task-thread.ts";
import { createWorkerPool, OutOfMemory, type Task, type WorkerKind, type WorkerPool } from "./worker-pool.ts";

const kind: WorkerKind = {
  script: new URL(import.meta.resolve("#testing/task-thread.ts")),
  max: 1,
  shared: false,
  idleMs: 60_000,
  limits: { maxOldGenerationSizeMb: 32 },
  quiet: true,
};

const begin = (threads: WorkerPool, does: ThreadTask["does"]) => threads.begin(kind, { does } satisfies ThreadTask);

/** Returns the next message of a task, or throws the error that ended its thread. */
const word = async ({ port, broken }: Task) =>
  Promise.race([once(port, "message").then(([text]) => text as string), broken]);

test("an error in a thread ends only its task", async () => {
  await using threads = createWorkerPool();
  const bad = await begin(threads, "throw");
  await expect(bad.broken).rejects.toThrow("it broke");
  await bad[Symbol.asyncDispose]();
  await using good = await begin(threads, "wait");
  expect(await word(good)).toBe("begun");
  good.port.postMessage("go on");
  expect(await word(good)).toBe("done");
});

test("a thread that needs too much memory ends before the server does", async () => {
  await using threads = createWorkerPool();
  await using task = await begin(threads, "fill");
  await expect(task.broken).rejects.toThrow(OutOfMemory);
});

test("aborting ends work that never yields", async () => {
  await using threads = createWorkerPool();
  const own = { ...kind, idleMs: 0 };
  const task = await threads.begin(own, { does: "spin" } satisfies ThreadTask);
  await once(task.port, "message");
  await task[Symbol.asyncDispose]();
  await expect(task.broken).rejects.toThrow("ended before it was done");
});

test("a task waits in line for a thread, and leaves the line when it is aborted", async () => {
  await using threads = createWorkerPool();
  const first = await begin(threads, "wait");
  const stop = new AbortController();
  const abandoned = threads.begin(kind, { does: "wait" } satisfies ThreadTask, { signal: stop.signal });
  const second = begin(threads, "wait");
  stop.abort(new Error("no longer wanted"));
  await expect(abandoned).rejects.toThrow("no longer wanted");
  await first[Symbol.asyncDispose]();
  await using started = await second;
  expect(await word(started)).toBe("begun");
});

test("tasks that can share a thread run in one at the same time", async () => {
  await using threads = createWorkerPool();
  const shared = { ...kind, shared: true };
  await using one = await threads.begin(shared, { does: "wait" } satisfies ThreadTask);
  await using two = await threads.begin(shared, { does: "wait" } satisfies ThreadTask);
  expect([await word(one), await word(two)]).toEqual(["begun", "begun"]);
  expect(one.broken).toBe(two.broken);
});

test("a busy kind does not delay other kinds", async () => {
  await using threads = createWorkerPool();
  await using busy = await begin(threads, "spin");
  expect(await word(busy)).toBe("begun");
  await using other = await threads.begin({ ...kind }, { does: "wait" } satisfies ThreadTask);
  expect(await word(other)).toBe("begun");
});

test("a stop ends every thread, and rejects waiting callers", async () => {
  const threads = createWorkerPool();
  const task = await begin(threads, "spin");
  await threads[Symbol.asyncDispose]();
  await expect(task.broken).rejects.toThrow("ended before it was done");
});
