import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { dashboardQuery } from "./dashboard.queries.ts";
import { DashboardView, type DashboardSlots } from "./dashboard-view.tsx";

/** Combines the events of a short run, or of many uploads at the same time, into one reload. */
const reloadMs = 400;

interface DashboardPanelProps extends DashboardSlots {
  readonly projectId: number;
}

/** Dashboard of a project. Reloads when a run starts or ends or its failures have been grouped. */
export function DashboardPanel({ projectId, ...slots }: DashboardPanelProps) {
  const dashboard = useQuery(dashboardQuery(projectId));
  useReloads(projectId);
  const { data, error } = dashboard;
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

function useReloads(projectId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const reload = () => void queryClient.invalidateQueries({ queryKey: dashboardQuery(projectId).queryKey });
    const events = ["test-execution-started", "test-execution-completed", "failures-changed"] as const;
    return onProjectChanges(projectId, { events, withinMs: reloadMs, reload });
  }, [queryClient, projectId]);
}
