/** A report's counters by outcome, and the filter that each stands for. */
export const outcomeTiles = [
  { word: "All", status: undefined, field: "total", color: "ink" },
  { word: "Failed", status: "failed", field: "failed", color: "failed-ink" },
  { word: "Errored", status: "error", field: "errored", color: "errored-ink" },
  { word: "Flaky", status: "flaky", field: "flaky", color: "flaky-ink" },
  { word: "Skipped", status: "skipped", field: "skipped", color: "skipped-ink" },
  { word: "Passed", status: "passed", field: "passed", color: "passed-ink" },
] as const;
