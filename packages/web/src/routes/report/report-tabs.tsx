import { Skeleton } from "@mantine/core";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { lazy, Suspense } from "react";
import type { ReportTab } from "#lib/address/report-search.ts";
import { PartBoundary } from "#ui/layout/part-boundary.tsx";
import { ReportTests } from "./report-tests.tsx";
import { useMayHere } from "#routes/access/use-may-here.ts";

// The code of the tests loads with the page, the code of other tabs on demand.
const ReportSummaryPanel = lazy(async () => ({
  default: (await import("#features/report/summary/report-summary-panel.tsx")).ReportSummaryPanel,
}));

const MetricsPanel = lazy(async () => ({
  default: (await import("#features/metrics/metrics-panel.tsx")).MetricsPanel,
}));

const InsightsPanel = lazy(async () => ({
  default: (await import("#features/insights/insights-panel.tsx")).InsightsPanel,
}));

export const reportTabs: readonly { readonly tab: ReportTab; readonly label: string }[] = [
  { tab: "summary", label: "Summary" },
  { tab: "results", label: "Test Results" },
  { tab: "insights", label: "AI Insights" },
  { tab: "metrics", label: "Metrics" },
];

interface ReportTabContentProps {
  readonly tab: ReportTab;
  readonly report: Report;
}

export function ReportTabContent({ tab, report }: ReportTabContentProps) {
  const mayTriage = useMayHere("project:triage");
  return (
    <PartBoundary part={tab}>
      <Suspense fallback={<Skeleton height={320} animate={false} />}>
        {tab === "results" && <ReportTests report={report} />}
        {tab === "summary" && <ReportSummaryPanel report={report} />}
        {tab === "insights" && <InsightsPanel reportId={report.id} mayAnalyze={mayTriage} />}
        {tab === "metrics" && <MetricsPanel reportId={report.id} />}
      </Suspense>
    </PartBoundary>
  );
}
