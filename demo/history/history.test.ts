import { describe, expect, test } from "vitest";
import { allTests, type SuiteId, suiteNames } from "./catalogue.ts";
import { outcomesOf } from "./outcomes.ts";
import { type DemoRun, schedule } from "./schedule.ts";

const now = Date.UTC(2026, 10, 20, 9, 30);
const runs = schedule("seed", now);
const suites = Object.keys(suiteNames) as SuiteId[];

/** Counts the outcomes of a test in the given runs. */
function statuses(chosen: readonly DemoRun[], file: string, title: string): Record<string, number> {
  const outcomes = chosen.flatMap((run) => outcomesOf("seed", run));
  const ofTest = outcomes.filter(({ test }) => test.file.file === file && test.title === title);
  return Object.fromEntries(
    [...Map.groupBy(ofTest, ({ status }) => status)].map(([status, each]) => [status, each.length]),
  );
}

function mainRuns(suite: SuiteId, from: number, to: number): DemoRun[] {
  return runs.filter((run) => run.suite === suite && run.branch === "main" && run.daysAgo <= from && run.daysAgo >= to);
}

function flakyIn(suite: SuiteId): number {
  const outcomes = mainRuns(suite, 90, 0).flatMap((run) => outcomesOf("seed", run));
  return outcomes.filter(({ status }) => status === "flaky").length;
}

/** Returns the usual duration of the export in seconds. */
function exportSeconds(chosen: readonly DemoRun[]): number {
  const outcomes = chosen.flatMap((run) => outcomesOf("seed", run));
  const passed = outcomes.filter(({ test, status }) => test.title.includes("as PDF") && status === "passed");
  return passed.reduce((sum, { attempts }) => sum + (attempts[0]?.durationMs ?? 0), 0) / passed.length / 1000;
}

describe("schedule", () => {
  test("the last nightly runs ended and are less than a day old at every hour, so that messages are sent about them", () => {
    for (let hour = 0; hour < 24; hour += 0.5) {
      const time = Date.UTC(2026, 10, 20, 0, hour * 60);
      const ages = schedule("seed", time)
        .filter(({ daysAgo, branch }) => daysAgo === 0 && branch === "main")
        .map(({ startedAt }) => (time - startedAt) / 3_600_000);
      expect([hour, ages.length]).toEqual([hour, 4]);
      expect([hour, Math.min(...ages) > 1.5, Math.max(...ages) < 23.5]).toEqual([hour, true, true]);
    }
  });

  test.for([
    ["in the morning", now],
    ["just after midnight", Date.UTC(2026, 10, 20, 0, 1)],
    ["while the nightly pipeline runs", Date.UTC(2026, 10, 20, 3, 0)],
    ["over the end of a year", Date.UTC(2027, 0, 15, 12)],
  ] as const)("plans 120 runs in the last 90 days, all of them finished: %s", ([, time]) => {
    const planned = schedule("seed", time);
    const ages = planned.map(({ startedAt }) => (time - startedAt) / 86_400_000);

    expect(planned).toHaveLength(120);
    expect(Math.max(...ages)).toBeLessThan(91);
    expect(Math.max(...ages)).toBeGreaterThan(87);
    expect(Math.min(...ages) * 24).toBeGreaterThan(1);
    expect(ages).toEqual(ages.toSorted((a, b) => b - a));
  });

  test("gives each run of a suite a separate build", () => {
    expect(new Set(runs.map(({ suite, build }) => `${suite} ${build}`)).size).toBe(120);
  });
});

describe("catalogue", () => {
  test("holds 400 different tests", () => {
    const keys = suites.flatMap((suite) => allTests(suite).map(({ key }) => key));

    expect(keys).toHaveLength(400);
    expect(new Set(keys).size).toBe(400);
  });

  test("grows over time, and one test is removed", () => {
    const counts = mainRuns("web", 90, 0).map((run) => outcomesOf("seed", run).length);

    expect(counts.at(-1)).toBeGreaterThan((counts[0] ?? 0) + 25);
    expect(statuses(mainRuns("web", 90, 52), "checkout/shipping.spec.ts", sameDay)).not.toEqual({});
    expect(statuses(mainRuns("web", 50, 0), "checkout/shipping.spec.ts", sameDay)).toEqual({});
  });
});

const sameDay = "offers same-day delivery in Stockholm";
const voucher = ["checkout/voucher.spec.ts", "applies a 10 % voucher to the order total"] as const;

describe("outcomes", () => {
  test("are the same for the same seed and differ for another", () => {
    const run = runs.at(-4) as DemoRun;

    expect(outcomesOf("seed", run)).toEqual(outcomesOf("seed", run));
    expect(outcomesOf("other seed", run)).not.toEqual(outcomesOf("seed", run));
  });

  test("contain a regression that appears in every run until it is fixed", () => {
    expect(statuses(mainRuns("web", 88, 46), ...voucher)).not.toHaveProperty("failed");
    expect(statuses(mainRuns("web", 44, 38), ...voucher)).toEqual({ failed: 8 });
    expect(statuses(mainRuns("web", 28, 0), ...voucher)).toEqual({ passed: 30 });
  });

  test.for(suites)("contain an outage that fails most of the suite %s in one night", (suite) => {
    const [run] = mainRuns(suite, 30, 30) as [DemoRun];
    const outcomes = outcomesOf("seed", run);
    const failed = outcomes.filter(({ status }) => status === "failed");
    const causes = new Set(failed.map(({ attempts }) => attempts[0]?.failure?.cause.id));

    expect(failed.length).toBeGreaterThan(outcomes.length * 0.7);
    expect([...causes]).toEqual([expect.stringContaining("unreachable")]);
  });

  test("contain a few causes that recur with the same message", () => {
    const failures = runs.flatMap((run) => outcomesOf("seed", run)).flatMap(({ attempts }) => attempts);
    const byCause = Map.groupBy(
      failures.flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
      ({ cause }) => cause.id,
    );
    const wordings = [...byCause.values()].map(
      (each) => new Set(each.map(({ message }) => message.replaceAll(/\d/g, "#"))).size,
    );

    expect(byCause.size).toBeLessThanOrEqual(30);
    expect(Math.max(...wordings)).toBe(1);
    expect(Math.min(...[...byCause.values()].map((each) => each.length))).toBeGreaterThan(1);
  });

  test("contain flaky tests in Playwright and Surefire", () => {
    expect(flakyIn("web")).toBeGreaterThan(50);
    expect(flakyIn("backOffice")).toBeGreaterThan(10);
  });

  test("contain a test that gets slower", () => {
    expect(exportSeconds(mainRuns("web", 20, 0))).toBeGreaterThan(3 * exportSeconds(mainRuns("web", 88, 70)));
  });
});
