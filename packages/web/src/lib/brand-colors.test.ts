import { expect, test } from "vitest";
import { brandColors, contrast, luminance } from "./brand-colors.ts";

test.for(["#6D2366", "#ffd500", "#000000", "#ffffff", "#0af", "#3b82f6"] as const)(
  "with %s as the brand colour, text is readable on light and dark backgrounds",
  (color) => {
    const { inkLight, inkDark } = brandColors(color);
    expect(contrast(luminance(inkLight), luminance("#f5ecf4"))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(luminance(inkDark), luminance("#1a191e"))).toBeGreaterThanOrEqual(4.5);
  },
);

test("the brand's own colour is among the shades, which go from light to dark", () => {
  const { shades } = brandColors("#6D2366");
  expect(shades[6]).toBe("#6d2366");
  const lights = shades.map(luminance);
  expect(lights.toSorted((a, b) => b - a)).toEqual(lights);
});

test("an invalid colour gives the default", () => {
  expect(brandColors("red; }")).toEqual(brandColors("#6D2366"));
});
