import { expect, test } from "vitest";
import { figureText, readFigure } from "./resolution-figure.ts";

test("a figure survives the address", () => {
  const metrics = [
    { month: "2030-01", class: "Test Data Issue", agreed: false },
    { kind: "configuration-and-data", agreed: true },
    { reason: "unclassified" },
  ] as const;
  for (const figure of metrics) expect(readFigure(figureText(figure))).toMatchObject(figure);
});

test("invalid values are ignored", () => {
  expect(readFigure("month=2030-13&class=Bug&kind=all&agreed=yes&reason=why")).toBeUndefined();
  expect(readFigure("month=2030-02&reason=why")).toEqual({ month: "2030-02" });
  expect(readFigure(undefined)).toBeUndefined();
});
