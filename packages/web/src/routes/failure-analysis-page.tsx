import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { AnswerBands } from "#features/dashboard/answer-bands.tsx";
import { dashboardQuery } from "#features/dashboard/dashboard.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ReportsSkeleton } from "#features/reports/reports-list.tsx";
import { UploadHelp } from "#features/uploads/upload-help.tsx";
import { usePageTitle } from "#lib/page/page-title.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { PageFrame } from "#ui/page-frame.tsx";
import { suiteChanges } from "./suite-changes.tsx";

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
  const { data, error, refetch } = useQuery(dashboardQuery(projectId));
  if (data === undefined) {
    return error === null ? (
      <ReportsSkeleton rows={4} />
    ) : (
      <ErrorPanel error={error} fallback="Failed to load reports" onRetry={() => void refetch()} />
    );
  }
  if (data.totals.totalReports === 0) {
    return (
      <EmptyState title="No reports yet">
        <UploadHelp projectId={projectId} projectName={projectName} />
      </EmptyState>
    );
  }
  return (
    <>
      <AnswerBands {...data} changes={suiteChanges} />
      <p style={{ margin: "16px 0 0", color: "var(--ink-2)" }}>
        Open a count to read its failed tests. Older failures are in the <Link to="/reports">test reports</Link>.
      </p>
    </>
  );
}
