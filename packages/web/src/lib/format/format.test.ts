import { expect, test } from "vitest";
import { formatAgo, formatDuration, formatSeconds, shortCommit } from "./format.ts";

test.for([
  [null, "–"],
  [0, "0 ms"],
  [840.4, "840 ms"],
  [14_200, "14.20 s"],
  [72_000, "1m 12s"],
  [7_500_000, "2h 05m"],
] as const)("a duration of %s ms is shown as %s", ([durationMs, expected]) => {
  expect(formatDuration(durationMs)).toBe(expected);
});

test.for([
  [null, "–"],
  [0, "0.00 s"],
  [0.4, "<1 ms"],
  [3.2, "3 ms"],
  [5, "0.01 s"],
  [1234, "1.23 s"],
] as const)("%s ms in the test list is shown as %s", ([durationMs, expected]) => {
  expect(formatSeconds(durationMs)).toBe(expected);
  expect(formatSeconds(3.2, 3)).toBe("0.003 s");
});

test.for([
  ["2030-01-10T12:00:30Z", "just now", "a clock that runs ahead is now"],
  ["2030-01-11T13:00:00Z", "11 Jan 2030", "a clock that is more than a day ahead is wrong"],
  ["2030-01-10T11:59:30Z", "just now", "under a minute"],
  ["2030-01-10T11:58:00Z", "2 min ago", "minutes"],
  ["2030-01-10T09:00:00Z", "3 h ago", "hours"],
  ["2030-01-09T11:00:00Z", "1 day ago", "one day"],
  ["2030-01-03T12:00:00Z", "7 days ago", "up to seven days"],
  ["2030-01-02T11:00:00Z", "2 Jan 2030", "then the date"],
] as const)("%s is shown as %s: %s", ([time, expected]) => {
  expect(formatAgo(time, Date.UTC(2030, 0, 10, 12))).toBe(expected);
});

test("a hash is shortened, but a name is not", () => {
  expect(shortCommit("a91f3c2d5e6f7a8b9c0d")).toBe("a91f3c2");
  expect(shortCommit("release-2030-01")).toBe("release-2030-01");
});
