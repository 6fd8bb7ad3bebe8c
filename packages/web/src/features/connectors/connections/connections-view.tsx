import { Button, Group } from "@mantine/core";
import { type Binding, type ProjectConnector, maxBindings } from "@plumb/contract/integrations/bindings.ts";
import { IconPlus } from "@tabler/icons-react";
import { type ConnectionAction, ConnectionRow } from "./connection-row.tsx";
import { EmptyState } from "#ui/feedback/empty-state.tsx";
import panel from "#ui/layout/panel.module.css";
import list from "#ui/layout/settings-list.module.css";

interface ConnectionsViewProps {
  readonly projectName: string;
  readonly connections: readonly Binding[];
  readonly connectors: readonly ProjectConnector[];
  /** Last test, and the ids of the connections that are being tested or changed. */
  readonly test: { readonly id: number; readonly passed: boolean; readonly message: string } | null;
  readonly testing: number | null;
  readonly busy: number | null;
  readonly onAdd: () => void;
  /** Opens the dialog that connects a channel and adds a rule. */
  readonly onConnect: () => void;
  readonly onAction: (connection: Binding, action: ConnectionAction) => void;
}

/** Connections of a project with their actions. */
export function ConnectionsView(props: ConnectionsViewProps) {
  const { projectName, connections, connectors, test, testing, busy, onAdd, onConnect, onAction } = props;
  const full = connections.length >= maxBindings;
  const add = (
    <Group gap="xs">
      <Button variant="default" disabled={full} onClick={onConnect}>
        Connect a channel
      </Button>
      <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={full} onClick={onAdd}>
        Add connection
      </Button>
    </Group>
  );
  if (connections.length === 0)
    return (
      <EmptyState title="No connections yet">
        <p className={list["empty"]}>
          {"A connection lets "}
          <b>{projectName}</b>
          {" create tickets in a tracker such as Jira or GitHub, or send messages to a channel."}
        </p>
        {add}
      </EmptyState>
    );
  const nameOf = (id: Binding["connector"]) =>
    connectors.find(({ connector }) => connector.id === id)?.connector.name ?? id;
  return (
    <section aria-labelledby="connections-head">
      <div className={list["head"]}>
        <div>
          <h2 id="connections-head">{`Connections of ${projectName}`}</h2>
          <p>
            {full
              ? `A project can have at most ${maxBindings} connections. Delete one to add another.`
              : "Each connection uses an account of the server or of this project."}
          </p>
        </div>
        {add}
      </div>
      <ul className={`${panel["panel"]} ${list["rows"]}`}>
        {connections.map((connection) => (
          <ConnectionRow
            key={connection.id}
            connection={connection}
            connectorName={nameOf(connection.connector)}
            test={test?.id === connection.id ? test : null}
            testing={testing === connection.id}
            busy={busy === connection.id}
            onAction={(action) => onAction(connection, action)}
          />
        ))}
      </ul>
    </section>
  );
}
