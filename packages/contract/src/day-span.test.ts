import { expect, test } from "vitest";
import { daySpan } from "./day-span.ts";

test.for([
  ["UTC", "2030-03-31", "2030-03-31T00:00:00.000Z", "2030-04-01T00:00:00.000Z"],
  ["Asia/Tokyo", "2030-01-01", "2029-12-31T15:00:00.000Z", "2030-01-01T15:00:00.000Z"],
  ["America/Los_Angeles", "2030-01-31", "2030-01-31T08:00:00.000Z", "2030-02-01T08:00:00.000Z"],
  // The day on which summer time begins has 23 hours, and the day on which it ends has 25.
  ["Europe/Berlin", "2030-03-31", "2030-03-30T23:00:00.000Z", "2030-03-31T22:00:00.000Z"],
  ["Europe/Berlin", "2030-10-27", "2030-10-26T22:00:00.000Z", "2030-10-27T23:00:00.000Z"],
] as const)("in %s the day %s is from %s until %s", ([timeZone, day, from, until]) => {
  expect(daySpan(day, day, timeZone)).toEqual({ from, until });
});

test("a span can be open", () => {
  expect(daySpan(undefined, undefined, "UTC")).toEqual({});
  expect(daySpan(undefined, "2030-01-31", "UTC")).toEqual({ until: "2030-02-01T00:00:00.000Z" });
});
