import { Table, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { IconChevronRight, IconPinFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { ClassBadge } from "#ui/badges/class-badge.tsx";
import { RowCheckbox } from "#features/failures/lists/row-checkbox.tsx";
import { ErrorLine } from "#features/failures/lists/error-line.tsx";
import styles from "#features/failures/lists/failure-rows.module.css";
import { TicketMark } from "#features/failures/tickets/ticket-mark.tsx";
import { FailureSpark } from "#features/failures/summary/failure-spark.tsx";
import { OwnerNames } from "#ui/badges/owner-names.tsx";
import { StateBadge } from "#ui/badges/state-badge.tsx";
import type { RowActions } from "#features/failures/lists/row-actions.ts";

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

/** Row of a cause: its error, and below it class, tests, runs and signature. */
export function GroupRow({ group, index, opened, periodText, ticket, actions, onOpen, causeSearch }: GroupRowProps) {
  const { id, representativeError } = group;
  return (
    <Table.Tr data-row={index} data-selected={actions?.selected.has(id) === true}>
      <Table.Td>
        <div className={styles["cause"]}>
          {actions !== undefined && (
            <RowCheckbox id={id} label={`Select ${cut(representativeError, 100)}`} {...actions} />
          )}
          <div className={styles["two"]}>
            <UnstyledButton
              className={styles["open"]}
              aria-expanded={opened}
              data-open-row
              onClick={() => onOpen(opened ? undefined : id)}
            >
              <IconChevronRight size={15} aria-hidden className={styles["chevron"]} />
              {group.pinned && (
                <>
                  <IconPinFilled size={12} aria-hidden />
                  <VisuallyHidden>Pinned: </VisuallyHidden>
                </>
              )}
              <ErrorLine text={representativeError} />
            </UnstyledButton>
            <CauseLine group={group} ticket={ticket} causeSearch={causeSearch} />
          </div>
        </div>
      </Table.Td>
      <Table.Td data-part="fit" data-label="Owner">
        {group.owners.length > 0 && <OwnerNames owners={group.owners} className={styles["owner"]} />}
      </Table.Td>
      <Table.Td data-part="short">
        <StateBadge state={group.state} />
      </Table.Td>
      <Table.Td data-part="short">
        <FailureSpark counts={group.spark} periodText={periodText} />
      </Table.Td>
      <Table.Td data-part="short" data-label="Failures">
        <Link to="/defects" search={causeSearch(id, "runs")} className={styles["count"]} title="Runs with this cause">
          {formatCount(group.occurrenceCount)}
        </Link>
      </Table.Td>
      <Table.Td data-part="short" data-label="Last seen">
        <TimeAgo timestamp={group.lastSeen} className={styles["quiet"]} />
      </Table.Td>
    </Table.Tr>
  );
}

function CauseLine({ group, ticket, causeSearch }: Pick<GroupRowProps, "group" | "ticket" | "causeSearch">) {
  const { primaryClass, subClass } = group;
  return (
    <div className={styles["line"]}>
      <ClassBadge of={primaryClass ?? "Unclassified"} />
      {subClass !== null && (
        <span className={styles["subClass"]} title={`${subClass.code} ${subClass.name}`}>
          {cut(subClass.name, 60)}
        </span>
      )}
      <Link to="/defects" search={causeSearch(group.id, "tests")} title="Tests with this cause">
        {counted(group.testCount, "test")}
      </Link>
      <span>{counted(group.runCount, "run")}</span>
      {ticket !== undefined && <TicketMark ticket={ticket} />}
      <code>{group.signatureHash.slice(0, 12)}</code>
    </div>
  );
}
