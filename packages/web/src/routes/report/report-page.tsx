import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { selectProject } from "#features/projects/selected-project.ts";
import { ReportNotFound } from "#features/report/report-not-found.tsx";
import { reportQuery } from "#features/report/report.queries.ts";
import { useRemovedReport } from "#features/report/use-gone-report.ts";
import { UploadPanels } from "#features/uploads/upload-panels.ts";
import { isNotFound, refusalText } from "#lib/api/error-text.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { showError } from "#ui/feedback/toast.ts";
import { ReportView } from "./report-view.tsx";

/** Page of a report with all its tests. */
export function ReportPage() {
  const reportId = Number(useParams({ from: "/guarded/reports/$reportId" }).reportId);
  return (
    <PageFrame>
      <UploadPanels />
      {Number.isSafeInteger(reportId) && reportId > 0 ? (
        <LoadedReport key={reportId} reportId={reportId} />
      ) : (
        <ReportNotFound />
      )}
    </PageFrame>
  );
}

const failure = "Failed to load report details";

function LoadedReport({ reportId }: { readonly reportId: number }) {
  const { data, error, refetch } = useQuery(reportQuery(reportId));
  useRemovedReport(reportId);
  const projectId = data?.projectId;
  // Selects the project of the report if it is not the selected one.
  useEffect(() => {
    if (projectId !== undefined) selectProject(projectId);
  }, [projectId]);
  useEffect(() => {
    if (error !== null && !isNotFound(error)) showError(refusalText(error, failure));
  }, [error]);
  // The report was deleted while it was open.
  if (isNotFound(error)) return <ReportNotFound gone={data !== undefined} />;
  if (data !== undefined) return <ReportView report={data} />;
  if (error !== null)
    return <ErrorPanel error={error} fallback="Failed to fetch report" onRetry={() => void refetch()} />;
  return (
    <div aria-busy>
      <Skeleton height={26} width={320} maw="100%" animate={false} mb={8} />
      <Skeleton height={28} animate={false} mb={34} />
      <Skeleton height={36} animate={false} mb={54} />
      <Skeleton height={420} animate={false} />
    </div>
  );
}
