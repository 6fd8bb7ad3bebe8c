import { expect, test } from "vitest";
import { nextAttempt } from "./next-attempt.ts";

const at = new Date("2026-03-04T10:00:00.000Z");
const destination = { message: "down", scope: "destination", retryAfterMs: null } as const;
const delivery = { message: "rejected", scope: "delivery", retryAfterMs: null } as const;
const first = { problem: destination, at, attempts: 1, firstAttemptAt: at, failures: 0, lastSuccessAt: null };
const secondsTo = (time: Date | null) => time && (time.getTime() - at.getTime()) / 1000;
const ago = (seconds: number) => new Date(at.getTime() - seconds * 1000);

/** Decides about a rejected delivery, whose first attempt was some seconds ago. */
const afterRejections = (attempts: number, seconds: number) =>
  nextAttempt({ ...first, problem: delivery, attempts, firstAttemptAt: ago(seconds) }, 0);

test("the pause of a destination grows by half, up to an hour, and is up to a quarter shorter", () => {
  const pauses = [0, 1, 2, 10, 20, 24, 1000].map((failures) =>
    secondsTo(nextAttempt({ ...first, failures }, 0).pausedUntil),
  );
  expect(pauses).toEqual([0.1, 0.15, 0.225, 5.767, 332.526, 1683.411, 3600]);
  expect(secondsTo(nextAttempt({ ...first, failures: 30 }, 1).pausedUntil)).toBe(2700);
});

test("a destination that keeps failing never uses up a delivery", () => {
  const next = nextAttempt({ ...first, attempts: 500, firstAttemptAt: ago(86_400), failures: 500 }, 0);
  expect(next).toMatchObject({ nextAttemptAt: at, outOfOrder: false });
});

test("a requested time is a minimum, and the random part never shortens it", () => {
  const requested = { ...destination, retryAfterMs: 90_000 };
  expect(secondsTo(nextAttempt({ ...first, problem: requested }, 1).pausedUntil)).toBe(90);
  expect(secondsTo(nextAttempt({ ...first, problem: requested, failures: 30 }, 0).pausedUntil)).toBe(3600);
  const tooLong = { ...destination, retryAfterMs: 86_400_000 };
  expect(secondsTo(nextAttempt({ ...first, problem: tooLong }, 1).pausedUntil)).toBe(7200);
  const rejected = nextAttempt({ ...first, problem: { ...delivery, retryAfterMs: 90_000 } }, 1);
  expect([secondsTo(rejected.nextAttemptAt), secondsTo(rejected.pausedUntil)]).toEqual([90, 90]);
});

test("a rejected delivery fails after six attempts in about an hour, and never pauses its destination", () => {
  expect(secondsTo(afterRejections(1, 0).nextAttemptAt)).toBe(30);
  expect(secondsTo(afterRejections(5, 1350).nextAttemptAt)).toBe(2400);
  expect(afterRejections(5, 1350)).toMatchObject({ outOfOrder: true, pausedUntil: null });
  expect(afterRejections(6, 2900).nextAttemptAt).toBeNull();
  // It was first retried as the oldest delivery of a failing destination, within minutes.
  expect(secondsTo(afterRejections(15, 600).nextAttemptAt)).toBe(2400);
});

test("a delivery that fails while others pass waits alone", () => {
  const failing = { ...first, attempts: 15, firstAttemptAt: ago(600) };
  expect(nextAttempt({ ...failing, lastSuccessAt: ago(1) }, 0)).toMatchObject({ outOfOrder: true, pausedUntil: null });
  expect(nextAttempt({ ...failing, lastSuccessAt: ago(601) }, 0)).toMatchObject({ outOfOrder: false });
});
