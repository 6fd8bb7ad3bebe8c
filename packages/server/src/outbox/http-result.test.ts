import { expect, test } from "vitest";
import { httpResult, retryAfterMs } from "#outbox/http-result.ts";

const now = new Date("2026-03-04T10:00:00.000Z");
const answer = (status: number, body = "", headers = {}) => ({ status, body, headers });

test.for([
  ["60", {}, 60_000],
  [" 1.2 ", {}, 1200],
  ["Wed, 04 Mar 2026 10:02:00 GMT", {}, 120_000],
  // The clock of the receiver is an hour ahead.
  ["Wed, 04 Mar 2026 11:02:00 GMT", { date: "Wed, 04 Mar 2026 11:00:00 GMT" }, 120_000],
  ["Sun, 01 Jan 2090 00:00:00 GMT", {}, 7_200_000],
  ["99999999999999999999", {}, null],
  ["999999999", {}, 7_200_000],
  ["Wed, 04 Mar 2026 09:00:00 GMT", {}, null],
  ["0", {}, null],
  ["-5", {}, null],
  ["soon", {}, null],
  ["", {}, null],
] as const)("Retry-After %j with %j is %j ms", ([text, headers, expected]) => {
  expect(retryAfterMs({ ...headers, "retry-after": text }, now)).toBe(expected);
});

const scope = (status: number) => httpResult(answer(status), now, []).problem?.scope ?? "delivered";

test("only 2xx is a success", () => {
  expect([200, 201, 202, 204, 299].map(scope)).toEqual(Array(5).fill("delivered"));
  expect([400, 409, 413, 422].map(scope)).toEqual(Array(4).fill("delivery"));
  expect([301, 307, 401, 403, 404, 407, 408, 410, 425, 429, 500, 503, 599].map(scope)).toEqual(
    Array(13).fill("destination"),
  );
});

test("the stored response has at most a kilobyte, and no secret, NUL or half character", () => {
  const { responseBody } = httpResult(answer(200, `key=s3cret&again=s3cret\0${"é".repeat(1000)}`), now, ["s3cret"]);
  expect(responseBody).toMatch(/^key=\[removed\]&again=\[removed\]é+/);
  expect(Buffer.byteLength(responseBody ?? "")).toBeLessThanOrEqual(1026);
});
