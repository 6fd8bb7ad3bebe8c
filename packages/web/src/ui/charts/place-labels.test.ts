import { expect, test } from "vitest";
import { labelHeight, placeLabels } from "./place-labels.ts";

const area = { left: 0, right: 400, maxLetters: 40 };
const ys = [0, labelHeight];

test("labels that are close to each other are in different rows, and one without room is omitted", () => {
  const labels = placeLabels(
    [
      { x: 100, text: "Deploy Search 4", ys },
      { x: 110, text: "Deploy Search 5", ys },
      { x: 120, text: "Payment sandbox outage", ys },
      { x: 125, text: "First bad run", ys },
    ],
    area,
  );
  expect(labels).toEqual([
    null,
    // There is room left of the point.
    { text: "Deploy Search 5", y: 0, side: "left" },
    { text: "Payment sandbox outage", y: labelHeight, side: "right" },
    { text: "First bad run", y: 0, side: "right" },
  ]);
});

test.for([2, 7, 40])("labels %i pixels apart never overlap and stay in the chart", (step) => {
  const points = Array.from({ length: 60 }, (_, index) => ({
    x: index * step,
    text: `Deploy ${"x".repeat(index % 40)}`,
    ys: index % 2 === 0 ? [0, labelHeight, 2 * labelHeight] : [index % 50],
  }));
  const spans = placeLabels(points, { ...area, right: 59 * step + 20 }).flatMap((label, index) => {
    const { x } = points[index] ?? { x: 0 };
    if (label === null) return [];
    const width = label.text.length * 6.5;
    const from = label.side === "right" ? x : x - width;
    return [{ y: label.y, from, until: from + width }];
  });
  expect(spans.length).toBeGreaterThan(0);
  for (const one of spans) {
    expect(one.from).toBeGreaterThanOrEqual(0);
    expect(one.until).toBeLessThanOrEqual(59 * step + 20);
    const near = spans.filter((other) => other !== one && Math.abs(other.y - one.y) < labelHeight);
    expect(near.filter(({ from, until }) => from < one.until && one.from < until)).toEqual([]);
  }
});

test("a label at the right edge is left of its point, and long labels are cut", () => {
  expect(placeLabels([{ x: 395, text: "First bad run", ys }], area)).toEqual([
    { text: "First bad run", y: 0, side: "left" },
  ]);
  const textOf = (text: string, right = 400) => placeLabels([{ x: 0, text, ys }], { ...area, right })[0]?.text;
  expect(textOf("a".repeat(300))).toBe(`${"a".repeat(40)}…`);
  expect(textOf("a".repeat(300), 140)).toBe(`${"a".repeat(18)}…`);
  expect(textOf("a".repeat(300), 90)).toBeUndefined();
  // Emoji and East Asian letters need twice the room, and are not cut in half.
  expect(textOf("🚀".repeat(50))).toBe(`${"🚀".repeat(20)}…`);
  expect(textOf("試験".repeat(20), 200)).toBe(`${"試験".repeat(6)}試…`);
  expect(placeLabels([], area)).toEqual([]);
});
