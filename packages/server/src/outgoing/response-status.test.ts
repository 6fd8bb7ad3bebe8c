import { expect, test } from "vitest";
import { retryAfterMs } from "./response-status.ts";

const now = new Date("2026-03-04T10:00:00.000Z");

test.for([
  ["60", {}, 60_000],
  [" 1.2 ", {}, 1200],
  ["Wed, 04 Mar 2026 10:02:00 GMT", {}, 120_000],
  // The clock of the receiver is an hour ahead.
  ["Wed, 04 Mar 2026 11:02:00 GMT", { date: "Wed, 04 Mar 2026 11:00:00 GMT" }, 120_000],
  ["Sun, 01 Jan 2090 00:00:00 GMT", {}, Date.parse("2090-01-01T00:00:00Z") - now.getTime()],
  ["99999999999999999999", {}, null],
  ["999999999", {}, 999_999_999_000],
  ["Wed, 04 Mar 2026 09:00:00 GMT", {}, null],
  ["0", {}, null],
  ["-5", {}, null],
  ["soon", {}, null],
  ["", {}, null],
] as const)("Retry-After %j with %j is %j ms", ([text, headers, expected]) => {
  expect(retryAfterMs({ ...headers, "retry-after": text }, now)).toBe(expected);
});
