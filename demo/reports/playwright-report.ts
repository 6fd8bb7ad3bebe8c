import type { DemoAttempt, Outcome } from "../history/outcomes.ts";
import { hexOf } from "../history/roll.ts";
import type { DemoRun } from "../history/schedule.ts";
import { playwrightConfig, playwrightFolder } from "./playwright-config.ts";
import { playwrightResult } from "./playwright-result.ts";
import type { ReportFile } from "./report-file.ts";
import { type Slot, WorkerPool } from "./worker-pool.ts";

/** Returns the report of Playwright's JSON reporter on one machine, with its files. */
export function playwrightReport(run: DemoRun, all: readonly Outcome[], shard: number): ReportFile[] {
  const files = [...Map.groupBy(all, ({ test }) => test.file)].filter((_, index) => index % run.shards === shard - 1);
  const pool = new WorkerPool(run.startedAt + 2300 * shard, 4);
  const attached: ReportFile[] = [];
  const root = playwrightFolder(run.suite);
  const suites = files.map(([file, outcomes]) => ({
    title: file.file,
    file: file.file,
    column: 0,
    line: 0,
    specs: [],
    suites: [
      {
        title: file.title,
        file: file.file,
        line: 4,
        column: 6,
        specs: [...Map.groupBy(outcomes, ({ test }) => test.title).values()].map((spec) => specOf(spec)),
      },
    ],
  }));

  function specOf(outcomes: readonly Outcome[]) {
    const [{ test }] = outcomes as [Outcome];
    return {
      title: test.title,
      ok: outcomes.every(({ status }) => status !== "failed"),
      tags: test.file.tags ?? [],
      tests: outcomes.map(testOf),
      id: `${hexOf(20, test.file.file)}-${hexOf(20, test.file.file, test.title)}`,
      file: test.file.file,
      line: test.line,
      column: 3,
    };
  }

  function testOf(outcome: Outcome) {
    const { test, status } = outcome;
    const skipped = test.skipped;
    const annotations = [
      { type: "owner", description: test.file.owner },
      ...(test.issue === undefined ? [] : [{ type: "issue", description: test.issue }]),
      ...(skipped === undefined ? [] : [{ type: skipped.type, description: skipped.reason }]),
    ];
    const attempts: readonly DemoAttempt[] = skipped === undefined ? outcome.attempts : [{ durationMs: 0 }];
    return {
      timeout: 30_000,
      annotations,
      expectedStatus: skipped === undefined ? "passed" : "skipped",
      projectId: test.project,
      projectName: test.project,
      results: attempts.map((attempt, retry) => {
        const slot: Slot = pool.take(attempt.durationMs, attempt.failure !== undefined);
        const { result, files: more } = playwrightResult({ root, test, attempt, retry, slot, annotations });
        attached.push(...more);
        return result;
      }),
      status: { passed: "expected", failed: "unexpected", flaky: "flaky", skipped: "skipped" }[status],
    };
  }

  const outcomes = files.flatMap(([, each]) => each);
  const count = (status: Outcome["status"]) => outcomes.filter((outcome) => outcome.status === status).length;
  const report = {
    config: playwrightConfig(run, shard),
    suites,
    errors: [],
    stats: {
      startTime: new Date(run.startedAt).toISOString(),
      duration: pool.endsAt - run.startedAt + 0.418,
      expected: count("passed"),
      skipped: count("skipped"),
      unexpected: count("failed"),
      flaky: count("flaky"),
    },
  };
  const name = run.shards === 1 ? "results.json" : `results-${shard}-of-${run.shards}.json`;
  return [{ name, text: JSON.stringify(report, null, 2) }, ...attached];
}
