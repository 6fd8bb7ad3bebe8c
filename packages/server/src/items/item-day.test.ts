import { expect, test } from "vitest";
import { dayIn, daysAfter, hourIn } from "#core/local-time.ts";
import { dueDay } from "./item-day.ts";

const time = new Date("2030-01-31T23:30:00Z");

test("a day and its hour are in the time zone of the user", () => {
  expect([dayIn("UTC", time), hourIn("UTC", time)]).toEqual(["2030-01-31", 23]);
  expect([dayIn("Asia/Tokyo", time), hourIn("Asia/Tokyo", time)]).toEqual(["2030-02-01", 8]);
  expect(dayIn("America/New_York", time)).toBe("2030-01-31");
  expect(dayIn("Nowhere/Town", time)).toBe("2030-01-31");
  expect(hourIn("UTC", new Date("2030-01-31T00:10:00Z"))).toBe(0);
});

test("a due date is a day, and a timestamp means its day in the sender's time zone", () => {
  expect(dueDay("2030-02-01", "Asia/Tokyo")).toBe("2030-02-01");
  expect(dueDay("2030-01-31T23:30:00Z", "Asia/Tokyo")).toBe("2030-02-01");
  expect(daysAfter("2030-02-28", 1)).toBe("2030-03-01");
});
