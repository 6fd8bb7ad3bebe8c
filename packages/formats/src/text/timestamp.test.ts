import { expect, test } from "vitest";
import { parseTimestamp, parseUnixMs } from "./timestamp.ts";

const noon = Date.UTC(2026, 10, 20, 12, 0, 0);

test.for([
  ["2026-11-20T12:00:00Z", true],
  ["2026-11-20T12:00:00.000Z", true],
  ["2026-11-20T14:00:00+02:00", true],
  ["2026-11-20T07:00:00.000000-0500", true],
  ["Fri, 20 Nov 2026 12:00:00 GMT", true],
  ["1795176000", true],
  ["1795176000000", true],
  ["2026-11-20T12:00:00", false],
  ["2026-11-20 12:00", false],
  ["20261120 12:00:00.000", false],
] as const)("%s is parsed as noon, with a zone: %s", ([text, zoned]) => {
  expect(parseTimestamp(text)).toEqual({ ms: noon, zoned });
});

test.for([
  "",
  "yesterday",
  "2026-02-30T25:61:00",
  "2026-02-29T12:00:00Z",
  "2026-04-31T12:00:00Z",
  "2026-11-00T12:00:00Z",
  "2026-11-20T24:00:00Z",
  "2026-13-01T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "1970-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "+275760-09-13T00:00:00.000Z",
  undefined,
] as const)("%j is not a timestamp of a test run", (text) => {
  expect(parseTimestamp(text)).toBeNull();
});

test("JSON has timestamps as text or as a number", () => {
  expect(parseUnixMs("2026-11-20T12:00:00.000Z")).toBe(noon);
  expect(parseUnixMs(noon)).toBe(noon);
  expect(parseUnixMs("2028-02-29T12:00:00.0019Z")).toBe(Date.UTC(2028, 1, 29, 12, 0, 0, 1));
  expect(parseUnixMs(null)).toBeNull();
  expect(parseUnixMs(Number.NaN)).toBeNull();
});
