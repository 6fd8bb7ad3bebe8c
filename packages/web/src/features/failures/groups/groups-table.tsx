import { Table } from "@mantine/core";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { Fragment, type ReactNode, useRef } from "react";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { useRowKeys } from "#lib/keys/use-row-keys.ts";
import { CardTable } from "#ui/list/card-table.tsx";
import panel from "#ui/layout/panel.module.css";
import styles from "#features/failures/lists/failure-rows.module.css";
import { GroupRow, type GroupRowActions } from "./group-row.tsx";
import { SelectPage } from "#features/failures/lists/select-page.tsx";

export interface GroupsTableProps extends GroupRowActions {
  readonly groups: readonly FailureGroup[];
  /** Whether the rows belong to the previous list. */
  readonly stale: boolean;
  /** Name of the window, such as `in 30 days`. */
  readonly periodText: string;
  /** Tickets by cause. */
  readonly tickets?: ReadonlyMap<number, Ticket> | undefined;
  /** Opened group. */
  readonly opened: number | undefined;
  readonly details: (group: FailureGroup) => ReactNode;
}

/** Table of causes. One can be expanded in place. */
export function GroupsTable({ groups, stale, tickets, opened, details, ...row }: GroupsTableProps) {
  const list = useRef<HTMLDivElement>(null);
  const close = () => {
    list.current?.querySelector<HTMLElement>(`[aria-expanded="true"][data-open-row]`)?.focus();
    row.onOpen(undefined);
  };
  // Before the key of the list that clears the selection.
  useShortcuts([{ key: "Escape", label: "Close the open cause", when: () => opened !== undefined, run: close }]);
  useRowKeys(list, { noun: "cause", opens: "Open the cause", ids: groups.map(({ id }) => id), actions: row.actions });
  return (
    <div ref={list} className={`${panel["panel"]} ${styles["list"]} ${styles["groups"]}`} aria-busy={stale}>
      <CardTable
        label="Groups"
        wide
        columns={["Cause", "Owner", "State", "Trend", "Failures", "Last seen"]}
        {...(row.actions !== undefined && { selectAll: <SelectPage nouns="causes" {...row.actions} /> })}
        verticalSpacing={6}
      >
        {groups.map((group, index) => (
          <Fragment key={group.id}>
            <GroupRow
              group={group}
              index={index}
              opened={group.id === opened}
              ticket={tickets?.get(group.id)}
              {...row}
            />
            {group.id === opened && (
              <Table.Tr className={styles["details"] ?? ""}>
                <Table.Td colSpan={6}>{details(group)}</Table.Td>
              </Table.Tr>
            )}
          </Fragment>
        ))}
      </CardTable>
    </div>
  );
}
