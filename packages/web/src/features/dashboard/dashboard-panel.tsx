import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Dashboard } from "@plumb/contract/projects/dashboard.ts";
import { useEffect, useState } from "react";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { dashboardQuery } from "./dashboard.queries.ts";
import { DashboardView, type DashboardSlots } from "./dashboard-view.tsx";

/** Combines the events of a short run, or of many uploads at the same time, into one reload. */
const reloadMs = 400;

interface DashboardPanelProps extends DashboardSlots {
  readonly projectId: number;
  /** Opens the first report of a project that was shown without reports; `null` to show the dashboard instead. */
  readonly onFirstReport: ((reportId: number) => void) | null;
}

/** Dashboard of a project. Reloads when a run starts or ends or its failures have been grouped. */
export function DashboardPanel({ projectId, onFirstReport, ...slots }: DashboardPanelProps) {
  const dashboard = useQuery(dashboardQuery(projectId));
  useReloads(projectId);
  const { error } = dashboard;
  const data = useFirstReport(dashboard.data, onFirstReport);
  useEffect(() => {
    // oxlint-disable-next-line no-console -- for developers; users should not see it
    if (error !== null) console.error("The dashboard could not be loaded", error);
  }, [error]);
  const retry = () => void dashboard.refetch();
  if (data !== undefined)
    return <DashboardView dashboard={data} onRetry={error === null ? undefined : retry} {...slots} />;
  return error === null ? (
    <DashboardSkeleton />
  ) : (
    <ErrorPanel error={error} fallback="The dashboard could not be loaded" onRetry={retry} />
  );
}

/** Returns the dashboard. When its first report arrives, opens that and keeps the empty dashboard until then. */
function useFirstReport(
  dashboard: Dashboard | undefined,
  open: DashboardPanelProps["onFirstReport"],
): Dashboard | undefined {
  const [empty, setEmpty] = useState<Dashboard>();
  if (dashboard?.totals.totalReports === 0 && empty !== dashboard) setEmpty(dashboard);
  const first = empty === undefined ? undefined : dashboard?.recent[0]?.id;
  useEffect(() => {
    if (first !== undefined) open?.(first);
  }, [first, open]);
  return first === undefined || open === null ? dashboard : empty;
}

function useReloads(projectId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = () => void queryClient.invalidateQueries({ queryKey: dashboardQuery(projectId).queryKey });
    const events = ["test-execution-started", "test-execution-completed", "failures-changed"] as const;
    return onProjectChanges(projectId, { events, withinMs: reloadMs, reload });
  }, [queryClient, projectId]);
}
