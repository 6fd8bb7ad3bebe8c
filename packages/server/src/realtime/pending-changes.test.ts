import { expect, test } from "vitest";
import { PendingChanges } from "./pending-changes.ts";

function pending() {
  const done: number[] = [];
  return { changes: new PendingChanges({ done: (number) => void done.push(number) }, 3), done };
}

test("sends several messages as one, and only the first stays open", () => {
  const { changes, done } = pending();
  expect(changes.isEmpty).toBe(true);
  changes.add(7, [1, 2]);
  changes.add(8, [2, 3]);
  expect(done).toEqual([8]);
  expect(changes.take()).toEqual({ first: 7, tests: new Set([1, 2, 3]) });
  expect(changes.take()).toBeNull();
});

test("an event names no tests if a message names none, or if too many changed", () => {
  const { changes } = pending();
  changes.add(1, [1]);
  changes.add(2, undefined);
  expect(changes.take()?.tests).toBeNull();
  changes.add(3, [1, 2, 3, 4]);
  changes.add(4, [5]);
  expect(changes.take()?.tests).toBeNull();
  changes.add(5, [1]);
  expect(changes.take()?.tests).toEqual(new Set([1]));
});

test("unsent changes stay open and are sent with the next ones", () => {
  const { changes, done } = pending();
  changes.add(1, [1]);
  const taken = changes.take();
  changes.add(2, [2]);
  if (taken !== null) changes.putBack(taken);
  expect(done).toEqual([2]);
  expect(changes.take()).toEqual({ first: 1, tests: null });
});

test("discarded changes are done", () => {
  const { changes, done } = pending();
  changes.discard();
  changes.add(1, [1]);
  changes.discard();
  expect(done).toEqual([1]);
  expect(changes.isEmpty).toBe(true);
});
