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
    text: "Passed tests (flaky ones included) / all tests of the runs, skipped ones included, in percent. Failures of tests in quarantine, and of incidents that somebody left out, count on neither side.",
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
    text: "Durations of the runs added up / runs that say how long they took, in minutes.",
  },
  percentiles: {
    name: "p50, p90, p95",
    text: "The duration that 50, 90 or 95 percent of the runs did not exceed: that of the run at this place, by nearest rank.",
  },
  flakyTime: {
    name: "Time lost to flakes",
    text: "Durations of the attempts of flaky tests that came before the one that passed, added up.",
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
