import { expect, test } from "vitest";
import { between, panned, tickLabel, ticks, windowOfWord, windowWord, zoomed } from "./time-window.ts";

test("zooming keeps the time under the pointer in place", () => {
  expect(zoomed({ from: 0, to: 1000 }, 0.5, 200, 1000)).toEqual({ from: 100, to: 600 });
  expect(zoomed({ from: 100, to: 600 }, 2, 200, 1000)).toEqual({ from: 0, to: 1000 });
});

test("a visible range never leaves the run, and has a minimum length", () => {
  expect(zoomed({ from: 0, to: 1000 }, 3, 500, 1000)).toEqual({ from: 0, to: 1000 });
  expect(zoomed({ from: 0, to: 1000 }, 0.0001, 0, 1000)).toEqual({ from: 0, to: 20 });
  expect(panned({ from: 800, to: 1000 }, 0.5, 1000)).toEqual({ from: 800, to: 1000 });
  expect(panned({ from: 100, to: 300 }, -0.25, 1000)).toEqual({ from: 50, to: 250 });
  expect(between(700, 200, 1000)).toEqual({ from: 200, to: 700 });
  expect(between(999, 999, 1000)).toEqual({ from: 980, to: 1000 });
  expect(zoomed({ from: 0, to: 0 }, 0.5, 0, 0)).toEqual({ from: 0, to: 0 });
});

test("a URL names a range within the run, in whole milliseconds", () => {
  expect(windowWord({ from: 200.7, to: 700.2 })).toBe("200-701");
  expect(windowOfWord("200-701", 1000)).toEqual({ from: 200, to: 701 });
  expect(windowOfWord("900-5000", 2000)).toEqual({ from: 900, to: 2000 });
});

test.for([undefined, "", "200", "0-1000", "0-99999"])("%j selects no part of a one-second run", (word) => {
  expect(windowOfWord(word, 1000)).toBeNull();
});

test.for([
  [{ from: 0, to: 10_000 }, 6, [0, 2000, 4000, 6000, 8000, 10_000]],
  [{ from: 150, to: 420 }, 4, [200, 300, 400]],
  [{ from: 0, to: 0 }, 5, [0]],
  [{ from: 0, to: 40 * 3_600_000 }, 4, [0, 10, 20, 30, 40].map((hours) => hours * 3_600_000)],
] as const)("the axis of %j has round times, at most %i: %j", ([window, max, times]) => {
  expect(ticks(window, max)).toEqual(times);
});

test.for([
  [0, 1000, "0 s"],
  [45_000, 5000, "45 s"],
  [65_000, 5000, "1:05"],
  [7_230_000, 30_000, "2:00:30"],
  [12_500, 500, "12.5 s"],
  [1_020, 20, "1.02 s"],
  [1_002, 2, "1.002 s"],
] as const)("%i ms on an axis with steps of %i ms is shown as %j", ([time, step, label]) => {
  expect(tickLabel(time, step)).toBe(label);
});
