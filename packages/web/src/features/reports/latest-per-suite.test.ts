import type { Report } from "@plumb/contract/reports.ts";
import { expect, test } from "vitest";
import { redSuites } from "./latest-per-suite.ts";
import { sampleReport } from "#lib/sample-report.ts";

function run(
  number: number,
  testSuite: string,
  failed: number,
  status: Report["status"] = failed > 0 ? "failed" : "completed",
): Report {
  return sampleReport({ id: number, number, testSuite, status }, { total: 10, passed: 10 - failed, failed });
}

test("a suite is red since the first failing run after its last green one", () => {
  const states = redSuites([run(5, "web", 2), run(4, "web", 1), run(3, "web", 0), run(2, "web", 1)]);
  expect(states.map(({ latest, redSince }) => [latest.number, redSince?.number])).toEqual([[5, 4]]);
});

test("a suite that is green now is not listed, whatever it was before", () => {
  expect(redSuites([run(2, "web", 0), run(1, "web", 3)])).toEqual([]);
});

test("a run that is not finished decides nothing", () => {
  expect(redSuites([run(2, "web", 1, "running"), run(1, "web", 0)])).toEqual([]);
});

test("the suite with most failures comes first", () => {
  const states = redSuites([run(3, "api", 1), run(2, "web", 4)]);
  expect(states.map(({ latest }) => latest.testSuite)).toEqual(["web", "api"]);
});

test("an interrupted run is red even if what ran passed", () => {
  expect(redSuites([run(1, "web", 0, "interrupted")])).toHaveLength(1);
});
