import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { RedSuites } from "#features/reports/red-suites.tsx";
import { reportsQuery } from "#features/reports/reports.queries.ts";
import { ReportsList, ReportsSkeleton } from "#features/reports/reports-list.tsx";
import { UploadButton, UploadHelp } from "#features/uploads/upload-help.tsx";
import { UploadPanels } from "#features/uploads/upload-panel.tsx";
import { usePageTitle } from "#lib/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { PageFrame } from "#ui/page-frame.tsx";
import styles from "./dashboard-page.module.css";

const recent = 10;

/** Is it red now, and what came last. */
export function DashboardPage() {
  usePageTitle("Dashboard");
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  return (
    <PageFrame
      title="Dashboard"
      subtitle="360° view of your test execution metrics and analytics"
      actions={<UploadButton />}
    >
      <UploadPanels />
      <Overview projectId={project.id} projectName={project.name} />
    </PageFrame>
  );
}

function Overview({ projectId, projectName }: { readonly projectId: number; readonly projectName: string }) {
  const reports = useInfiniteQuery(reportsQuery(projectId));
  const list = reports.data?.pages.flatMap((page) => page.data);
  if (list === undefined) {
    return reports.isError ? (
      <ErrorPanel error={reports.error} fallback="Failed to load reports" onRetry={() => void reports.refetch()} />
    ) : (
      <ReportsSkeleton rows={recent} />
    );
  }
  if (list.length === 0) {
    return (
      <EmptyState title="No reports found. Run your first test to get started.">
        <UploadHelp projectId={projectId} projectName={projectName} />
      </EmptyState>
    );
  }
  return (
    <>
      <RedSuites reports={list} />
      <div className={styles["head"]}>
        <h2>Recent Reports</h2>
        <Link to="/reports">View all</Link>
      </div>
      <ReportsList reports={list.slice(0, recent)} />
    </>
  );
}
