import type { BackupSchedule } from "@plumb/contract/administration/backups.ts";
import { expect, test } from "vitest";
import { isDue, lastTime, nextTime, overdueSince } from "./schedule.ts";

const daily: BackupSchedule = { enabled: true, weekday: null, time: "02:30", timeZone: "Europe/Berlin", keep: 7 };
const weekly: BackupSchedule = { ...daily, weekday: "sunday" };
const at = (text: string) => new Date(`2026-${text}Z`);

test.for([
  // Standard time is UTC+1, and daylight saving time UTC+2, from 29 March to 25 October.
  [daily, "03-04T01:29:59.999", "2026-03-03T01:30:00.000Z", "2026-03-04T01:30:00.000Z"],
  [daily, "03-04T01:30:00", "2026-03-04T01:30:00.000Z", "2026-03-05T01:30:00.000Z"],
  [daily, "06-04T12:00:00", "2026-06-04T00:30:00.000Z", "2026-06-05T00:30:00.000Z"],
  // 02:30 does not exist on 29 March, and exists twice on 25 October: one backup each.
  [daily, "03-29T12:00:00", "2026-03-29T01:30:00.000Z", "2026-03-30T00:30:00.000Z"],
  [daily, "10-25T12:00:00", "2026-10-25T01:30:00.000Z", "2026-10-26T01:30:00.000Z"],
  // 1 March is a Sunday.
  [weekly, "03-01T01:29:00", "2026-02-22T01:30:00.000Z", "2026-03-01T01:30:00.000Z"],
  [weekly, "03-01T01:30:00", "2026-03-01T01:30:00.000Z", "2026-03-08T01:30:00.000Z"],
  [weekly, "03-04T12:00:00", "2026-03-01T01:30:00.000Z", "2026-03-08T01:30:00.000Z"],
  // The local day is another one than in UTC.
  [
    { ...daily, timeZone: "Pacific/Auckland" },
    "03-04T14:00:00",
    "2026-03-04T13:30:00.000Z",
    "2026-03-05T13:30:00.000Z",
  ],
  [
    { ...daily, timeZone: "America/Los_Angeles" },
    "03-04T01:00:00",
    "2026-03-03T10:30:00.000Z",
    "2026-03-04T10:30:00.000Z",
  ],
] as const)("%j at %s: last time %s, next time %s", ([schedule, now, last, next]) => {
  expect([lastTime(schedule, at(now)), nextTime(schedule, at(now))].map((time) => time.toISOString())).toEqual([
    last,
    next,
  ]);
});

const before = at("03-03T02:00:00");
const scheduled = at("03-04T01:30:00");
const state = { schedule: daily, since: at("03-01T00:00:00"), lastSuccessAt: before };

test("a backup is due from its scheduled time until one succeeds", () => {
  expect(isDue(state, { endedAt: before }, at("03-04T01:29:00"))).toBe(false);
  expect(isDue(state, { endedAt: before }, scheduled)).toBe(true);
  expect(isDue({ ...state, lastSuccessAt: scheduled }, { endedAt: at("03-04T01:35:00") }, at("03-04T02:00:00"))).toBe(
    false,
  );
  expect(isDue({ ...state, lastSuccessAt: null }, undefined, scheduled)).toBe(true);
  // The server was down at the scheduled time.
  expect(isDue(state, { endedAt: before }, at("03-04T09:00:00"))).toBe(true);
});

test("a failed backup is repeated after an hour", () => {
  const failed = { endedAt: at("03-04T01:40:00") };
  expect(isDue(state, failed, at("03-04T02:39:00"))).toBe(false);
  expect(isDue(state, failed, at("03-04T02:40:00"))).toBe(true);
});

test("nothing is due before the schedule was changed, or while it is off", () => {
  const changed = { ...state, since: at("03-04T08:00:00"), lastSuccessAt: null };
  expect(isDue(changed, undefined, at("03-04T08:01:00"))).toBe(false);
  expect(isDue(changed, undefined, at("03-05T01:30:00"))).toBe(true);
  const off = { ...state, schedule: { ...daily, enabled: false } };
  expect(isDue(off, undefined, at("03-04T02:00:00"))).toBe(false);
  expect(overdueSince(off, at("03-09T02:00:00"))).toBeNull();
});

test("a backup is overdue three hours after its scheduled time", () => {
  expect(overdueSince(state, at("03-04T04:29:00"))).toBeNull();
  expect(overdueSince(state, at("03-04T04:30:00"))).toEqual(scheduled);
  expect(overdueSince({ ...state, lastSuccessAt: at("03-04T04:00:00") }, at("03-04T04:30:00"))).toBeNull();
});
