/** Explanation of a trend metric, shown in the app and in docs/trends.md. */
export interface Formula {
  readonly name: string;
  readonly text: string;
}

export const trendFormulas = {
  totalRuns: {
    name: "Total Runs",
    text: "Runs that started in the period and have ended. A reopened run counts when it ends again. Deleted reports still count.",
  },
  passedRuns: {
    name: "Passed runs",
    text: "Runs that completed without a failed or errored test. Flaky runs are included.",
  },
  failedRuns: {
    name: "Failed Runs",
    text: "Runs that were interrupted or failed: a test failed or errored, or the report has an error outside its tests.",
  },
  flakyRuns: {
    name: "Flaky runs",
    text: "Passed runs with at least one test that passed only after another attempt.",
  },
  passRate: {
    name: "Pass Rate",
    text: "Passed tests, flaky ones included, as a percentage of tests that passed, failed or errored. Skipped tests, failures of tests in quarantine, and excluded incidents do not count.",
  },
  firstAttemptPassRate: {
    name: "First-attempt pass rate",
    text: "Tests whose first attempt passed, as a percentage of the tests in the pass rate.",
  },
  greenRate: {
    name: "Green runs",
    text: "Passed runs as a percentage of all runs in the period.",
  },
  avgDuration: {
    name: "Avg Duration",
    text: "Total duration of the runs divided by the number of runs with a known duration, in minutes.",
  },
  percentiles: {
    name: "p50, p90, p95",
    text: "The duration that 50, 90 or 95 percent of the runs did not exceed (nearest-rank method).",
  },
  flakyTime: {
    name: "Time lost to flakes",
    text: "Total duration of the attempts of flaky tests before the one that passed.",
  },
  testsRun: {
    name: "Tests run",
    text: "Tests of all runs in the period. A test that ran in ten runs counts ten times.",
  },
  weekWorseTests: {
    name: "Tests that got worse",
    text: "Became broken or flaky: the rule of the project gives this state at the end of the week, and gave another one at its start. The day is that of the run that showed it. Started failing: failed this week but not in the previous week, including the last run of a suite and environment on a main branch, and has no other state yet.",
  },
  weekWorseCauses: {
    name: "Causes that are new or came back",
    text: "New: failed for the first time this week. Came back: failed this week after three runs of the same suite, environment and branch without it; only the last return counts. Causes that were fixed by the end of the week are listed under those that got better.",
  },
  weekBetterTests: {
    name: "Tests that got better",
    text: "Fixed: broken at the start of the week and no longer at its end. Stable again: was flaky and is healthy now. Out of quarantine: released by a user or by clean runs.",
  },
  weekBetterCauses: {
    name: "Resolved causes",
    text: "Failed on a main branch this week or in the previous week. Since then, every affected suite and environment had a run without them, the last one this week. The number of tests covers both weeks.",
  },
  weekQuarantine: {
    name: "Quarantine ended on its end date",
    text: "Tests whose quarantine or mute reached its end date this week and was not renewed. Their failures count again.",
  },
  weekFlakiest: {
    name: "Flakiest tests",
    text: "Flaky tests by the rule of the project, those with the highest share of flaky executions first. Time lost is the duration of attempts that failed before one passed.",
  },
  weekSlowest: {
    name: "Slowest tests",
    text: "Mean duration of the 14 full days before today (UTC), for tests that ran in these days.",
  },
  weekSlowing: {
    name: "Slowing tests",
    text: "Mean duration of the last 14 full days is at least a quarter and half a second higher than in the 14 days before. The largest increases come first.",
  },
  weekUnowned: {
    name: "Broken tests without an owner",
    text: "Broken tests without an owner, most recent first. Covers the 2,000 tests that broke last.",
  },
  weekItems: {
    name: "Overdue and upcoming items",
    text: "Open analysis items that are overdue, or due today or in the next six days. With a suite or an owner selected, only items about these tests.",
  },
  suiteGrowth: {
    name: "Suite growth",
    text: "Known: tests that ran on the last day of the period or before and were not removed by then. Added: ran for the first time. Removed: counted on the day after their last run, if runs of the same suite, environment, branch and framework continued for 7 days or more. Days are in UTC; a test belongs to the suite of its last run.",
  },
  ofOwners: {
    name: "With an owner chosen",
    text: "Only tests of that owner, at the time the run was counted. A run passed if none of these tests failed. Durations are those of whole runs, and incidents are not excluded.",
  },
} as const satisfies Record<string, Formula>;

export type TrendFormula = keyof typeof trendFormulas;
