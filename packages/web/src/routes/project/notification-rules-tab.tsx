import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { RulesPanel } from "#features/notification-rules/rules-panel.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayIn } from "#lib/session/permissions.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { useProjectInUrl } from "./use-project-in-url.ts";

/** Notification rules of the selected project. */
export function NotificationRulesTab() {
  const project = useProjectInUrl();
  const { data: account } = useQuery(ownAccountQuery);
  if (project === undefined || account === undefined) return <Skeleton height={180} radius={10} />;
  if (project === null)
    return (
      <EmptyState title="No notification rules yet">
        <p style={{ margin: 0 }}>Notification rules belong to a project. Create one first.</p>
      </EmptyState>
    );
  return <RulesPanel key={project.id} project={project} mayManage={mayIn(project, account, "project:manage")} />;
}
