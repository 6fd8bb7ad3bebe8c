import { useQuery } from "@tanstack/react-query";
import { reportUploadsQuery } from "#features/report/report.queries.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { ReportUploadsNotice } from "./report-uploads-notice.tsx";

/** Loads the uploads of a report if there is more than one. */
export function ReportUploadsPanel({ reportId, count }: { readonly reportId: number; readonly count: number }) {
  const uploads = useQuery(reportUploadsQuery(reportId, count));
  if (count < 2) return null;
  if (uploads.isError) return <ErrorPanel error={uploads.error} fallback="Failed to load the uploads of this report" />;
  return <ReportUploadsNotice count={count} uploads={uploads.data} />;
}
