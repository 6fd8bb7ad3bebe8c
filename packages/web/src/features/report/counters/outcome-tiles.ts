import type { ReportSummary } from "@plumb/contract/runs/reports.ts";

const tiles = [
  { word: "All", status: undefined, count: ({ total }: ReportSummary) => total, color: "ink" },
  { word: "Failed", status: "failed", count: ({ failed }: ReportSummary) => failed, color: "failed-ink" },
  { word: "Errored", status: "error", count: ({ errored }: ReportSummary) => errored, color: "errored-ink" },
  { word: "Flaky", status: "flaky", count: ({ flaky }: ReportSummary) => flaky, color: "flaky-ink" },
  { word: "Skipped", status: "skipped", count: ({ skipped }: ReportSummary) => skipped, color: "skipped-ink" },
  { word: "Unfinished", status: "running", count: unfinished, color: "ink" },
  {
    word: "Passed",
    status: "firstPassed",
    count: ({ passed, flaky }: ReportSummary) => passed - flaky,
    color: "passed-ink",
  },
] as const;

/** Returns the number of tests that are running or have not started. */
function unfinished({ total, passed, failed, errored, skipped }: ReportSummary): number {
  return Math.max(0, total - passed - failed - errored - skipped);
}

/**
 * Returns the counts of a report by outcome, with their filters. They add up to the total: flaky tests do not count as passed, and
 * tests without an outcome have their own count while there are any.
 */
export function outcomeTiles(summary: ReportSummary) {
  return tiles.filter(({ status }) => status !== "running" || unfinished(summary) > 0);
}
