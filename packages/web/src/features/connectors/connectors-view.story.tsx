import type { Connector } from "@plumb/contract/integrations/connectors.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { ConfigureDialog } from "./configure-dialog.tsx";
import type { ConnectorFilter } from "./connector-labels.ts";
import { ConnectorsView } from "./connectors-view.tsx";
import { sampleConnectors } from "./sample-connectors.ts";

function Example({
  connectors,
  admin = true,
}: {
  readonly connectors: readonly Connector[];
  readonly admin?: boolean;
}) {
  const [filter, setFilter] = useState<ConnectorFilter>({});
  const [opened, setOpened] = useState("");
  return (
    <main>
      <h1>Connectors</h1>
      <ConnectorsView
        connectors={connectors}
        filter={filter}
        onFilter={setFilter}
        onConfigure={admin ? setOpened : null}
        onConnect={admin ? () => setOpened("connect") : null}
      />
      <output>{opened}</output>
    </main>
  );
}

const client = new QueryClient();

/** The view with the dialog that it opens. */
export const Configuring = () => {
  const [opened, setOpened] = useState("");
  return (
    <QueryClientProvider client={client}>
      <ConnectorsView
        connectors={sampleConnectors}
        filter={{}}
        onFilter={() => undefined}
        onConfigure={setOpened}
        onConnect={null}
      />
      <ConfigureDialog connector={sampleConnectors.find(({ id }) => id === opened)} onClose={() => setOpened("")} />
    </QueryClientProvider>
  );
};
export const Mixed = () => <Example connectors={sampleConnectors} />;
export const Unused = () => (
  <Example
    connectors={sampleConnectors.map((connector) =>
      connector.id === "email" || connector.id === "slack"
        ? { ...connector, status: "enabled" as const }
        : { ...connector, status: "not_connected" as const },
    )}
  />
);
export const NothingEnabled = () => (
  <Example connectors={sampleConnectors.map((connector) => ({ ...connector, status: "not_connected" as const }))} />
);
export const NoAdministrator = () => <Example connectors={sampleConnectors} admin={false} />;
