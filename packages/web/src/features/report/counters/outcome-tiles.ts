import type { ReportSummary } from "@plumb/contract/runs/reports.ts";

/** A report's counters by outcome, and the filter that each stands for. The parts add up to all: flaky tests are no part of Passed here. */
export const outcomeTiles = [
  { word: "All", status: undefined, count: ({ total }: ReportSummary) => total, color: "ink" },
  { word: "Failed", status: "failed", count: ({ failed }: ReportSummary) => failed, color: "failed-ink" },
  { word: "Errored", status: "error", count: ({ errored }: ReportSummary) => errored, color: "errored-ink" },
  { word: "Flaky", status: "flaky", count: ({ flaky }: ReportSummary) => flaky, color: "flaky-ink" },
  { word: "Skipped", status: "skipped", count: ({ skipped }: ReportSummary) => skipped, color: "skipped-ink" },
  {
    word: "Passed",
    status: "firstPassed",
    count: ({ passed, flaky }: ReportSummary) => passed - flaky,
    color: "passed-ink",
  },
] as const;
