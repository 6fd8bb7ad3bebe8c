import { Skeleton } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ConnectionsPanel } from "#features/connectors/connections/connections-panel.tsx";
import { DeliveryLogDialog } from "#features/webhooks/delivery-log-dialog.tsx";
import { FailedDeliveries } from "#features/webhooks/failed-deliveries.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ConnectChannel } from "./connect-channel.tsx";
import { useProjectInUrl } from "./use-project-in-url.ts";

/** Connections of the selected project with their deliveries. */
export function ConnectionsTab() {
  const { connection, connect = false } = useSearch({ from: "/guarded/settings" });
  const navigate = useNavigate({ from: "/settings" });
  const project = useProjectInUrl();
  if (project === undefined) return <Skeleton height={180} radius={10} />;
  if (project === null)
    return (
      <EmptyState title="No connections yet">
        <p style={{ margin: 0 }}>Connections belong to a project. Create one first.</p>
      </EmptyState>
    );
  const showLog = (opened: number | undefined) =>
    void navigate({
      search: { tab: "connections", ...(opened !== undefined && { connection: opened }) },
      resetScroll: false,
    });
  const showConnect = (open: boolean) =>
    void navigate({ search: { tab: "connections", ...(open && { connect: true }) }, resetScroll: false });
  return (
    <>
      <ConnectionsPanel
        key={project.id}
        project={project}
        onLog={showLog}
        onConnect={() => showConnect(true)}
        renderDeliveries={(connections) => {
          const logged = connections.find(({ id }) => id === connection);
          return (
            <>
              <FailedDeliveries projectId={project.id} />
              <DeliveryLogDialog
                projectId={project.id}
                destination={logged && { kind: "binding", id: logged.id, name: logged.name, enabled: logged.enabled }}
                onClose={() => showLog(undefined)}
              />
            </>
          );
        }}
      />
      <ConnectChannel projectId={project.id} opened={connect} onClose={() => showConnect(false)} />
    </>
  );
}
