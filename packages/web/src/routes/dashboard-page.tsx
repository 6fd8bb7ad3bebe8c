import type { Report } from "@plumb/contract/runs/reports.ts";
import { DashboardPanel } from "#features/dashboard/dashboard-panel.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ReportsList } from "#features/reports/reports-list.tsx";
import { UploadButton, UploadHelp } from "#features/uploads/upload-help.tsx";
import { UploadPanels } from "#features/uploads/upload-panels.ts";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { assignCause, storyOfCause } from "#routes/report/dashboard-causes.tsx";
import { displayIncidents } from "#routes/report/shown-incidents.tsx";
import { suiteChanges } from "#routes/report/suite-changes.tsx";

const OwnItemsLine = lazyPart(async () => (await import("#features/items/own-items.tsx")).OwnItemsLine);

const recentReports = (reports: readonly Report[]) => <ReportsList reports={reports} />;

/** Dashboard of the selected project, with its current state, changes and latest runs. */
export function DashboardPage() {
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  return (
    <PageFrame
      title="Dashboard"
      subtitle="360° view of your test execution metrics and analytics"
      actions={
        <>
          <OwnItemsLine projectId={project.id} />
          <UploadButton />
        </>
      }
    >
      <UploadPanels />
      <DashboardPanel
        key={project.id}
        projectId={project.id}
        changes={suiteChanges}
        story={storyOfCause}
        assign={assignCause}
        incidents={displayIncidents}
        recent={recentReports}
        empty={
          <EmptyState title="No reports found. Run your first test to get started.">
            <UploadHelp projectId={project.id} projectName={project.name} projectType={project.type} />
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
