import { expect, test } from "vitest";
import { readHar } from "./har.ts";

const entry = (request: object, response: object, more: object = {}) => ({
  startedDateTime: "2026-03-04T10:00:00.000Z",
  time: 12,
  request: { method: "GET", url: "https://shop.example/api", headers: [], ...request },
  response: {
    status: 200,
    statusText: "OK",
    headers: [],
    content: { size: 10, mimeType: "text/html; charset=utf-8" },
    ...response,
  },
  ...more,
});
const har = (...entries: readonly unknown[]) => readHar({ log: { entries } });

test.for([[null], [[]], [{ log: {} }], [{ log: { entries: {} } }], ["text"]])("%j is not an archive", ([json]) => {
  expect(readHar(json)).toBeNull();
});

test("a request has its numbers, and times count from the first request", () => {
  const second = entry(
    { method: "POST" },
    { _transferSize: 900, bodySize: 700 },
    { startedDateTime: "2026-03-04T10:00:01.500Z" },
  );
  expect(har(second, entry({}, { bodySize: -1 }))).toMatchObject([
    { index: 0, method: "POST", status: 200, type: "text/html", size: 900, start: 1500, time: 12, failed: false },
    { index: 1, method: "GET", size: 10, start: 0 },
  ]);
});

test.for([
  [200, false],
  [304, false],
  [404, true],
  [500, true],
  [-1, true],
  [0, true],
] as const)("status %d failed: %s", ([status, failed]) => {
  expect(har(entry({}, { status }))?.[0]?.failed).toBe(failed);
});

test("missing and invalid parts of an entry are empty", () => {
  expect(har(null, { request: { url: 7, headers: "x" }, time: "soon", timings: { dns: -1, wait: 3 } })).toMatchObject([
    { method: "GET", url: "", status: 0, size: null, start: null, time: null, requestBody: null, timings: [] },
    { url: "", time: null, requestHeaders: [], timings: [{ name: "wait", duration: 3 }] },
  ]);
});

test.for([
  ["application/json; charset=utf-8", "eyJhIjoiw7wifQ==", '{"a":"ü"}'],
  ["image/png", "iVBORw==", null],
  ["text/plain", "%%%", null],
] as const)("a body in base64 of type %s is decoded if it is text", ([mimeType, text, body]) => {
  expect(har(entry({}, { content: { mimeType, text, encoding: "base64" } }))?.[0]?.responseBody).toBe(body);
});
