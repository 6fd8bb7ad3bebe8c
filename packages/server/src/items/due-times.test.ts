import { expect, test } from "vitest";
import { type DueHistory, dueTimes } from "./due-times.ts";
import { timeOfDay } from "#core/local-time.ts";

const at = (time: string) => new Date(`2026-03-${time}:00Z`);
const timesOf = (input: Partial<DueHistory>) =>
  dueTimes({ createdAt: at("01T12:00"), dueDate: "2026-03-10", timeZone: "UTC", changes: [], ...input }).map(
    ({ what, dueDate, at: time }) => `${what} ${dueDate.slice(8)} ${time.toISOString().slice(8, 16)}`,
  );
const status = (time: string, from: string, to: string) => ({ kind: "status", at: at(time), from, to }) as const;
const due = (time: string, from: string | null, to: string | null) =>
  ({ kind: "due_date", at: at(time), from, to }) as const;

test.for<[string, Partial<DueHistory>, string[]]>([
  ["an open item", {}, ["soon 10 09T08:00", "overdue 10 11T08:00"]],
  ["an item without a due date", { dueDate: null }, []],
  ["the time zone of its assignee", { timeZone: "Asia/Tokyo" }, ["soon 10 08T23:00", "overdue 10 10T23:00"]],
  [
    "an item that is created on its due date",
    { createdAt: at("10T15:00") },
    ["soon 10 10T15:00", "overdue 10 11T08:00"],
  ],
  ["an item that was resolved before", { changes: [status("05T10:00", "open", "resolved")] }, []],
  [
    "an item that was resolved on its due date",
    { changes: [status("10T10:00", "in_progress", "resolved")] },
    ["soon 10 09T08:00"],
  ],
  [
    "an item that was resolved and reopened after its due date",
    { changes: [status("05T10:00", "open", "closed"), status("20T10:00", "closed", "reopened")] },
    ["overdue 10 20T10:00"],
  ],
  [
    "a due date that was moved before it came",
    { dueDate: "2026-03-20", changes: [due("05T10:00", "2026-03-10", "2026-03-20")] },
    ["soon 20 19T08:00", "overdue 20 21T08:00"],
  ],
  [
    "a due date that was moved while the item was due, and back",
    {
      changes: [due("09T12:00", "2026-03-10", "2026-03-12"), due("10T12:00", "2026-03-12", "2026-03-10")],
    },
    ["soon 10 09T08:00", "overdue 10 11T08:00"],
  ],
  [
    "a due date that was removed",
    { dueDate: null, changes: [due("10T12:00", "2026-03-10", null)] },
    ["soon 10 09T08:00"],
  ],
  [
    "a due date that was set when it was almost over",
    { changes: [due("10T23:00", null, "2026-03-10")] },
    ["soon 10 10T23:00", "overdue 10 11T08:00"],
  ],
])("finds when %s is due", ([, input, expected]) => {
  expect(timesOf(input)).toEqual(expected);
});

test("finds the hour of a day when the clocks change", () => {
  expect(timeOfDay("Europe/Berlin", "2026-03-29", 8).toISOString()).toBe("2026-03-29T06:00:00.000Z");
  expect(timeOfDay("Europe/Berlin", "2026-03-28", 8).toISOString()).toBe("2026-03-28T07:00:00.000Z");
  expect(timeOfDay("America/New_York", "2026-11-01", 0).toISOString()).toBe("2026-11-01T04:00:00.000Z");
  expect(timeOfDay("Pacific/Kiritimati", "2026-11-01", 8).toISOString()).toBe("2026-10-31T18:00:00.000Z");
  expect(timeOfDay("no/zone", "2026-11-01", 8).toISOString()).toBe("2026-11-01T08:00:00.000Z");
});
