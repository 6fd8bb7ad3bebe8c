import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useSyncExternalStore } from "react";
import { dashboardQuery } from "#features/dashboard/dashboard.queries.ts";
import { NotificationsBell } from "#features/notifications/notifications-bell.tsx";
import { useLiveItems } from "#features/items/use-live-items.ts";
import { listsChanged } from "#features/projects/projects.queries.ts";
import { useSelectedProject } from "#features/projects/selected-project.ts";
import { reportQuery } from "#features/report/report.queries.ts";
import { joinProject, onConnected, onServerEvent, openRealtime } from "#lib/api/realtime.ts";
import { readToken, subscribeToken } from "#lib/session/session.ts";

/** The bell, and the connection for live updates, open while the user is signed in. */
export function NotificationCenter() {
  const router = useRouter();
  const token = useSyncExternalStore(subscribeToken, readToken);
  useEffect(() => (token === null ? undefined : openRealtime(token)), [token]);
  useLiveReports();
  useLiveProjects();
  useLiveItems(useSelectedProject()?.id);
  return <NotificationsBell onGo={(path) => router.history.push(path)} />;
}

/** Reads the projects again after changes of memberships, roles or projects. */
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

/** A run of the selected project that begins or ends is read again at once, and how the project does when something was missed. */
function useLiveReports(): void {
  const queryClient = useQueryClient();
  const projectId = useSelectedProject()?.id;
  useEffect(() => (projectId === undefined ? undefined : joinProject(projectId)), [projectId]);
  useEffect(() => {
    // The dashboard subscribes itself. Not its results: a list must not jump while it is read.
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
