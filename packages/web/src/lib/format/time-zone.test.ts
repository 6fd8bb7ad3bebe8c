import { afterEach, expect, test } from "vitest";
import { formatAgo, formatDay, formatTimestamp } from "./format.ts";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { queryClient } from "#lib/api/query-client.ts";
import { currentTimeZone } from "./time-zone.ts";

const time = "2030-01-10T20:30:00Z";

function signIn(timezone: string): void {
  queryClient.setQueryData(ownAccountQuery.queryKey, {
    id: 1,
    username: "ada",
    email: "ada@example.test",
    displayName: null,
    name: null,
    role: "USER",
    createdAt: time,
    avatarUrl: null,
    timezone,
  });
}

afterEach(() => queryClient.clear());

test("times are in the time zone of the signed-in user, with one name", () => {
  signIn("Asia/Tokyo");
  expect(formatTimestamp(time)).toBe("11 Jan 2030, 05:30:00 GMT+9");
  expect(formatDay(time)).toBe("11 Jan 2030");
  expect(formatAgo(time, Date.UTC(2030, 5, 1))).toBe("11 Jan 2030");
  signIn("UTC");
  expect(formatTimestamp(time)).toBe("10 Jan 2030, 20:30:00 UTC");
});

test("without an account, or with an unknown zone, the device's time zone applies", () => {
  expect(currentTimeZone()).toBeUndefined();
  signIn("Mars/Base");
  expect(currentTimeZone()).toBeUndefined();
  expect(formatTimestamp(time)).toContain("2030");
});
