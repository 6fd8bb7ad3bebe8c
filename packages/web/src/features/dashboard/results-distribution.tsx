import type { ReportTotals } from "@plumb/contract/projects/dashboard.ts";
import { linkOptions } from "@tanstack/react-router";
import { DoughnutChart } from "#ui/charts/doughnut-chart.tsx";

const byFailures = linkOptions({ to: "/reports", search: { sortBy: "failed", sortOrder: "desc" } });

/** Distribution of test outcomes over all reports. */
export function ResultsDistribution({ totals }: { readonly totals: ReportTotals }) {
  const { passed, failed, errored, skipped, passRate } = totals;
  return (
    <DoughnutChart
      label="Test Results Distribution"
      {...(passRate !== null && { center: { figure: `${passRate}%`, word: "of all passed" } })}
      slices={[
        {
          label: "Passed",
          value: passed,
          color: "passed",
          // The counts include reports with failures.
          link: linkOptions({ to: "/reports" }),
        },
        { label: "Failed", value: failed, color: "failed", link: byFailures },
        // Most tools do not distinguish errors from failures.
        ...(errored > 0 ? [{ label: "Errored", value: errored, color: "errored", link: byFailures } as const] : []),
        { label: "Skipped", value: skipped, color: "skipped", link: linkOptions({ to: "/reports" }) },
      ]}
      empty="No data available"
    />
  );
}
