import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import { useState } from "react";
import { ConnectionForm } from "./connection-form.tsx";
import { ConnectionsView } from "./connections-view.tsx";
import { sampleConnection, sampleConnectors } from "./sample-connections.ts";

function Example({ connections }: { readonly connections: readonly Binding[] }) {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16 }}>
      <h1>Settings</h1>
      <ConnectionsView
        projectName="Shop"
        connections={connections}
        connectors={sampleConnectors}
        test={{ id: 1, passed: false, message: "Jira has no project SHOP, or this account has no access to it." }}
        testing={null}
        busy={null}
        onAdd={() => setDone("add")}
        onConnect={() => setDone("connect")}
        onAction={({ id }, action) => setDone(`${action} ${id}`)}
      />
      <output>{done}</output>
    </main>
  );
}

export const Nothing = () => <Example connections={[]} />;
export const Several = () => (
  <Example
    connections={[
      sampleConnection(),
      sampleConnection({
        id: 2,
        offer: "channel",
        connector: "slack",
        owner: "project",
        name: "#qa",
        lastAttempt: { at: "2026-03-04T10:00:00.000Z", passed: false },
        failingSince: "2026-03-03T10:00:00.000Z",
      }),
      sampleConnection({ id: 3, name: "NEW", lastAttempt: null }),
      sampleConnection({
        id: 4,
        name: "x".repeat(200),
        owner: null,
        problem:
          "The connector Jira was deleted. This connection waits until the same account is configured again. Edit it to use another one.",
      }),
      sampleConnection({ id: 5, name: "OLD", enabled: false, lastAttempt: null }),
      sampleConnection({ id: 6, name: "REFUSED", lastAttempt: { at: "2026-03-04T10:00:00.000Z", passed: false } }),
    ]}
  />
);

function Form({ connection }: { readonly connection: Binding | null }) {
  const [done, setDone] = useState("");
  return (
    <main style={{ padding: 16, maxWidth: 520 }}>
      <h1>Connection</h1>
      <ConnectionForm
        connection={connection}
        connectors={sampleConnectors}
        pending={false}
        error={null}
        onSubmit={(input, cleared) => setDone(JSON.stringify({ ...input, ...(cleared.length > 0 && { cleared }) }))}
        onConfigure={(id) => setDone(`configure ${id}`)}
        onCancel={() => setDone("cancel")}
      />
      <output style={{ overflowWrap: "anywhere" }}>{done}</output>
    </main>
  );
}

export const Adding = () => <Form connection={null} />;
export const Editing = () => <Form connection={sampleConnection()} />;
export const EditingWithSecret = () => (
  <Form
    connection={sampleConnection({
      offer: "channel",
      connector: "slack",
      owner: "project",
      name: "#qa",
      values: { channel: "#qa" },
      secretsSet: ["webhookUrl"],
    })}
  />
);
