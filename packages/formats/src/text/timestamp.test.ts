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
  ["1795176000.000", true],
  ["1795176000000000", true],
  ["1795176000000000000", true],
  ["2026-11-20T13:00:00+01", true],
  ["2026-11-20T13:00:00+01:00[Europe/Paris]", true],
  ["2026-11-20T12:00:00Z[UTC]", true],
  ["20261120T120000Z", true],
  ["20261120T120000", false],
  ["20261120120000", false],
  ["20 Nov 2026 12:00:00 GMT", true],
  ["Fri Nov 20 2026 13:00:00 GMT+0100 (Central European Standard Time)", true],
  ["Fri Nov 20 2026 12:00:00 GMT+0000", true],
  ["Fri Nov 20 12:00:00 UTC 2026", true],
  ["Fri Nov 20 12:00:00 CET 2026", false],
  ["Fri Nov 20 12:00:00 2026", false],
  ["Nov 20, 2026 12:00:00 PM", false],
  ["Nov 20, 2026, 12:00:00\u202fPM", false],
  ["November 20, 2026 at 12:00:00 PM UTC", true],
  ["20-Nov-2026 12:00:00", false],
  ["11/20/2026 12:00:00 PM", false],
  ["20/11/2026 12:00:00", false],
  ["20.11.2026 12:00:00", false],
  ["20.11.2026, 12:00", false],
  ["2026/11/20 12:00:00", false],
  ["2026-11-20 12:00:00 PM", false],
  ["2026-11-20 12:00:00 PM +0000", true],
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
  "02/03/2026 10:00:00",
  "Nov 31, 2026 12:00:00 PM",
  "Smarch 13, 2026 12:00:00",
  "20 Nov 2026",
  "5 minutes ago, at 12:00",
  "12:00:00",
  "99999999999999999999",
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

test("American dates have hours from 1 to 12", () => {
  expect(parseTimestamp("Nov 28, 2026 5:22:08 PM")?.ms).toBe(Date.UTC(2026, 10, 28, 17, 22, 8));
  expect(parseTimestamp("2/3/2026 12:05:09.250 AM")?.ms).toBe(Date.UTC(2026, 1, 3, 0, 5, 9, 250));
});
