import { Skeleton } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { useQuery } from "@tanstack/react-query";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { FailurePatterns } from "./failure-patterns.tsx";
import { ReportSummary } from "./report-summary.tsx";
import { failurePatternsQuery } from "#features/report/report.queries.ts";

/** Summary tab of a report. */
export function ReportSummaryPanel({ report }: { readonly report: Report }) {
  const failures = report.summary.failed + report.summary.errored;
  return (
    <ReportSummary report={report} patterns={failures > 0 && <Patterns reportId={report.id} failures={failures} />} />
  );
}

function Patterns({ reportId, failures }: { readonly reportId: number; readonly failures: number }) {
  const patterns = useQuery(failurePatternsQuery(reportId, failures));
  if (patterns.data !== undefined)
    return <FailurePatterns reportId={reportId} patterns={patterns.data} failures={failures} />;
  if (patterns.isError) {
    return (
      <ErrorPanel
        error={patterns.error}
        fallback="Failed to load the failure patterns"
        onRetry={() => void patterns.refetch()}
      />
    );
  }
  return <Skeleton height={250} animate={false} />;
}
