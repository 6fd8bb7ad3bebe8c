import { expect, test } from "vitest";
import { isQuiet, waitsUntil } from "./admission.ts";
import { matchesPattern } from "./conditions.ts";

const night = { timeZone: "Europe/Berlin", from: 22 * 60, until: 7 * 60, weekends: true };
const at = (text: string) => new Date(text);

test.for([
  ["2026-03-04T20:59:00Z", false],
  ["2026-03-04T21:00:00Z", true],
  ["2026-03-05T05:59:00Z", true],
  ["2026-03-05T06:00:00Z", false],
  // Saturday and Sunday in Berlin.
  ["2026-03-06T23:00:00Z", true],
  ["2026-03-08T12:00:00Z", true],
] as const)("a night in Berlin at %s: %s", ([time, quiet]) => {
  expect(isQuiet(night, at(time))).toBe(quiet);
});

test.for([
  ["2026-03-04T21:30:00Z", "2026-03-05T06:00:00.000Z"],
  // From Friday evening to Monday morning.
  ["2026-03-06T21:30:00Z", "2026-03-09T06:00:00.000Z"],
  // Clocks go forward on 29 March, so the morning comes an hour earlier in UTC.
  ["2026-03-27T21:30:00Z", "2026-03-30T05:00:00.000Z"],
] as const)("messages of %s wait until %s", ([time, until]) => {
  expect(waitsUntil({ maxPerHour: 5, quiet: night }, [], at(time))?.toISOString()).toBe(until);
});

test("quiet hours may end at any minute", () => {
  const quiet = { ...night, until: 7 * 60 + 7, weekends: false };
  const end = waitsUntil({ maxPerHour: 5, quiet }, [], at("2026-03-04T21:30:00Z"));
  expect(end?.toISOString()).toBe("2026-03-05T06:07:00.000Z");
});

test("the limit counts the messages of the last hour", () => {
  const sent = ["09:00", "09:20", "09:40"].map((time) => at(`2026-03-04T${time}:00Z`));
  const limits = { maxPerHour: 3, quiet: null };
  expect(waitsUntil(limits, sent, at("2026-03-04T09:50:00Z"))?.toISOString()).toBe("2026-03-04T10:00:00.000Z");
  expect(waitsUntil(limits, sent, at("2026-03-04T10:00:00Z"))).toBeNull();
});

test.for([
  ["main", "main", true],
  ["main", "main2", false],
  ["release/*", "release/1.2", true],
  ["release/*", "prerelease/1.2", false],
  ["*/fix-*", "ada/fix-12", true],
  ["*a*a*", "a", false],
  ["*", "", true],
] as const)("the pattern %s and the branch %s: %s", ([pattern, branch, matches]) => {
  expect(matchesPattern(pattern, branch)).toBe(matches);
});

test("the end of the limit may be in quiet hours", () => {
  const sent = [at("2026-03-04T20:55:00Z")];
  expect(waitsUntil({ maxPerHour: 1, quiet: night }, sent, at("2026-03-04T20:58:00Z"))?.toISOString()).toBe(
    "2026-03-05T06:00:00.000Z",
  );
});
