import { expect, test } from "vitest";
import { dayNumber, dayText, mondayOf, monthsEarlier, zoneDays } from "./calendar.ts";
import { type DayRange, maxPeriods, periodsBefore, rangeDays, trendPeriods } from "./trend-periods.ts";

const today = dayNumber("2026-03-04");
const days = (first: string, last: string): DayRange => ({ first: dayNumber(first), last: dayNumber(last) });
const hours = (zone: string, day: string) => {
  const { startOf } = zoneDays(zone);
  return (startOf(dayNumber(day) + 1) - startOf(dayNumber(day))) / 3_600_000;
};

test.for([
  ["7d", {}, "2026-02-26", "2026-03-04", "seven days, today included"],
  ["30d", {}, "2026-02-03", "2026-03-04", "thirty"],
  ["90d", {}, "2025-12-05", "2026-03-04", "ninety"],
  ["6m", {}, "2025-09-05", "2026-03-04", "six months"],
  ["1y", {}, "2025-03-05", "2026-03-04", "a year"],
  ["custom", { startDate: "2026-01-10", endDate: "2026-01-10" }, "2026-01-10", "2026-01-10", "one day"],
  ["custom", { startDate: "2026-01-10" }, "2026-01-10", "2026-03-04", "without an end: until today"],
  ["custom", { endDate: "2026-01-30" }, "2026-01-01", "2026-01-30", "without a beginning: thirty days"],
  ["custom", {}, "2026-02-03", "2026-03-04", "with neither: the last thirty"],
  ["custom", { startDate: "2027-01-01" }, "2027-01-01", "2027-01-01", "a beginning that is to come"],
] as const)("%s %o is from %s to %s: %s", ([range, dates, first, last]) => {
  expect(rangeDays({ range, ...dates }, today)).toEqual(days(first, last));
});

test.for([
  [{ startDate: "2026-03-04", endDate: "2026-03-03" }, "endDate", "The end date is before the start date"],
  [{ startDate: "1990-01-01", endDate: "2026-03-03" }, "startDate", "Choose 30 years or less"],
] as const)("reports the field of an invalid range: %o", ([dates, field, text]) => {
  expect(rangeDays({ range: "custom", ...dates }, today)).toEqual({ field, text });
});

test.for([
  ["2026-03-31", 1, "2026-02-28", "the last day of a shorter month"],
  ["2024-02-29", 12, "2023-02-28", "a leap day"],
  ["2026-01-15", 6, "2025-07-15", "over the end of a year"],
] as const)("%s less %d months is %s: %s", ([day, months, expected]) => {
  expect(dayText(monthsEarlier(dayNumber(day), months))).toBe(expected);
});

const named = (range: DayRange, groupBy: "day" | "week" | "month") =>
  trendPeriods(range, groupBy).periods.map(
    ({ date, first, last, partial }) => `${date}: ${dayText(first)} to ${dayText(last)}${partial ? ", part" : ""}`,
  );

test("weeks start on Monday, also across years, and partial ones are marked", () => {
  expect(named(days("2025-12-25", "2026-01-12"), "week")).toEqual([
    "2025-12-22: 2025-12-25 to 2025-12-28, part",
    "2025-12-29: 2025-12-29 to 2026-01-04",
    "2026-01-05: 2026-01-05 to 2026-01-11",
    "2026-01-12: 2026-01-12 to 2026-01-12, part",
  ]);
  expect(dayText(mondayOf(dayNumber("1969-12-28")))).toBe("1969-12-22");
});

test("months have their calendar length", () => {
  expect(named(days("2024-01-31", "2024-03-31"), "month")).toEqual([
    "2024-01-01: 2024-01-31 to 2024-01-31, part",
    "2024-02-01: 2024-02-01 to 2024-02-29",
    "2024-03-01: 2024-03-01 to 2024-03-31",
  ]);
});

test.for([
  ["2025-03-05", "2026-03-04", "day", "day", 365, "a year by day fits"],
  ["2016-03-05", "2026-03-04", "day", "month", 121, "ten years do not by day, nor by week"],
  ["2024-01-01", "2026-03-04", "day", "week", 114, "two years by day become weeks"],
  ["2024-01-01", "2026-03-04", "month", "month", 27, "what is coarse stays so"],
] as const)("%s to %s by %s are %s: %d of them, %s", ([first, last, requested, groupBy, count]) => {
  const { periods, groupBy: found } = trendPeriods(days(first, last), requested);
  expect([found, periods.length]).toEqual([groupBy, count]);
  expect(periods.length).toBeLessThanOrEqual(maxPeriods);
});

test("the previous period has the same length and ends where the range begins", () => {
  const { periods } = trendPeriods(days("2026-02-03", "2026-03-04"), "week");
  const before = periodsBefore(periods);
  expect(before.map(({ first, last }) => last - first)).toEqual(periods.map(({ first, last }) => last - first));
  expect(dayText(before[0]?.first ?? 0)).toBe("2026-01-04");
  expect(dayText(before.at(-1)?.last ?? 0)).toBe("2026-02-02");
});

test.for([
  ["UTC", "2026-03-29", 24, "no clocks change"],
  ["Europe/Berlin", "2026-03-29", 23, "forward"],
  ["Europe/Berlin", "2026-10-25", 25, "back"],
  ["America/St_Johns", "2026-03-08", 23, "forward, half an hour off"],
  ["Pacific/Auckland", "2026-04-05", 25, "back, in the south"],
  ["Pacific/Auckland", "2026-09-27", 23, "forward, in the south"],
  ["Asia/Kolkata", "2026-03-29", 24, "never"],
  ["Australia/Lord_Howe", "2026-04-05", 24.5, "by half an hour"],
  ["America/Santiago", "2025-09-07", 23, "midnight does not happen"],
  ["America/Havana", "2025-11-02", 25, "midnight happens twice"],
  ["Pacific/Apia", "2011-12-30", 0, "the whole day was skipped"],
] as const)("in %s, %s has %d hours: %s", ([zone, day, expected]) => {
  expect(hours(zone, day)).toBe(expected);
});

test.for([
  ["Asia/Kolkata", "2026-03-03T18:29:59.999Z", "2026-03-03"],
  ["Asia/Kolkata", "2026-03-03T18:30:00Z", "2026-03-04"],
  ["America/St_Johns", "2026-03-08T02:29:59Z", "2026-03-07"],
  ["Pacific/Auckland", "2026-04-04T12:00:00Z", "2026-04-05"],
  ["America/Santiago", "2025-09-07T03:59:59Z", "2025-09-06"],
] as const)("in %s, %s is on %s, and each day starts where the previous one ends", ([zone, time, day]) => {
  const { dayOf, startOf } = zoneDays(zone);
  const at = Date.parse(time);
  expect(dayText(dayOf(at))).toBe(day);
  expect(startOf(dayNumber(day))).toBeLessThanOrEqual(at);
  expect(startOf(dayNumber(day) + 1)).toBeGreaterThan(at);
});
