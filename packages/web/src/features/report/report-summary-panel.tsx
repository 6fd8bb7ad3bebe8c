import type { Report } from "@plumb/contract/reports.ts";
import { ReportSummary } from "./report-summary.tsx";

/** The tab that sums a report up. */
export function ReportSummaryPanel({ report }: { readonly report: Report }) {
  return <ReportSummary report={report} />;
}
