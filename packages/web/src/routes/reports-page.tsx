import { useInfiniteQuery } from "@tanstack/react-query";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { reportsQuery } from "#features/reports/reports.queries.ts";
import { ReportsList, ReportsSkeleton } from "#features/reports/reports-list.tsx";
import { UploadButton, UploadHelp } from "#features/uploads/upload-help.tsx";
import { UploadPanels } from "#features/uploads/upload-panel.tsx";
import { usePageTitle } from "#lib/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { LoadMore } from "#ui/load-more.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** The project's reports, newest first. */
export function ReportsPage() {
  usePageTitle("Test Reports");
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  return (
    <PageFrame title="Test Reports" subtitle="View and analyze test execution reports" actions={<UploadButton />}>
      <UploadPanels />
      <Reports projectId={project.id} projectName={project.name} />
    </PageFrame>
  );
}

function Reports({ projectId, projectName }: { readonly projectId: number; readonly projectName: string }) {
  const reports = useInfiniteQuery(reportsQuery(projectId));
  if (reports.data === undefined) {
    return reports.isError ? (
      <ErrorPanel error={reports.error} fallback="Failed to load reports" onRetry={() => void reports.refetch()} />
    ) : (
      <ReportsSkeleton rows={12} />
    );
  }
  const list = reports.data.pages.flatMap((page) => page.data);
  if (list.length === 0) {
    return (
      <EmptyState title="No reports found">
        <UploadHelp projectId={projectId} projectName={projectName} />
      </EmptyState>
    );
  }
  return (
    <>
      <ReportsList reports={list} />
      <LoadMore pages={reports} failure="Failed to load more reports" />
    </>
  );
}
