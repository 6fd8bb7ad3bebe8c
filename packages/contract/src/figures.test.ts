import { expect, test } from "vitest";
import { formatBytes, formatRate, rate } from "./figures.ts";

test.for([
  [69, 70, 98.6, "rounded, not cut"],
  [60, 62, 96.8, "rounded, not cut"],
  [49_975, 50_000, 99.9, "never all by rounding"],
  [49_999, 50_000, 99.9, "never all by rounding"],
  [1, 50_000, 0.1, "never nothing by rounding"],
  [50_000, 50_000, 100, "all"],
  [0, 50_000, 0, "nothing"],
  [0, 0, null, "no whole"],
  [1, 3, 33.3, "one decimal"],
] as const)("%i of %i are %d percent: %s", ([part, full, expected]) => {
  expect(rate(part, full)).toBe(expected);
});

test("the same applies without decimals", () => {
  expect(rate(999, 1000, 0)).toBe(99);
  expect(rate(1, 1000, 0)).toBe(1);
  expect(rate(625, 1000, 0)).toBe(63);
});

test("a rate has one decimal, or a dash without runs", () => {
  expect(formatRate(98.4)).toBe("98.4%");
  expect(formatRate(100)).toBe("100.0%");
  expect(formatRate(null)).toBe("–");
});

test.for([
  [0, "0 B"],
  [999, "999 B"],
  [1200, "1.2 kB"],
  [999_960, "1.0 MB"],
  [34_000_000, "34.0 MB"],
  [1_073_741_824, "1.1 GB"],
] as const)("%d bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});
