import type { Report, ReportSummary } from "@plumb/contract/runs/reports.ts";

/** Returns a report of ten passed tests with the given changes, for stories and tests. */
export function sampleReport(change: Partial<Report> = {}, summary: Partial<ReportSummary> = {}): Report {
  return {
    id: 1,
    projectId: 1,
    number: 1,
    testSuite: "checkout-e2e",
    status: "completed",
    framework: "playwright",
    environment: "staging",
    branch: "main",
    commit: "a91f3c2d5e6f7a8b9c0d",
    build: null,
    commitAuthor: null,
    pullRequest: null,
    ciUrl: null,
    startTime: "2030-01-01T00:00:00Z",
    endTime: null,
    tags: [],
    facts: [],
    authors: [],
    failedAuthors: [],
    metadata: {},
    summary: {
      total: 10,
      passed: 10,
      failed: 0,
      errored: 0,
      skipped: 0,
      flaky: 0,
      duration: 72_000,
      testDuration: 90_000,
      passRate: 100,
      firstAttemptPassRate: 100,
      ...summary,
    },
    problemCount: 0,
    outputCount: 0,
    kept: false,
    ...change,
  };
}
