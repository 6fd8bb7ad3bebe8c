import { Table } from "@mantine/core";
import type { AuditEvent } from "@plumb/contract/audit.ts";
import { actionWords, detailLines } from "./audit-words.ts";
import styles from "./audit-table.module.css";
import { clip } from "#lib/format.ts";
import cards from "#ui/card-table.module.css";
import { TimeAgo } from "#ui/time-ago.tsx";

interface AuditTableProps {
  readonly events: readonly AuditEvent[];
  /** Narrows the list to what one person did. */
  readonly onActor: (email: string) => void;
}

/** Who did what, when, and from where. People and projects are named as they were called then. */
export function AuditTable({ events, onActor }: AuditTableProps) {
  return (
    <Table verticalSpacing={8} horizontalSpacing={16} className={cards["table"] ?? ""} aria-label="Audit">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>When</Table.Th>
          <Table.Th>Who</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th>Details</Table.Th>
          <Table.Th>From</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map((event) => (
          <Table.Tr key={event.id}>
            <Table.Td className={styles["when"] ?? ""}>
              <TimeAgo moment={event.at} />
            </Table.Td>
            <Table.Td data-label="Who">
              <button
                type="button"
                className={styles["actor"]}
                onClick={() => onActor(event.actorEmail)}
                title={`Show only what ${event.actorEmail} did`}
              >
                {event.actorEmail}
              </button>
            </Table.Td>
            <Table.Td data-label="What">
              {actionWords(event.action)}
              {event.targetType !== "settings" && <strong>{` ${clip(event.targetName, 120)}`}</strong>}
            </Table.Td>
            <Table.Td data-label="Details">
              <Details lines={detailLines(event.detail)} />
            </Table.Td>
            <Table.Td data-label="From" className={styles["address"] ?? ""}>
              {event.address}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Details({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return "–";
  return (
    <ul className={styles["details"]}>
      {lines.map((line) => (
        <li key={line}>{clip(line, 300)}</li>
      ))}
    </ul>
  );
}
