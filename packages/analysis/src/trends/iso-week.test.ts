import { expect, test } from "vitest";
import { dayNumber, dayText } from "./calendar.ts";
import { mondayOfWeek, weekOf } from "./iso-week.ts";

test.for([
  ["2026-11-23", "2026-W48"],
  ["2026-11-22", "2026-W47"],
  ["2025-12-29", "2026-W01"],
  ["2026-01-01", "2026-W01"],
  ["2021-01-03", "2020-W53"],
  ["2021-01-04", "2021-W01"],
  ["2027-01-03", "2026-W53"],
  ["1969-12-31", "1970-W01"],
] as const)("%s is in %s", ([day, week]) => {
  expect(weekOf(dayNumber(day))).toBe(week);
  const monday = mondayOfWeek(week);
  expect(monday).not.toBeNull();
  expect(monday).toBeLessThanOrEqual(dayNumber(day));
  expect((monday ?? 0) + 6).toBeGreaterThanOrEqual(dayNumber(day));
});

test("every Monday of several centuries round-trips through its week name", () => {
  for (let monday = dayNumber("1900-01-01"); monday < dayNumber("2300-01-01"); monday += 7)
    expect([dayText(monday), mondayOfWeek(weekOf(monday))]).toEqual([dayText(monday), monday]);
});

test.for(["", "2026", "2026-W", "2026-W00", "2026-W54", "2025-W53", "0026-W01", "9999-W01", "2026-w47", "2026-W7"])(
  "%j is not a week",
  (week) => {
    expect(mondayOfWeek(week)).toBeNull();
  },
);
