import { expect, test } from "vitest";
import { parseTime, plausibleDurationMs } from "./duration.ts";

test.for([
  ["1.5", 1500],
  ["0", 0],
  [" 2 ", 2000],
  ["1e-3", 1],
  ["1,234.56", 1_234_560],
  ["1.234,56", 1_234_560],
  ["1,234,567", 1_234_567_000],
  ["0,5", 500],
  ["12,345", 12_345],
  ["PT1.5S", 1500],
  ["PT1H2M3S", 3_723_000],
  ["00:00:01.5", 1500],
  ["1:02", 62_000],
  ["1.02:03:04.5", 93_784_500],
  ["150ms", 150],
  ["2 s", 2000],
  ["80.803us", 0.080803],
  ["80.803µs", 0.080803],
  ["950ns", 0.00095],
  ["12.4ms", 12.4],
  ["1m 2.5s", 62_500],
  ["1m2.5s", 62_500],
  ["1h 0m 2s", 3_602_000],
  ["1d 2h", 93_600_000],
  ["1 min, 2 sec", 62_000],
  ["2 minutes 1 second", 121_000],
  ["1,5 s", 1500],
  ["1,234.5 ms", 1234.5],
  ["1 234,56", 1_234_560],
  ["1\u202f234,56", 1_234_560],
  ["1'234.56", 1_234_560],
  ["٠٫٥", 500],
  ["۱٬۲۳۴٫۵", 1_234_500],
] as const)("%j is %d ms", ([text, expected]) => {
  expect(parseTime(text)).toBe(expected);
});

test.for([
  "",
  "  ",
  "NaN",
  "Infinity",
  "-1.5",
  "1e309",
  "1e300",
  "abc",
  "<<computed>>",
  "?",
  "P",
  "PT",
  ",",
  "2 parsecs",
  "-2s",
  "1m x",
  "s",
  "1 23",
  "1s ".repeat(100),
  undefined,
] as const)("%j is not a duration", (text) => {
  expect(parseTime(text)).toBeNull();
});

test.for([
  [12.5, 12.5],
  [0, 0],
  [-1, null],
  [1e300, null],
  [Number.NaN, null],
  ["12", null],
  [null, null],
] as const)("a duration of %j is %j", ([value, expected]) => {
  expect(plausibleDurationMs(value)).toBe(expected);
});
