import { Skeleton } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ConnectionsPanel } from "#features/connectors/connections/connections-panel.tsx";
import { DeliveryLogDialog } from "#features/webhooks/delivery-log-dialog.tsx";
import { FailedDeliveries } from "#features/webhooks/failed-deliveries.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { useProjectInUrl } from "./use-project-in-url.ts";

/** Connections of the selected project with their deliveries. */
export function ConnectionsTab() {
  const { connection } = useSearch({ from: "/guarded/settings" });
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
  return (
    <ConnectionsPanel
      key={project.id}
      project={project}
      onLog={showLog}
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
  );
}
