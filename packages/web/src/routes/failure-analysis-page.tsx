import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { RedSuites } from "#features/reports/red-suites.tsx";
import { reportsQuery } from "#features/reports/reports.queries.ts";
import { ReportsSkeleton } from "#features/reports/reports-list.tsx";
import { UploadHelp } from "#features/uploads/upload-help.tsx";
import { usePageTitle } from "#lib/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { PageFrame } from "#ui/page-frame.tsx";

/** The failures that matter now: those of each suite's latest report. */
export function FailureAnalysisPage() {
  usePageTitle("Failure Analysis");
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  return (
    <PageFrame title="Failure Analysis" subtitle="The failed tests of each suite's latest report">
      <Failures projectId={project.id} projectName={project.name} />
    </PageFrame>
  );
}

function Failures({ projectId, projectName }: { readonly projectId: number; readonly projectName: string }) {
  const reports = useInfiniteQuery(reportsQuery(projectId));
  const list = reports.data?.pages.flatMap((page) => page.data);
  if (list === undefined) {
    return reports.isError ? (
      <ErrorPanel error={reports.error} fallback="Failed to load reports" onRetry={() => void reports.refetch()} />
    ) : (
      <ReportsSkeleton rows={4} />
    );
  }
  if (list.length === 0) {
    return (
      <EmptyState title="No failures: no report has arrived yet">
        <UploadHelp projectId={projectId} projectName={projectName} />
      </EmptyState>
    );
  }
  return (
    <>
      <RedSuites reports={list} />
      <EmptyState title="No failure has been grouped or classified in this project">
        <p style={{ margin: 0 }}>
          Open a count above to read its failed tests, or look for older failures in the{" "}
          <Link to="/reports">test reports</Link>.
        </p>
      </EmptyState>
    </>
  );
}
