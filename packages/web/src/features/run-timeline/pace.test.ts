import { expect, test } from "vitest";
import { paceText, usualShare } from "./pace.ts";

/** Tests usually end at a steady pace, one twentieth every 5 seconds. */
const pace = { runs: 3, durationMs: 100_000, marks: Array.from({ length: 20 }, (_, index) => 5000 * (index + 1)) };
const running = (elapsedMs: number, share: number | null) => ({ elapsedMs, share, hasEnded: false });

test("the ghost has the share of tests that had usually ended", () => {
  expect(usualShare(pace, 0)).toBe(0);
  expect(usualShare(pace, 52_500)).toBeCloseTo(0.525);
  expect(usualShare(pace, 200_000)).toBe(1);
  expect(usualShare({ ...pace, marks: null }, 50_000)).toBeNull();
});

test.for([
  [running(54_000, 0.5), "8% slower than usual"],
  [running(45_000, 0.5), "10% faster than usual"],
  [running(50_500, 0.5), "as fast as usual"],
  [running(99_000, 0.5), "98% slower than usual"],
  [running(101_000, 0.5), "2.0 times as long as usual"],
  [running(230_000, null), "2.3 times as long as usual"],
  [{ elapsedMs: 92_000, share: 1, hasEnded: true }, "8% faster than usual"],
  // Nothing is claimed from a few tests, or without knowing how many follow.
  [running(30_000, 0.02), null],
  [running(30_000, null), null],
] as const)("%j is %s", ([run, text]) => {
  expect(paceText(pace, run)).toBe(text);
});

test("without the times of tests, only a run that takes longer is compared", () => {
  const timeless = { ...pace, marks: null };
  expect(paceText(timeless, running(60_000, 0.5))).toBeNull();
  expect(paceText(timeless, running(110_000, 0.5))).toBe("10% slower than usual");
});
