import { expect, test } from "vitest";
import { nextTime, pauseMs } from "./schedule.ts";

test.for([
  [{ everyMs: 60_000 }, "2026-03-04T10:00:30.000Z", "2026-03-04T10:01:30.000Z", "so long after the last time"],
  [{ dailyAt: "3:30" }, "2026-03-04T03:29:59.000Z", "2026-03-04T03:30:00.000Z", "later today"],
  [{ dailyAt: "3:30" }, "2026-03-04T03:30:00.000Z", "2026-03-05T03:30:00.000Z", "tomorrow, once it has come"],
  [{ dailyAt: "0:00" }, "2026-02-28T12:00:00.000Z", "2026-03-01T00:00:00.000Z", "over the end of a month"],
] as const)("%j after %s is %s: %s", ([schedule, now, expected]) => {
  expect(nextTime(schedule, new Date(now)).toISOString()).toBe(expected);
});

test.for([
  [1, 0, 5000],
  [2, 0, 10_000],
  [3, 1, 15_000],
  [4, 0.5, 35_000],
  [30, 0, 3_600_000],
  [2000, 1, 2_700_000],
])("after %d attempts, with the random value %d, it waits %d ms", ([attempts = 0, chance = 0, expected]) => {
  expect(pauseMs(attempts, chance)).toBe(expected);
});
