import type { GroupBy, ListedResult } from "@plumb/contract/runs/results.ts";
import type { VirtualItem } from "@tanstack/react-virtual";
import type { ReactNode } from "react";
import type { PastOutcome } from "#ui/outcome/outcome-bars.tsx";
import { GroupHead } from "#features/results/rows/group-head.tsx";
import { ResultRow, ResultRowSkeleton } from "#features/results/rows/result-row.tsx";
import styles from "./results-list.module.css";
import type { Section } from "./sections.ts";

interface ListSectionProps {
  readonly section: Section;
  readonly by: GroupBy | undefined;
  /** Visible entries of the section. */
  readonly items: readonly VirtualItem[];
  /** Origin of the item positions, in pixels from the start of the list. */
  readonly origin: number;
  /** Position and height of the section in the list, in pixels. */
  readonly span: { readonly top: number; readonly height: number };
  readonly measure: (element: HTMLLIElement | null) => void;
  /** Returns `undefined` while the row's window loads. */
  readonly rowAt: (row: number) => ListedResult | undefined;
  readonly outcomesOf: (resultId: number) => readonly PastOutcome[] | undefined;
  readonly opened: ReadonlySet<number>;
  readonly onToggle: (resultId: number) => void;
  /** Ids of the selected results, and negative ids of the selected causes. */
  readonly selected: ReadonlySet<number>;
  readonly onTrace: ((resultId: number, artifactId: number) => void) | undefined;
  readonly onToggleGroup: (key: string) => void;
  readonly detailOf: (resultId: number) => ReactNode;
  readonly markOf: ((groupId: number) => ReactNode) | undefined;
  readonly sinceOf: ((groupId: number) => ReactNode) | undefined;
}

/** Visible rows of a section. The header of a group stays visible while its rows are. */
export function ListSection(props: ListSectionProps) {
  const { section, by, items, span, onToggleGroup, markOf, sinceOf } = props;
  const { group, open, start, total } = section;
  if (group === null || by === undefined) return <Rows {...props} first={start} />;
  return (
    // Uses `top`, because a transform would not move the edge to which the header sticks.
    <li style={{ top: span.top, height: span.height }}>
      <div className={styles["head"]} data-index={start}>
        <GroupHead
          by={by}
          group={group}
          open={open}
          selected={group.cause !== null && props.selected.has(-group.cause.groupId)}
          onToggle={onToggleGroup}
          markOf={markOf}
          sinceOf={sinceOf}
        />
      </div>
      {open && total > 0 && items.some(({ index }) => index > start) && (
        <ul className={styles["rows"]}>
          <Rows {...props} first={start + 1} />
        </ul>
      )}
    </li>
  );
}

function Rows({
  section,
  by,
  items,
  origin,
  first,
  measure,
  rowAt,
  outcomesOf,
  opened,
  onToggle,
  selected,
  onTrace,
  detailOf,
}: ListSectionProps & { readonly first: number }) {
  return items
    .filter(({ index }) => index >= first)
    .map((item) => {
      const row = rowAt(item.index - first);
      const open = row !== undefined && opened.has(row.id);
      return (
        <li
          // The key is the index, because an opened row must keep the focus.
          key={item.index}
          // Closed rows have a fixed height. Measuring them would cost a layout per scrolled row.
          ref={open ? measure : undefined}
          data-index={item.index}
          aria-setsize={section.total}
          aria-posinset={item.index - first + 1}
          style={{ transform: `translateY(${item.start - origin}px)` }}
        >
          {row === undefined ? (
            <ResultRowSkeleton />
          ) : (
            <ResultRow
              row={row}
              open={open}
              selected={selected.has(row.id)}
              onToggle={onToggle}
              onTrace={onTrace}
              outcomes={outcomesOf(row.id)}
              withoutError={by === "failure"}
            />
          )}
          {open && detailOf(row.id)}
        </li>
      );
    });
}
