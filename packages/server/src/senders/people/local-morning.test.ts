import { expect, test } from "vitest";
import { localMorning } from "./local-morning.ts";

test.for([
  ["UTC", "2026-03-04T23:59:00Z", "2026-03-04", "2026-03-04T09:00:00.000Z"],
  ["Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-28", "2026-03-28T08:00:00.000Z"],
  // Clocks change at two in the night.
  ["Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29", "2026-03-29T07:00:00.000Z"],
  ["Europe/Berlin", "2026-10-25T12:00:00Z", "2026-10-25", "2026-10-25T08:00:00.000Z"],
  ["America/New_York", "2026-03-08T12:00:00Z", "2026-03-08", "2026-03-08T13:00:00.000Z"],
  // Clocks change at midnight.
  ["Africa/Cairo", "2026-04-24T10:00:00Z", "2026-04-24", "2026-04-24T06:00:00.000Z"],
  ["Pacific/Kiritimati", "2026-03-04T10:00:00Z", "2026-03-05", "2026-03-04T19:00:00.000Z"],
  ["Asia/Kathmandu", "2026-03-04T02:00:00Z", "2026-03-04", "2026-03-04T03:15:00.000Z"],
  ["Australia/Lord_Howe", "2026-04-05T02:00:00Z", "2026-04-05", "2026-04-04T22:30:00.000Z"],
  ["Mars/Olympus", "2026-03-04T10:00:00Z", "2026-03-04", "2026-03-04T09:00:00.000Z"],
] as const)("in %s at %s, it is nine on %s at %s", ([zone, now, date, at]) => {
  const morning = localMorning(zone, new Date(now));
  expect([morning.date, morning.at.toISOString()]).toEqual([date, at]);
});
