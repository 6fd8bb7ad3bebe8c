import { Button } from "@mantine/core";
import { itemLimits, type ItemStatus } from "@plumb/contract/items/item-labels.ts";
import { formatCount } from "#lib/format/format.ts";
import { focusPage } from "#lib/keys/returned-focus.ts";
import styles from "./items-list.module.css";

interface BulkBarProps {
  readonly count: number;
  /** Total number of matches if the whole page is selected; `null` if there is nothing more to select. */
  readonly more: number | null;
  readonly onSelectAll: () => void;
  readonly onStatus: (status: ItemStatus) => void;
  readonly onClear: () => void;
}

const actions = [
  ["In Progress", "in_progress"],
  ["Resolved", "resolved"],
  ["Closed", "closed"],
  ["Reopen", "reopened"],
  ["Invalid", "invalid"],
] as const;

/** Number of selected items with actions. */
export function BulkBar({ count, more, onSelectAll, onStatus, onClear }: BulkBarProps) {
  if (count === 0) return null;
  return (
    <section className={styles["bar"]} data-bottom-bar aria-label="Bulk actions">
      <output>{`${formatCount(count)} selected`}</output>
      {more !== null &&
        (more <= itemLimits.bulk ? (
          <Button size="xs" variant="subtle" onClick={onSelectAll}>
            {`Select all ${formatCount(more)} that match`}
          </Button>
        ) : (
          <p>{`${formatCount(more)} match, more than the ${formatCount(itemLimits.bulk)} that can be changed together. To select all, narrow the filters.`}</p>
        ))}
      {actions.map(([label, status]) => (
        <Button key={status} size="xs" variant="default" aria-haspopup="dialog" onClick={() => onStatus(status)}>
          {label}
        </Button>
      ))}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        onClick={() => {
          onClear();
          focusPage();
        }}
      >
        Clear
      </Button>
    </section>
  );
}
