import { Button } from "@mantine/core";
import type { Connector, ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import { useId } from "react";
import { ConnectorCard } from "./connector-card.tsx";
import { categories, type ConnectorFilter, matches, summary } from "./connector-labels.ts";
import styles from "./connectors.module.css";
import { formatCount } from "#lib/format/format.ts";
import { EmptyState } from "#ui/feedback/empty-state.tsx";

interface ConnectorsViewProps {
  readonly connectors: readonly Connector[];
  readonly filter: ConnectorFilter;
  readonly onFilter: (filter: ConnectorFilter) => void;
  /** `null` without permission. */
  readonly onConfigure: ((id: ConnectorId) => void) | null;
  /** Opens the dialog that connects a channel to a project; `null` without permission. */
  readonly onConnect: (() => void) | null;
}

/** Connectors as cards, with filters and the number in use. */
export function ConnectorsView({ connectors, filter, onFilter, onConfigure, onConnect }: ConnectorsViewProps) {
  const noteId = useId();
  const visible = connectors.filter((connector) => matches(filter, connector));
  const count = (requested: ConnectorFilter) =>
    formatCount(connectors.filter((connector) => matches(requested, connector)).length);
  return (
    <>
      <fieldset className={styles["summary"]} aria-label="Summary">
        {summary.map(({ status, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={filter.status === status}
            onClick={() => onFilter({ ...filter, status })}
          >
            <strong>{count({ status })}</strong>
            {label}
          </button>
        ))}
      </fieldset>
      <fieldset className={styles["filters"]} aria-label="Category">
        {categories.map(({ category, label }) => (
          <button
            key={label}
            type="button"
            aria-pressed={filter.category === category}
            onClick={() => onFilter({ ...filter, category })}
          >
            {label} <span>{count({ category })}</span>
          </button>
        ))}
      </fieldset>
      {onConnect !== null && (
        <Button variant="default" mb={14} onClick={onConnect}>
          Connect a channel
        </Button>
      )}
      {onConfigure === null && (
        <p id={noteId} className={styles["note"]}>
          Only an administrator can configure connectors.
        </p>
      )}
      {visible.length === 0 ? (
        <EmptyState title={filter.status === "enabled" ? "No active connectors" : "No connectors"}>
          <p className={styles["note"]}>
            A connector is active when it is configured, its test has passed and Plumb uses it.
          </p>
          <Button variant="default" onClick={() => onFilter({})}>
            Show all
          </Button>
        </EmptyState>
      ) : (
        <ul className={styles["cards"]} aria-label="Connectors">
          {visible.map((connector) => (
            <ConnectorCard key={connector.id} connector={connector} onConfigure={onConfigure} noteId={noteId} />
          ))}
        </ul>
      )}
    </>
  );
}
