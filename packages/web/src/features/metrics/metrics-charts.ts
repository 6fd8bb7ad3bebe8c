import type { ReportMetrics, TestDuration } from "@plumb/contract/runs/metrics.ts";
import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import { cut, formatSeconds } from "#lib/format/format.ts";
import type { ReportSearch } from "#lib/address/report-search.ts";
import type { ColoredItem } from "#ui/charts/chart-item.ts";
import { outcomeStyles, testOutcome } from "#ui/outcome/outcome.ts";
import { shortTestName } from "./short-test-name.ts";

/** Returns a link to the tests of a report that match the search. */
export function testsOf(reportId: number, search: ReportSearch) {
  return { to: "/reports/$reportId", params: { reportId: String(reportId) }, search } as const;
}

/** Returns the shares of a report's tests by outcome. Omits zeros. */
export function resultSlices(
  { id: reportId, status: runStatus }: ReportMetrics["testRun"],
  summary: ReportSummary,
): Omit<ColoredItem, "text">[] {
  const running = summary.total - summary.passed - summary.failed - summary.errored - summary.skipped;
  const slices = [
    { label: "Passed", value: summary.passed, color: "passed", status: "passed" },
    { label: "Failed", value: summary.failed, color: "failed", status: "failed" },
    { label: "Errored", value: summary.errored, color: "errored", status: "error" },
    { label: "Skipped", value: summary.skipped, color: "skipped", status: "skipped" },
    {
      label: runStatus === "running" ? "Running" : "Not finished",
      value: running,
      color: "running",
      status: "running",
    },
  ] as const;
  return slices
    .filter(({ value }) => value > 0)
    .map(({ status, ...slice }) => ({ ...slice, link: testsOf(reportId, { status }) }));
}

/** Returns the slowest tests as bars in the colours of their outcomes. */
export function durationBars(reportId: number, tests: ReportMetrics["testDurations"]): ColoredItem[] {
  return tests.map((test) => ({
    label: `${shortTestName(test.name)}${variantLabel(test)}`,
    text: barText(test),
    value: test.duration,
    color: outcomeStyles[testOutcome(test.status, test.flaky)].color,
    link: testsOf(reportId, { result: test.resultId }),
  }));
}

/** Distinguishes tests with the same name. */
function variantLabel({ variant }: TestDuration): string {
  return variant === "" ? "" : ` [${cut(variant, 20)}]`;
}

function barText({ name, variant, status, flaky, duration }: TestDuration): string {
  const { word } = outcomeStyles[testOutcome(status, flaky)];
  return `${name}${variant === "" ? "" : ` [${variant}]`}\n${formatSeconds(duration)} · ${word}`;
}
