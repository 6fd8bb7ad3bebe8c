import { Skeleton } from "@mantine/core";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { useQuery } from "@tanstack/react-query";
import type { ConnectorFilter } from "./connector-labels.ts";
import { ConfigureDialog } from "./configure-dialog.tsx";
import { connectorsQuery } from "./connectors.queries.ts";
import styles from "./connectors.module.css";
import { ConnectorsView } from "./connectors-view.tsx";
import { ErrorPanel } from "#ui/feedback/error-panel.tsx";

interface ConnectorsPanelProps {
  readonly admin: boolean;
  readonly filter: ConnectorFilter;
  readonly onFilter: (filter: ConnectorFilter) => void;
  /** Connector whose form is open. */
  readonly configuring: ConnectorId | undefined;
  readonly onConfigure: (id: ConnectorId | undefined) => void;
  /** `null` without permission. */
  readonly onConnect: (() => void) | null;
}

/** Loads the connectors and opens the form of the selected one. */
export function ConnectorsPanel({
  admin,
  filter,
  onFilter,
  configuring,
  onConfigure,
  onConnect,
}: ConnectorsPanelProps) {
  const connectors = useQuery(connectorsQuery);
  const requested = admin ? connectors.data?.find(({ id }) => id === configuring && id !== "webhooks") : undefined;
  if (connectors.data === undefined && connectors.isError)
    return (
      <ErrorPanel
        error={connectors.error}
        fallback="Failed to load connectors"
        onRetry={() => void connectors.refetch()}
      />
    );
  return (
    <>
      {connectors.data === undefined ? (
        <Waiting />
      ) : (
        <ConnectorsView
          connectors={connectors.data}
          filter={filter}
          onFilter={onFilter}
          onConfigure={admin ? onConfigure : null}
          onConnect={onConnect}
        />
      )}
      <ConfigureDialog connector={requested} onClose={() => onConfigure(undefined)} />
    </>
  );
}

/** Placeholder with the same size as the content. */
function Waiting() {
  return (
    <div aria-busy="true" aria-label="Loading connectors">
      <Skeleton height={72} mb={16} radius={10} />
      <Skeleton height={31} width={320} maw="100%" mb={14} radius={99} />
      <div className={styles["cards"]}>
        {Array.from({ length: 9 }, (_, index) => (
          <Skeleton key={index} height={146} radius={10} />
        ))}
      </div>
    </div>
  );
}
