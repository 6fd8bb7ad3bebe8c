import { Table, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { IconChevronRight, IconPinFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { counted, formatCount } from "#lib/format/format.ts";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { ClassCell } from "#features/failures/lists/class-cell.tsx";
import { ErrorLine } from "#features/failures/lists/error-line.tsx";
import styles from "#features/failures/lists/failure-rows.module.css";
import { TicketMark } from "#features/failures/tickets/ticket-mark.tsx";
import { SparkLine } from "#features/failures/summary/spark-line.tsx";
import { StateBadge } from "#features/failures/lists/state-badge.tsx";
import type { RowActions } from "#features/failures/lists/use-row-keys.ts";

export interface GroupRowActions {
  /** `undefined` for viewers. */
  readonly actions: RowActions | undefined;
  readonly onOpen: (groupId: number | undefined) => void;
  /** Returns the URL of the list of a cause's tests or runs. */
  readonly causeSearch: (groupId: number, tab: "tests" | "runs") => FailureSearch;
}

interface GroupRowProps extends GroupRowActions {
  readonly group: FailureGroup;
  readonly index: number;
  readonly opened: boolean;
  readonly periodText: string;
  /** Ticket of the cause. */
  readonly ticket: Ticket | undefined;
}

/** Row of a cause. */
export function GroupRow({ group, index, opened, periodText, ticket, actions, onOpen, causeSearch }: GroupRowProps) {
  const { id, representativeError, primaryClass, subClass } = group;
  return (
    <Table.Tr data-row={index} data-selected={actions?.selected.has(id) === true}>
      <Table.Td data-part="fit">
        <ClassCell
          id={id}
          name={representativeError}
          primaryClass={primaryClass}
          subClass={subClass}
          actions={actions}
        />
      </Table.Td>
      <Table.Td>
        <UnstyledButton
          className={styles["open"]}
          aria-expanded={opened}
          data-open-row
          onClick={() => onOpen(opened ? undefined : id)}
        >
          <IconChevronRight size={15} aria-hidden className={styles["chevron"]} />
          <span className={styles["two"]}>
            <ErrorLine text={representativeError} />
            <span className={styles["under"]}>
              {group.pinned && (
                <>
                  <IconPinFilled size={12} aria-hidden />
                  <VisuallyHidden>Pinned: </VisuallyHidden>
                </>
              )}
              {`${counted(group.runCount, "run")} · `}
              {ticket !== undefined && (
                <>
                  <TicketMark ticket={ticket} />
                  {" · "}
                </>
              )}
              <code>{group.signatureHash.slice(0, 12)}</code>
            </span>
          </span>
        </UnstyledButton>
      </Table.Td>
      <Table.Td data-part="short">
        <StateBadge state={group.state} />
      </Table.Td>
      <Table.Td data-part="short">
        <SparkLine counts={group.spark} periodText={periodText} />
      </Table.Td>
      <Table.Td data-part="short" data-label="Failures">
        <Link to="/defects" search={causeSearch(id, "runs")} className={styles["count"]} title="Runs with this cause">
          {formatCount(group.occurrenceCount)}
        </Link>
      </Table.Td>
      <Table.Td data-part="short" data-label="Tests">
        <Link to="/defects" search={causeSearch(id, "tests")} className={styles["count"]} title="Tests with this cause">
          {formatCount(group.testCount)}
        </Link>
      </Table.Td>
      <Table.Td data-part="short" data-label="Last seen">
        <TimeAgo timestamp={group.lastSeen} className={styles["quiet"]} />
      </Table.Td>
    </Table.Tr>
  );
}
