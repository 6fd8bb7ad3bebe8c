import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { RulesPanel } from "#features/notification-rules/rules-panel.tsx";
import { ownAccountQuery } from "#lib/session/own-account.ts";
import { mayIn } from "#lib/session/permissions.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ConnectChannel } from "./connect-channel.tsx";
import { useProjectInUrl } from "./use-project-in-url.ts";

/** Notification rules of the selected project. */
export function NotificationRulesTab() {
  const { connect = false } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const project = useProjectInUrl();
  const { data: account } = useQuery(ownAccountQuery);
  if (project === undefined || account === undefined) return <Skeleton height={180} radius={10} />;
  if (project === null)
    return (
      <EmptyState title="No notification rules yet">
        <p style={{ margin: 0 }}>Notification rules belong to a project. Create one first.</p>
      </EmptyState>
    );
  const mayManage = mayIn(project, account, "project:manage");
  const showConnect = (open: boolean) =>
    void navigate({ search: { tab: "notifications", ...(open && { connect: true }) }, resetScroll: false });
  return (
    <>
      <RulesPanel key={project.id} project={project} mayManage={mayManage} onConnect={() => showConnect(true)} />
      {mayManage && <ConnectChannel projectId={project.id} opened={connect} onClose={() => showConnect(false)} />}
    </>
  );
}
