import { Table } from "@mantine/core";
import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import { actionLabel, detailLines } from "./audit-labels.ts";
import styles from "./audit-table.module.css";
import { cut } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";

interface AuditTableProps {
  readonly events: readonly AuditEvent[];
  /** Current name of a project. */
  readonly projectName: (projectId: number) => string;
  /** Filters the list by user. */
  readonly onActor: (email: string) => void;
}

/** Table of audit events. Names of users and projects are those at the time of the event. */
export function AuditTable({ events, projectName, onActor }: AuditTableProps) {
  return (
    <CardTable label="Audit" columns={["When", "Who", "What", "Details", "Address"]}>
      {events.map((event) => (
        <Table.Tr key={event.id}>
          <Table.Td data-part="short">
            <TimeAgo timestamp={event.at} />
          </Table.Td>
          <Table.Td className={styles["who"] ?? ""}>
            {event.agent !== null && (
              <>
                <bdi>{cut(event.agent.name, 100)}</bdi>
                {" (agent of "}
              </>
            )}
            <button
              type="button"
              className={styles["actor"]}
              onClick={() => onActor(event.actorEmail)}
              title={`Show only events by ${event.actorEmail}`}
            >
              {event.actorEmail}
            </button>
            {event.agent !== null && ")"}
          </Table.Td>
          <Table.Td className={styles["what"] ?? ""}>
            {actionLabel(event.action)}
            {event.targetType !== "settings" && <strong>{` ${cut(event.targetName, 120)}`}</strong>}
            {event.projectId !== null && event.targetType !== "project" && (
              <span className={styles["in"]}>{` in ${cut(projectName(event.projectId), 120)}`}</span>
            )}
          </Table.Td>
          <Table.Td>
            <Details lines={detailLines(event.detail)} />
          </Table.Td>
          <Table.Td data-part="short" className={styles["address"] ?? ""}>
            {event.address}
          </Table.Td>
        </Table.Tr>
      ))}
    </CardTable>
  );
}

function Details({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className={styles["details"]}>
      {lines.map((line) => (
        <li key={line}>{cut(line, 300)}</li>
      ))}
    </ul>
  );
}
