import { expect, test } from "vitest";
import { colorAdvice } from "./color-advice.ts";
import { contrast, luminance } from "#lib/brand-colors.ts";

test.for([
  ["#6D2366", ["dark"], "our own plum reads in the light theme, not in the dark one"],
  ["#ffe600", ["light"], "yellow reads in the dark theme, not in the light one"],
  ["#000000", ["dark"], "black"],
  ["#ffffff", ["light"], "white"],
] as const)("%s is adjusted for the %j theme: %s", ([color, grounds]) => {
  const advice = colorAdvice(color);
  expect(advice?.adjusted.map((text) => /for the (\w+) theme/.exec(text)?.[1])).toEqual(grounds);
  expect(contrast(luminance(advice?.inkLight ?? ""), 1)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(luminance(advice?.inkDark ?? ""), luminance("#1a191e"))).toBeGreaterThanOrEqual(4.5);
});

test.for(["", "red", "#12", "#1234567"])("%j is not a complete colour, and gets no advice", (text) => {
  expect(colorAdvice(text)).toBeNull();
});
