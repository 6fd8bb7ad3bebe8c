import { expect, test } from "vitest";
import { httpResult } from "./http-result.ts";

const now = new Date("2026-03-04T10:00:00.000Z");
const reply = (status: number, body = "", headers = {}) => ({ status, body, headers });

const scope = (status: number) => httpResult(reply(status), now, []).problem?.scope ?? "delivered";

test("only 2xx is a success", () => {
  expect([200, 201, 202, 204, 299].map(scope)).toEqual(Array(5).fill("delivered"));
  expect([400, 409, 413, 422].map(scope)).toEqual(Array(4).fill("delivery"));
  expect([301, 307, 401, 403, 404, 407, 408, 410, 425, 429, 500, 503, 599].map(scope)).toEqual(
    Array(13).fill("destination"),
  );
});

test("the stored response has at most a kilobyte, and no secret, NUL or half character", () => {
  const { responseBody } = httpResult(reply(200, `key=s3cret&again=s3cret\0${"é".repeat(1000)}`), now, ["s3cret"]);
  expect(responseBody).toMatch(/^key=\[removed\]&again=\[removed\]é+/);
  expect(Buffer.byteLength(responseBody ?? "")).toBeLessThanOrEqual(1026);
});
