import { Table } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconLoader } from "@tabler/icons-react";
import type { BackupRow } from "./backup-rows.ts";
import styles from "./backups.module.css";
import { counted, cut, formatBytes, formatCount } from "#lib/format/format.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import { TimeAgo } from "#ui/text/time-ago.tsx";

const states = {
  complete: { label: "Done", icon: IconCircleCheck, tone: "good" },
  running: { label: "Running", icon: IconLoader, tone: "plain" },
  failed: { label: "Failed", icon: IconCircleX, tone: "bad" },
  incomplete: { label: "Incomplete", icon: IconAlertTriangle, tone: "bad" },
  unreadable: { label: "Unreadable", icon: IconAlertTriangle, tone: "bad" },
} as const;

/** Table of backups and of attempts that failed. */
export function BackupsTable({ rows }: { readonly rows: readonly BackupRow[] }) {
  return (
    <CardTable label="Backups" columns={["Started", "State", "Database", "Files", "Requested by"]}>
      {rows.map(({ key, startedAt, state, size, requestedBy, problem }) => {
        const { label, icon: Icon, tone } = states[state];
        return (
          <Table.Tr key={key}>
            <Table.Td data-part="name">
              <TimeAgo timestamp={startedAt} />
            </Table.Td>
            <Table.Td data-label="State">
              <span className={`${styles["badge"]} ${styles[tone]}`}>
                <Icon size={16} aria-hidden /> {label}
              </span>
              {problem !== null && <p className={styles["problem"]}>{cut(problem, 1000)}</p>}
            </Table.Td>
            <Table.Td
              data-part="short"
              data-label="Database"
              title={size === null ? undefined : counted(size.rows, "row")}
            >
              {size === null ? "–" : formatBytes(size.bytes)}
            </Table.Td>
            <Table.Td data-part="short" data-label="Files">
              {size === null ? "–" : `${formatCount(size.files)} (${formatBytes(size.fileBytes)})`}
            </Table.Td>
            <Table.Td data-label="Requested by">{requestedBy === null ? "–" : cut(requestedBy, 120)}</Table.Td>
          </Table.Tr>
        );
      })}
    </CardTable>
  );
}
