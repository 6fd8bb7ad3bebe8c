import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { dashboardQuery } from "#features/dashboard/dashboard.queries.ts";
import { NotificationsBell } from "#features/notifications/notifications-bell.tsx";
import { useLiveItems } from "#features/items/use-live-items.ts";
import { listsChanged } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { reportQuery } from "#features/report/report.queries.ts";
import { joinProject, onConnected, onServerEvent, openRealtime } from "#lib/api/realtime.ts";
import { readToken, subscribeToken } from "#lib/session/session.ts";
import { useOpenPath } from "#routes/use-open-path.ts";

/** Notification bell. Keeps the connection for live updates open while the user is signed in. */
export function NotificationCenter() {
  const openPath = useOpenPath();
  const token = useSyncExternalStore(subscribeToken, readToken);
  useEffect(() => (token === null ? undefined : openRealtime(token)), [token]);
  useLiveReports();
  useLiveProjects();
  useLiveItems(useSelectedProject()?.id);
  return <NotificationsBell onGo={openPath} />;
}

/** Reloads the projects after changes to memberships, roles or projects. */
function useLiveProjects(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onServerEvent("notification", ({ metadata, actionUrl }) => {
        const aboutRun = actionUrl?.startsWith("/reports/") === true;
        if (metadata.projectName !== undefined && !aboutRun) listsChanged(queryClient);
      }),
    [queryClient],
  );
}

/** Reloads a run when it starts or ends, and the dashboard when events may have been missed. */
function useLiveReports(): void {
  const queryClient = useQueryClient();
  const projectId = useSelectedProject()?.id;
  useEffect(() => (projectId === undefined ? undefined : joinProject(projectId)), [projectId]);
  useEffect(() => {
    // The dashboard subscribes itself. The results are excluded, because a list must not move while the user reads it.
    const readRun = (run: { readonly reportId: number }) =>
      void queryClient.invalidateQueries({ queryKey: reportQuery(run.reportId).queryKey, exact: true });
    const stops = [
      onConnected(() => {
        if (projectId !== undefined)
          void queryClient.invalidateQueries({ queryKey: dashboardQuery(projectId).queryKey });
      }),
      onServerEvent("test-execution-started", readRun),
      onServerEvent("test-execution-completed", readRun),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, projectId]);
}
