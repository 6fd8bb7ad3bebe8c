import type { AnnotationSummary } from "@plumb/contract/items/annotations.ts";
import {
  itemPriorities,
  itemStatuses,
  itemTypes,
  priorityLabels,
  statusLabels,
  typeLabels,
} from "@plumb/contract/items/item-labels.ts";
import { Link } from "@tanstack/react-router";
import { type ItemFilter, type ItemSearch, narrowedItems, withoutItemFilters } from "#lib/address/item-search.ts";
import { formatCount } from "#lib/format/format.ts";
import panel from "#ui/layout/panel.module.css";
import styles from "./items-list.module.css";

interface ItemsSummaryProps {
  /** `undefined` while loading. */
  readonly summary: AnnotationSummary | undefined;
  readonly search: ItemSearch;
}

/** Counts of items, each with a link to its list. */
export function ItemsSummary({ summary, search }: ItemsSummaryProps) {
  const cards: [string, number | undefined, ItemFilter][] = [
    ["All items", summary?.total, {}],
    ["Open", summary?.byStatus.open, { status: "open" }],
    ["In Progress", summary?.byStatus.in_progress, { status: "in_progress" }],
    ["Resolved", summary?.byStatus.resolved, { status: "resolved" }],
    ["Overdue", summary?.overdue, { overdue: true }],
    ["Assigned to me", summary?.mine, { assignee: "me", status: "todo" }],
  ];
  const alone = (filter: ItemFilter) => narrowedItems(withoutItemFilters(search), filter);
  const isVisible = (filter: ItemFilter) =>
    (["status", "assignee", "overdue", "type", "priority", "creator", "q", "run", "test", "group"] as const).every(
      (name) => search[name] === filter[name],
    );
  return (
    <>
      <ul className={styles["cards"]} aria-label="Totals" aria-busy={summary === undefined}>
        {cards.map(([label, count, filter]) => (
          <li key={label} className={panel["panel"]}>
            <Link to="/analysis" search={alone(filter)} {...(isVisible(filter) && { "aria-current": true })}>
              <b>{count === undefined ? "\u00a0" : formatCount(count)}</b>
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
      {summary === undefined ? (
        <div className={styles["breakdown"]}>{"\u00a0"}</div>
      ) : (
        <Breakdown summary={summary} alone={alone} />
      )}
    </>
  );
}

interface BreakdownProps {
  readonly summary: AnnotationSummary;
  readonly alone: (filter: ItemFilter) => ItemSearch;
}

/** Counts by status, type and priority, next to the totals. Omits zeros. */
function Breakdown({ summary, alone }: BreakdownProps) {
  const entries: [string, number, ItemFilter][] = [
    ...itemStatuses.slice(3).map((status): [string, number, ItemFilter] => {
      return [statusLabels[status], summary.byStatus[status], { status }];
    }),
    ...itemTypes.map((type): [string, number, ItemFilter] => [typeLabels[type], summary.byType[type], { type }]),
    ...itemPriorities.toReversed().map((priority): [string, number, ItemFilter] => {
      return [`${priorityLabels[priority]} priority`, summary.byPriority[priority], { priority }];
    }),
    ["Unassigned", summary.unassigned, { assignee: "unassigned" }],
  ];
  const visible = entries.filter(([, count]) => count > 0);
  if (visible.length === 0) return null;
  return (
    <ul className={styles["breakdown"]} aria-label="Breakdown">
      {visible.map(([label, count, filter]) => (
        <li key={label}>
          <Link to="/analysis" search={alone(filter)}>
            {`${label} ${formatCount(count)}`}
          </Link>
        </li>
      ))}
    </ul>
  );
}
