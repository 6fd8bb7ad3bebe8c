import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { expect, test } from "vitest";
import { flagsOf, timelineLayout } from "./timeline-layout.ts";

const runAt = (resultId: number, startTime: string) =>
  ({ resultId, run: { id: resultId, startTime } }) as TestExecution;
const columns = {
  executions: [runAt(1, "2030-01-01T08:00:00.000Z"), runAt(2, "2030-01-02T08:00:00.000Z")],
  at: new Map([
    [1, 0],
    [2, 1],
  ]),
};
const event = (at: string, text: string) => ({
  key: text,
  at,
  text,
  color: "running" as const,
  isOfTest: text === "First bad run",
});

test("a flag is before the first run that started after its event", () => {
  const flags = flagsOf(
    [
      event("2029-12-31T08:00:00.000Z", "before the first run"),
      event("2030-01-01T09:00:00.000Z", "Deploy 1"),
      event("2030-01-02T08:00:00.000Z", "First bad run"),
      event("2030-01-03T08:00:00.000Z", "Outage"),
    ],
    columns,
  );
  expect(flags.map(({ column, label }) => [column, label])).toEqual([
    [1, "First bad run · Deploy 1"],
    [2, "Outage"],
  ]);
  expect(flagsOf([event("2030-01-03T08:00:00.000Z", "x")], { executions: [], at: new Map() })).toMatchObject([
    { column: 0 },
  ]);
});

test("the columns fill the width, in a narrow chart too", () => {
  for (const width of [1, 240, 360, 1000, 2000]) {
    const { left, right, column } = timelineLayout(width, 6, 300);
    expect(right).toBeGreaterThan(left);
    expect(left + 300 * column).toBeCloseTo(right);
  }
});
