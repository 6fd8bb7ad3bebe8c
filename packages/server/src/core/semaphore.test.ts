import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSemaphore, type Slot } from "./semaphore.ts";

const never = AbortSignal.any([]);

/** Returns work in ten parts that may pass its slot on after each of them. */
function longWork(name: string, done: string[]) {
  return async (slot: Slot) => {
    for (let piece = 0; piece < 10; piece += 1) {
      await pause(100);
      await slot.pass();
    }
    done.push(name);
  };
}

test("a project that sends a lot lets other projects run before it has finished", async () => {
  const semaphore = createSemaphore(2);
  const done: string[] = [];
  const large = ["a1", "a2", "a3", "a4"].map((name) => semaphore.take(never, longWork(name, done), 1));
  expect(semaphore.areTaken).toBe(true);
  await Promise.all(
    [2, 3].map((project) => semaphore.take(never, async () => done.push(`small of ${project}`), project)),
  );
  expect(done).toEqual(["small of 2", "small of 3"]);
  await Promise.all(large);
  expect(done.slice(2).toSorted()).toEqual(["a1", "a2", "a3", "a4"]);
  expect(semaphore.areTaken).toBe(false);
});

test("concurrent work never exceeds the limit, and each task continues where it stopped", async () => {
  const semaphore = createSemaphore(3);
  let [working, max] = [0, 0];
  const work = async (slot: Slot) => {
    for (let piece = 0; piece < 4; piece += 1) {
      working += 1;
      max = Math.max(max, working);
      await pause(120);
      working -= 1;
      await slot.pass();
    }
    return "done";
  };
  const all = Array.from({ length: 9 }, (_, index) => semaphore.take(never, work, index % 2));
  expect(await Promise.all(all)).toEqual(Array<string>(9).fill("done"));
  expect(max).toBe(3);
});

test("a task that is aborted while it waits, or that fails, releases its turn", async () => {
  const semaphore = createSemaphore(1);
  const first = semaphore.take(never, () => pause(50));
  const removed = new AbortController();
  const second = semaphore.take(removed.signal, async () => "never", 1);
  removed.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  await expect(semaphore.take(never, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await first;
  expect(semaphore.areTaken).toBe(false);
});
