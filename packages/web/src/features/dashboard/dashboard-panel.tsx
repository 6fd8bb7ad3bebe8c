import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { onProjectChanges } from "#lib/api/project-changes.ts";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { DashboardSkeleton } from "./dashboard-skeleton.tsx";
import { dashboardQuery } from "./dashboard.queries.ts";
import { DashboardView, type DashboardSlots } from "./dashboard-view.tsx";

/** A run that begins and ends in a second, and a hundred uploads at once, are one reload. */
const reloadMs = 400;

interface DashboardPanelProps extends DashboardSlots {
  readonly projectId: number;
}

/** How the project is doing; read again whenever one of its runs begins or ends, or its failures are gathered. */
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
