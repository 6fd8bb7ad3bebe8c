import type { Dashboard, DashboardCause, ReportTotals, SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { sampleReport } from "#lib/sample-report.ts";

export function sampleTotals(change: Partial<ReportTotals> = {}): ReportTotals {
  return {
    totalReports: 128,
    totalTests: 48_210,
    passed: 46_330,
    failed: 1112,
    errored: 0,
    skipped: 768,
    flaky: 310,
    firstPassed: 45_028,
    leftOut: 0,
    passRate: 96,
    ranPassRate: 96.9,
    firstAttemptPassRate: 93.2,
    totalDuration: 52_736_000,
    avgDuration: 412_000,
    timedReports: 126,
    ...change,
  };
}

/** Returns a suite that failed in its last run, with the given changes. */
export function sampleState(change: Partial<SuiteState> = {}): SuiteState {
  return {
    latest: sampleReport(
      { id: 85, number: 1285, status: "failed" },
      { total: 1214, passed: 1204, failed: 7, errored: 3, flaky: 3 },
    ),
    redSince: { id: 84, number: 1284, startTime: "2030-01-01T00:00:00Z" },
    base: { id: 84, number: 1284, startTime: "2030-01-01T00:00:00Z", branch: "main" },
    lastGreen: { id: 83, number: 1283, startTime: "2029-12-31T00:00:00Z", branch: "main" },
    changes: { newFailure: 3, backAgain: 1, stillFailing: 4, fixed: 2, newlyFlaky: 1 },
    runs: [1281, 1282, 1283, 1284, 1285].map((number) => ({ id: number - 1200, number, red: number > 1283 })),
    grouped: true,
    owners: {
      most: [
        { owner: "@checkout", failures: 6 },
        { owner: "@accounts", failures: 3 },
        { owner: "@platform", failures: 1 },
      ],
      count: 4,
    },
    ...change,
  };
}

/** Returns a new cause in the suite of `sampleState`, with the given changes. */
export function sampleCause(change: Partial<DashboardCause> = {}): DashboardCause {
  return {
    groupId: 1,
    error: "TypeError: Cannot read properties of undefined (reading 'balance')",
    state: "new",
    tests: 2,
    runIds: [85],
    owners: ["@checkout", "@accounts"],
    primaryClass: "Application Defect",
    subClass: null,
    confidence: 88,
    decidedBy: "rule",
    ...change,
  };
}

/** Returns the dashboard of a project with one failed suite. */
export function sampleDashboard(change: Partial<Dashboard> = {}): Dashboard {
  const rates = [96.1, 98, 94.2, null, 97.7, 97.5, 97.1, 99, 100, 98];
  return {
    totals: sampleTotals(),
    current: sampleTotals({
      totalReports: 41,
      totalTests: 15_204,
      passRate: 95,
      totalDuration: 16_154_000,
      avgDuration: 394_000,
      timedReports: 41,
    }),
    previous: sampleTotals({ totalReports: 29, totalTests: 14_605, passRate: 97, avgDuration: 412_000 }),
    recent: rates.map((passRate, index) =>
      sampleReport({ id: 85 - index, number: 1285 - index }, { total: 1000, passed: 961, failed: 39, passRate }),
    ),
    red: [sampleState()],
    redSuites: 1,
    suites: 4,
    causes: [
      sampleCause(),
      sampleCause({
        groupId: 2,
        state: "back",
        tests: 4,
        error: "connect ECONNREFUSED inventory.staging:8443",
        primaryClass: "Environment Issue",
        owners: ["@platform"],
      }),
      sampleCause({
        groupId: 3,
        state: "known",
        tests: 4,
        error: "Timed out 5000 ms waiting for expect(received)",
        primaryClass: null,
        owners: [],
      }),
    ],
    causeCount: 3,
    days: rates.map((passRate, index) => ({
      day: `2030-01-${String(index + 1).padStart(2, "0")}`,
      reports: 1 + (index % 3),
      tests: 1000,
      passRate,
      avgDuration: 390_000 + 1000 * index,
    })),
    running: [],
    incidents: [],
    green: null,
    ...change,
  };
}

const nothing = sampleTotals({
  totalReports: 0,
  totalTests: 0,
  passed: 0,
  failed: 0,
  skipped: 0,
  flaky: 0,
  firstPassed: 0,
  passRate: null,
  ranPassRate: null,
  firstAttemptPassRate: null,
  totalDuration: 0,
  avgDuration: null,
  timedReports: 0,
});

/** Dashboard of a project without reports. */
export const emptyDashboard: Dashboard = {
  totals: nothing,
  current: nothing,
  previous: nothing,
  recent: [],
  red: [],
  redSuites: 0,
  suites: 0,
  causes: [],
  causeCount: 0,
  days: [],
  running: [],
  incidents: [],
  green: null,
};
