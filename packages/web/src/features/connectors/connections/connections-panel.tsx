import { RefusedError } from "@plumb/client/call-error.ts";
import { Skeleton } from "@mantine/core";
import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { ConfigureDialog } from "#features/connectors/configure-dialog.tsx";
import type { ConnectionAction } from "./connection-row.tsx";
import { ConnectionDialog } from "./connection-dialog.tsx";
import {
  connectionsQuery,
  projectConnectorsQuery,
  useTestConnection,
  useUpdateConnection,
} from "./connections.queries.ts";
import { ConnectionsView } from "./connections-view.tsx";
import { DeleteConnectionDialog } from "./delete-connection-dialog.tsx";
import { errorText } from "#lib/api/error-text.ts";
import { publicConfigQuery } from "#lib/session/public-config.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";
import { showError } from "#ui/feedback/toast.ts";

interface ConnectionsPanelProps {
  readonly project: { readonly id: number; readonly name: string };
  /** Returns the list of failed deliveries, and the log of a connection. */
  readonly renderDeliveries: (connections: readonly Binding[]) => ReactNode;
  readonly onLog: (connectionId: number) => void;
  /** Opens the dialog that connects a channel and adds a rule. */
  readonly onConnect: () => void;
}

/** Connections of a project, with actions to add, test, change and delete them. */
export function ConnectionsPanel({ project, renderDeliveries, onLog, onConnect }: ConnectionsPanelProps) {
  const connections = useQuery(connectionsQuery(project.id));
  const connectors = useQuery(projectConnectorsQuery(project.id));
  const test = useTestConnection(project.id);
  const update = useUpdateConnection(project.id);
  const [requested, setRequested] = useState<Binding | "new" | null>(null);
  const [doomed, setDoomed] = useState<Binding | null>(null);
  const [configuring, setConfiguring] = useState<ConnectorId>();

  const onAction = (connection: Binding, action: ConnectionAction) => {
    if (action === "test")
      test.mutate(connection.id, { onError: (error) => showError(errorText(error, "The test could not be sent")) });
    else if (action === "switch")
      update.mutate(
        { bindingId: connection.id, body: { enabled: !connection.enabled } },
        { onError: (error) => showError(errorText(error, "Failed to change the connection")) },
      );
    else if (action === "log") onLog(connection.id);
    else if (action === "edit") setRequested(connection);
    else setDoomed(connection);
  };

  const error = connections.error ?? connectors.error;
  if (connections.data === undefined || connectors.data === undefined) {
    if (error === null) return <Skeleton height={180} radius={10} aria-label="Loading connections" />;
    if (error instanceof RefusedError && error.code === "forbidden")
      return (
        <EmptyState title={`You are not a lead of ${project.name}`}>
          <p style={{ margin: 0 }}>
            Only its leads and administrators can see and change its connections. Switch to a project that you lead.
          </p>
        </EmptyState>
      );
    return (
      <ErrorPanel
        error={error}
        fallback="Failed to load connections"
        onRetry={() => void Promise.all([connections.refetch(), connectors.refetch()])}
      />
    );
  }
  const tested = test.data === undefined || test.isPending ? null : { id: test.variables, ...test.data };
  const configured = connectors.data.find(({ connector }) => connector.id === configuring)?.connector;
  return (
    <>
      <DemoServices />
      <ConnectionsView
        projectName={project.name}
        connections={connections.data}
        connectors={connectors.data}
        test={tested}
        testing={test.isPending ? test.variables : null}
        busy={update.isPending ? update.variables.bindingId : null}
        onAdd={() => setRequested("new")}
        onConnect={onConnect}
        onAction={onAction}
      />
      <ConnectionDialog
        projectId={project.id}
        wanted={requested}
        connectors={connectors.data}
        onConfigure={setConfiguring}
        onClose={() => setRequested(null)}
      />
      <ConfigureDialog
        connector={configured}
        projectId={project.id}
        onClose={() => {
          setConfiguring(undefined);
          void connectors.refetch();
        }}
      />
      {renderDeliveries(connections.data)}
      <DeleteConnectionDialog projectId={project.id} connection={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

/** Link to the services that the demo sends to; nothing outside demo mode. */
function DemoServices() {
  const url = useQuery(publicConfigQuery).data?.demo?.servicesUrl;
  return url == null ? null : (
    <p>
      This demo talks to services on this computer.{" "}
      <a href={url} target="_blank" rel="noreferrer">
        See what they received, and try it
      </a>
    </p>
  );
}
