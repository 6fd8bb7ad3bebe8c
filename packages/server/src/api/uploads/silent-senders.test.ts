import { dayMs } from "@plumb/contract/durations.ts";
import { expect, test } from "vitest";
import { silentSenders } from "./silent-senders.ts";

const today = 20_000;
const now = new Date(today * dayMs + dayMs / 2);

/** Returns a suite that sent results on the given days, counted back from today. */
const suite = (daysAgo: readonly number[]) => ({
  kind: "suite" as const,
  name: "web",
  keyId: null,
  days: daysAgo.map((days) => today - days),
  lastAt: new Date(now.getTime() - (daysAgo.at(-1) ?? 0) * dayMs),
});

test.for([
  ["every day until two days ago", [8, 7, 6, 5, 4, 3, 2], 2],
  ["every day until yesterday", [8, 7, 6, 5, 4, 3, 2, 1], null],
  ["weekdays, and it is Sunday", [13, 12, 11, 10, 9, 6, 5, 4, 3, 2], null],
  ["weekdays, and a week is gone", [20, 19, 18, 17, 16, 13, 12, 11, 10, 9, 7], 7],
  ["on four days only", [30, 20, 19, 18], null],
  ["once a week, and three are gone", [49, 42, 35, 28, 21], 21],
  ["never", [], null],
] as const)("%s", ([, days, silentDays]) => {
  expect(silentSenders([suite(days)], now).map((one) => one.silentDays)).toEqual(
    silentDays === null ? [] : [silentDays],
  );
});

test("reports the number of days with uploads", () => {
  expect(silentSenders([suite([9, 8, 6, 5, 4])], now)[0]).toMatchObject({ silentDays: 4, activeDays: 5, ofDays: 6 });
});
