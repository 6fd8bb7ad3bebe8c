import { expect, test } from "vitest";
import { tickLabels, valueAxis } from "./value-axis.ts";

test.for([
  [[95, 97.3, 99], { longest: 100 }, 94, 100, "between 95 and 100 %: from 94"],
  [[95, 97.3, 99], { longest: 100, fromZero: true }, 0, 100, "the same from 0"],
  [[40, 99], { longest: 100 }, 0, 100, "wide apart: from 0"],
  [[99.9, 100], { longest: 100 }, 99.85, 100, "nearly all"],
  [[100, 100], { longest: 100 }, 90, 100, "all of them"],
  [[0, 3, 12], {}, 0, 15, "counts"],
  [[12.1, 12.4], {}, 12, 12.4, "durations that hardly move"],
  [[7], {}, 6.2, 7, "one value"],
  [[0, 0], {}, 0, 1, "nothing but zeros"],
  [[null, null], { longest: 100 }, 0, 100, "nothing known"],
  [[], {}, 0, 1, "nothing at all"],
  [[0, 55], { longest: 100 }, 0, 100, "quarters of 100"],
  [[0.002], { fromZero: true }, 0, 0.002, "small values"],
] as const)("%j, %o: from %d to %d, %s", ([values, limits, min, max]) => {
  const axis = valueAxis(values, limits);
  expect([axis.min, axis.max]).toEqual([min, max]);
  expect(axis.ticks[0]).toBe(min);
  expect(axis.ticks.length).toBeLessThanOrEqual(9);
});

const seconds = (ms: number, digits = 2) => `${(ms / 1000).toFixed(digits)} s`;

test("a label appears once if steps are finer than the labels", () => {
  expect(tickLabels([0, 2, 4, 6, 8, 10], (ms) => seconds(ms))).toEqual(["0.00 s", "", "", "0.01 s", "", ""]);
});
