import type { Report } from "@plumb/contract/runs/reports.ts";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { dashboardQuery } from "#features/dashboard/dashboard.queries.ts";
import type { ListedProject } from "@plumb/contract/projects/projects.ts";
import { DashboardPanel } from "#features/dashboard/dashboard-panel.tsx";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { ReportsList } from "#features/reports/reports-list.tsx";
import { UploadButton } from "#features/uploads/upload-button.tsx";
import { useUploads } from "#features/uploads/upload-context.ts";
import { UploadPanels } from "#features/uploads/upload-panels.ts";
import type { RecentMetric } from "#lib/format/recent-metrics.ts";
import { offerTour } from "#lib/session/first-tour.ts";
import { lazyPart } from "#lib/page/lazy-part.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { PageFrame } from "#ui/layout/page-frame.tsx";
import { FirstReport } from "./first-report-part.tsx";
import { assignCause, storyOfCause } from "#routes/report/dashboard-causes.tsx";
import { displayIncidents } from "#routes/report/shown-incidents.tsx";
import { useFailureTriage } from "#routes/report/use-failure-triage.tsx";
import { suiteChanges } from "#routes/report/suite-changes.tsx";

const OwnItemsLine = lazyPart(async () => (await import("#features/items/own-items.tsx")).OwnItemsLine);

const PinMenu = lazyPart(async () => (await import("#features/boards/pin-menu.tsx")).PinMenu);

const recentReports = (reports: readonly Report[]) => <ReportsList reports={reports} />;

/** Menu that pins a card of the selected project to a board. */
const pinCard = (kind: RecentMetric) => <PinCardMenu kind={kind} />;

function PinCardMenu({ kind }: { readonly kind: RecentMetric }) {
  const project = useSelectedProject();
  if (project === undefined || project === null) return null;
  return <PinMenu pin={{ projectId: project.id, kind }} projectName={project.name} />;
}

/** Dashboard of the selected project, with its current state, changes and latest runs. */
export function DashboardPage() {
  const project = useSelectedProject();
  return project === undefined || project === null ? null : <ProjectDashboard key={project.id} project={project} />;
}

function ProjectDashboard({ project }: { readonly project: ListedProject }) {
  const { openFirst, onCopied } = useOpenFirst();
  const { triage, dialog } = useFailureTriage({
    projectId: project.id,
    queryKey: dashboardQuery(project.id).queryKey,
    search: {},
  });
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
        projectId={project.id}
        changes={suiteChanges}
        story={storyOfCause}
        assign={assignCause}
        triage={triage}
        incidents={displayIncidents}
        recent={recentReports}
        pin={pinCard}
        onFirstReport={openFirst}
        empty={
          <EmptyState title="No reports found. Run your first test to get started.">
            <FirstReport project={project} onCopied={onCopied} />
          </EmptyState>
        }
      />
      {dialog}
    </PageFrame>
  );
}

/**
 * Returns what opens the first report after the user copied its command; `null` for users who only look at the dashboard, and after they dropped
 * files, because their panel shows what became of each file.
 */
function useOpenFirst() {
  const navigate = useNavigate();
  const { uploads } = useUploads();
  const [copied, setCopied] = useState(false);
  const open = useCallback(
    (reportId: number) => {
      offerTour(reportId);
      void navigate({ to: "/reports/$reportId", params: { reportId: String(reportId) } });
    },
    [navigate],
  );
  return { openFirst: copied && uploads.length === 0 ? open : null, onCopied: () => setCopied(true) };
}
