import { expect, test } from "vitest";
import { placeLabels } from "./flag-labels.ts";

const area = { left: 0, right: 400, rows: 2 };

test("labels that are close to each other are in different rows, and one without room is omitted", () => {
  const flags = [
    { x: 100, label: "Deploy Search 4" },
    { x: 110, label: "Deploy Search 5" },
    { x: 120, label: "Payment sandbox outage" },
    { x: 125, label: "First bad run" },
  ];
  const labels = placeLabels(flags, area);
  expect(labels[3]).toEqual({ text: "First bad run", row: 0, side: "right" });
  expect(labels[2]).toEqual({ text: "Payment sandbox outage", row: 1, side: "right" });
  // There is room left of the flag.
  expect(labels[1]).toEqual({ text: "Deploy Search 5", row: 0, side: "left" });
  expect(labels[0]).toBeNull();
});

test("labels never overlap and stay in the chart, for many flags", () => {
  const flags = Array.from({ length: 60 }, (_, index) => ({ x: index * 7, label: `Deploy ${"x".repeat(index % 40)}` }));
  const spans = placeLabels(flags, { left: 0, right: 420, rows: 3 }).flatMap((label, index) => {
    const { x } = flags[index] ?? { x: 0 };
    if (label === null) return [];
    const width = label.text.length * 6.5;
    return [
      { row: label.row, from: label.side === "right" ? x : x - width, until: label.side === "right" ? x + width : x },
    ];
  });
  expect(spans.length).toBeGreaterThan(5);
  for (const one of spans) {
    expect(one.from).toBeGreaterThanOrEqual(0);
    expect(one.until).toBeLessThanOrEqual(420);
    const same = spans.filter((other) => other !== one && other.row === one.row);
    expect(same.filter(({ from, until }) => from < one.until && one.from < until)).toEqual([]);
  }
});

test("a label at the right edge is left of its flag, and long labels are cut between letters", () => {
  expect(placeLabels([{ x: 395, label: "First bad run" }], area)).toEqual([
    { text: "First bad run", row: 0, side: "left" },
  ]);
  expect(placeLabels([{ x: 0, label: "a".repeat(300) }], area)[0]?.text).toBe(`${"a".repeat(40)}…`);
  expect(placeLabels([{ x: 0, label: "🚀".repeat(50) }], area)[0]?.text).toBe(`${"🚀".repeat(20)}…`);
  // Wide letters need twice the room.
  expect(placeLabels([{ x: 0, label: "試験".repeat(20) }], area)).toEqual([null]);
});
