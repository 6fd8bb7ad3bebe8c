/** A figure of the trends, and how it is computed, as the screen and docs/trends.md say it. */
export interface Formula {
  readonly name: string;
  readonly text: string;
}

export const trendFormulas = {
  totalRuns: {
    name: "Total Runs",
    text: "Runs that started in the period and have ended. A run that goes on counts once it has ended. Deleting a report does not change the figure.",
  },
  passedRuns: {
    name: "Passed runs",
    text: "Runs that completed without a failed or errored test. Includes flaky runs.",
  },
  failedRuns: {
    name: "Failed Runs",
    text: "Runs that failed (a test failed or errored, or the report names an error outside its tests) or were interrupted.",
  },
  flakyRuns: {
    name: "Flaky runs",
    text: "Passed runs with at least one test that failed first and passed when it was tried again.",
  },
  passRate: {
    name: "Pass Rate",
    text: "Passed tests (flaky ones included) / tests that passed, failed or errored, in percent. Skipped tests, failures of tests in quarantine, and failures of incidents that somebody left out are excluded.",
  },
  firstAttemptPassRate: {
    name: "First-attempt pass rate",
    text: "Tests whose first attempt passed / as many tests as for the pass rate, in percent.",
  },
  greenRate: {
    name: "Green runs",
    text: "Passed runs / all runs of the period, in percent.",
  },
  avgDuration: {
    name: "Avg Duration",
    text: "Durations of the runs added up / runs with a known duration, in minutes.",
  },
  percentiles: {
    name: "p50, p90, p95",
    text: "The duration that 50, 90 or 95 percent of the runs did not exceed (nearest-rank method).",
  },
  flakyTime: {
    name: "Time lost to flakes",
    text: "Durations of the attempts of flaky tests that came before the one that passed, added up.",
  },
  testsRun: {
    name: "Tests run",
    text: "Tests of all runs of the period added up: a test that ran in ten runs counts ten times.",
  },
  weekWorseTests: {
    name: "Tests that got worse",
    text: "Became broken or flaky: the rule of the project says so at the end of the week, and said otherwise at its beginning; the day is that of the run that showed it. Started failing: failed in the week, not in the week before, and in the last run of the week of a suite and environment on a main branch, while no rule says more of it yet.",
  },
  weekWorseCauses: {
    name: "Causes that are new or came back",
    text: "New: failed for the first time in the week. Came back: failed in the week after three runs of the same suite, environment and branch without it; of a cause that came back more than once, the last time counts. Causes that were gone again by the end of the week are among those that got better.",
  },
  weekBetterTests: {
    name: "Tests that got better",
    text: "Fixed: broken at the beginning of the week, and no longer at its end. Stable again: flaky before, healthy now. Out of quarantine: released by somebody or by its clean runs.",
  },
  weekBetterCauses: {
    name: "Causes that are gone",
    text: "Failed on a main branch in the week or the one before, and each suite and environment where they did had a run without them by the end of the week, the last of these in the week. The tests are those of both weeks.",
  },
  weekQuarantine: {
    name: "Quarantine ended by its date",
    text: "Tests whose quarantine or mute came to its end date in the week and was not begun again: their failures count.",
  },
  weekFlakiest: {
    name: "Flakiest tests",
    text: "Flaky tests by the rule of the project, those with the largest part of flaky executions in its window first; lost is the time of attempts that failed before one passed.",
  },
  weekSlowest: {
    name: "Slowest tests",
    text: "Mean duration of the 14 full days before today (UTC), of tests that ran in these days.",
  },
  weekSlowing: {
    name: "Slowing tests",
    text: "Mean duration of the last 14 full days at least a quarter and half a second above that of the 14 days before; those that grew most come first.",
  },
  weekUnowned: {
    name: "Broken tests without an owner",
    text: "Tests that are broken by the rule of the project and that nobody owns, those that broke last first. Looked up are the 2,000 that broke last.",
  },
  weekItems: {
    name: "Overdue and due items",
    text: "Open analysis items whose due date is over, or comes today or in the six days after. With a suite or an owner chosen, those about such tests.",
  },
  suiteGrowth: {
    name: "Suite growth",
    text: "Known: tests that ran on the last day of the period or before, and were not removed by then. Added: ran for the first time. Removed: on the day after they ran last, if runs of the same suite, environment, branch and framework went on for 7 days or more. Days are UTC; a test belongs to the suite that it ran in last.",
  },
  ofOwners: {
    name: "With an owner chosen",
    text: "Tests of that owner only, by who owned them when the run was counted. A run has passed if none of these failed. Durations are of whole runs, and incidents are not left out.",
  },
} as const satisfies Record<string, Formula>;

export type TrendFormula = keyof typeof trendFormulas;
