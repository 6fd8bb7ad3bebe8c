import { profileErrors } from "@plumb/contract/people/profile.ts";
import { expect, test } from "vitest";
import { isLikeUtc, isListed, timeZoneGroups, timeZoneLabel } from "./time-zones.ts";

const winter = Date.UTC(2030, 0, 10, 12);
const summer = Date.UTC(2030, 6, 10, 12);

test("lists UTC and eighteen regions once, all accepted by the server", () => {
  const ids = timeZoneGroups.flatMap(({ zones }) => zones.map(({ id }) => id));
  expect(ids[0]).toBe("UTC");
  expect(new Set(ids).size).toBe(19);
  for (const timezone of ids) expect(profileErrors({ timezone })).toEqual({});
});

test.for([
  ["UTC", winter, "UTC (UTC+00:00)"],
  ["Europe/Berlin", winter, "Berlin (UTC+01:00)"],
  ["Europe/Berlin", summer, "Berlin (UTC+02:00)"],
  ["Europe/London", winter, "London (UTC+00:00)"],
  ["America/Los_Angeles", winter, "Pacific Time (Los Angeles) (UTC-08:00)"],
  ["Asia/Kolkata", winter, "Kolkata (UTC+05:30)"],
  ["Africa/Cairo", winter, "Africa/Cairo (UTC+02:00)"],
  ["Mars/Base", winter, "Mars/Base"],
] as const)("%s at %i is labelled %s", ([id, nowMs, expected]) => {
  expect(timeZoneLabel(id, nowMs)).toBe(expected);
});

test("a listed zone is distinguished from others", () => {
  expect([isListed("Asia/Tokyo"), isListed("Africa/Cairo")]).toEqual([true, false]);
});

test.for([
  ["UTC", true],
  ["Africa/Abidjan", true],
  ["Europe/London", false],
  ["America/New_York", false],
  ["No/Where", false],
] as const)("%s has the times of UTC all year: %s", ([id, like]) => {
  expect(isLikeUtc(id, winter)).toBe(like);
  expect(isLikeUtc(id, summer)).toBe(like);
});
