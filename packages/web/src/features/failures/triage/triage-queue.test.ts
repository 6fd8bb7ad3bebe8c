import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import { expect, test } from "vitest";
import { sampleGroup } from "#features/failures/sample-failures.ts";
import {
  causeBeside,
  classInQueue,
  decidedFailures,
  firstUndecided,
  isDecided,
  queueAfter,
  type TriageOutcome,
} from "./triage-queue.ts";

const cause = (id: number, change: Partial<FailureGroup> = {}) => sampleGroup({ id, decidedBy: "model", ...change });
const [first, second, third] = [cause(1), cause(2), cause(3)];
const outcomes = (...all: readonly (readonly [number, TriageOutcome])[]) => new Map(all);
const saved = { status: "saved", as: "Environment Issue" } as const;
const failed = { status: "failed", as: "Unknown", reason: "The server is away." } as const;

test("a cause that a decision removes from the filtered list keeps its position, and new ones are last", () => {
  const queue = queueAfter([first, second, third], [cause(4), { ...third, occurrenceCount: 99 }, first]);
  expect(queue.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(queue[2]?.occurrenceCount).toBe(99);
});

test("the same list is the same queue", () => {
  const queue = [first, second];
  expect(queueAfter(queue, [second, first])).toBe(queue);
});

test("a decision counts once it is saved; one that failed changes nothing", () => {
  const [saving, lost] = [outcomes([1, { status: "saving", as: "Unknown" }]), outcomes([1, failed])];
  expect([isDecided(first, saving), isDecided(first, outcomes([1, saved])), isDecided(first, lost)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(classInQueue(first, saving)).toBe("Unknown");
  expect(classInQueue(first, lost)).toBe(first.primaryClass);
});

test("triage starts at the first cause without a decision of a user, otherwise at the first", () => {
  const reviewed = cause(1, { decidedBy: "person" });
  expect(firstUndecided([reviewed, second], new Map())?.id).toBe(2);
  expect(firstUndecided([reviewed], new Map())?.id).toBe(1);
  expect(firstUndecided([], new Map())).toBeUndefined();
});

test("the cause before the first and after the last does not exist", () => {
  const queue = [first, second];
  expect(causeBeside(queue, 1, 1)?.id).toBe(2);
  expect(causeBeside(queue, 1, -1)).toBeUndefined();
  expect(causeBeside(queue, 2, 1)).toBeUndefined();
  // A linked cause that the filters exclude precedes the first one.
  expect(causeBeside(queue, 99, 1)?.id).toBe(1);
});

test("a cause that is the same as another one keeps its class and is decided", () => {
  const same = outcomes([1, { status: "saved", same: { id: 2, error: "refused" } }]);
  expect([classInQueue(first, same), isDecided(first, same)]).toEqual([first.primaryClass, true]);
});

test("failures count with the decision of their cause", () => {
  const queue = [cause(1, { occurrenceCount: 41 }), cause(2, { occurrenceCount: 12 })];
  expect(decidedFailures(queue, outcomes([1, saved]))).toEqual({ decided: 41, total: 53 });
  // The list already counts the failures of the merged cause with the other one.
  const merged = [cause(1, { occurrenceCount: 53 }), cause(2, { occurrenceCount: 12 })];
  const same = { status: "saved", same: { id: 1, error: "refused" } } as const;
  expect(decidedFailures(merged, outcomes([1, saved], [2, same]))).toEqual({ decided: 53, total: 53 });
});
