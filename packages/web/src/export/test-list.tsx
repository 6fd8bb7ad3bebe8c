import { useCallback, useMemo, useRef } from "react";
import type { AttemptChoice } from "#features/results/detail/attempts.tsx";
import { NeighbourButtons } from "#features/results/detail/neighbour-buttons.tsx";
import { GroupHead } from "#features/results/rows/group-head.tsx";
import { ResultRow } from "#features/results/rows/result-row.tsx";
import { useEntryHeight } from "#features/results/rows/use-entry-height.ts";
import styles from "#features/results/list/results-list.module.css";
import { useBroughtIntoView } from "#features/results/list/use-brought-into-view.ts";
import { type Neighbours, useNeighbours } from "#features/results/list/use-neighbours.ts";
import { currentPositions, useRowVirtualizer } from "#features/results/list/use-row-virtualizer.ts";
import { useListMargin } from "#lib/page/list-place.ts";
import type { Grouping } from "#lib/address/report-search.ts";
import { useRowShortcuts } from "#lib/keys/shortcut.ts";
import panel from "#ui/layout/panel.module.css";
import type { ExportData } from "./export-data.ts";
import type { ListItem } from "./list-items.ts";
import { OpenedTest } from "./opened-test.tsx";

interface TestListProps {
  readonly data: ExportData;
  readonly items: readonly ListItem[];
  readonly grouping: Grouping;
  readonly folded: ReadonlySet<string>;
  readonly onFold: (key: string) => void;
  /** Ids of the opened results, the linked one first. Referentially stable while nothing changes. */
  readonly opened: readonly number[];
  readonly onToggle: (resultId: number) => void;
  /** Opens a result, in place of `from` if it is set. */
  readonly onStep: (from: number | undefined, to: number) => void;
  /** Facts about the run, from the report. */
  readonly metadata: Readonly<Record<string, string>>;
  readonly selectionOf: (resultId: number) => AttemptChoice;
}

/** No sticky header covers the top of this page. */
const uncovered = { barHeight: 0, coveredHeight: 0 };

/** Virtualized list of tests. `j` and `k` move between rows. */
export function TestList(props: TestListProps) {
  const { items, opened, onToggle, onStep } = props;
  const entryHeight = useEntryHeight();
  const list = useRef<HTMLUListElement>(null);
  const margin = useListMargin(list);
  const openedAt = useMemo(() => openedIndices(items, opened), [items, opened]);
  const virtualizer = useRowVirtualizer({ count: items.length, entryHeight, margin, ...uncovered, openedAt });
  const stays = useBroughtIntoView({
    opened,
    openedAt,
    ready: margin !== 0,
    ...uncovered,
    topOf: (index) => currentPositions(virtualizer)[index]?.start ?? margin + index * entryHeight,
  });
  const toggle = useCallback(
    (resultId: number) => {
      stays(resultId);
      onToggle(resultId);
    },
    [stays, onToggle],
  );

  const focusOn = (index: number) => {
    virtualizer.scrollToIndex(index, { align: "auto" });
    const focus = () => list.current?.querySelector<HTMLElement>(`li[data-index="${index}"] > button`)?.focus();
    focus();
    // Rows that were far outside the view are rendered in the next frame.
    requestAnimationFrame(focus);
  };
  const move = (step: number) => {
    const row = document.activeElement?.closest<HTMLElement>("li[data-index]");
    const from = row === null || row === undefined ? -1 : Number(row.dataset["index"]);
    focusOn(Math.min(items.length - 1, Math.max(0, from + step)));
  };
  useRowShortcuts("test", "Open or close the test", move);
  const neighboursOf = useNeighbours({
    count: items.length,
    opened,
    openedAt,
    resultAt: (index) => {
      const item = items[index];
      return item?.kind === "row" ? item.row.id : null;
    },
    showLocation: focusOn,
    onStep: (from, to, index) => {
      onStep(from, to);
      focusOn(index);
    },
  });

  return (
    <ul
      ref={list}
      className={`${panel["panel"]} ${styles["list"]}`}
      aria-label="Tests"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((location) => {
        const item = items[location.index];
        if (item === undefined) return null;
        const open = openedAt.has(location.index);
        return (
          <li
            // Uses the index instead of `place.key`, so that a row keeps its element and the focus when it opens.
            key={location.index}
            ref={open ? virtualizer.measureElement : undefined}
            data-index={location.index}
            aria-setsize={items.length}
            aria-posinset={location.index + 1}
            style={{ transform: `translateY(${location.start - margin}px)` }}
          >
            <ListEntry {...props} item={item} open={open} onToggle={toggle} neighboursOf={neighboursOf} />
          </li>
        );
      })}
    </ul>
  );
}

/** Maps the positions of opened results in the list to their ids. */
function openedIndices(items: readonly ListItem[], opened: readonly number[]): ReadonlyMap<number, number> {
  const requested = new Set(opened);
  const positions = new Map<number, number>();
  for (const [index, item] of requested.size === 0 ? [] : items.entries())
    if (item.kind === "row" && requested.has(item.row.id)) positions.set(index, item.row.id);
  return positions;
}

interface ListEntryProps extends Omit<TestListProps, "opened" | "onStep"> {
  readonly item: ListItem;
  readonly open: boolean;
  readonly neighboursOf: (resultId: number) => Neighbours;
}

/** Header of a group, or a test with its details while it is open. */
function ListEntry({ item, open, items, grouping, folded, onFold, onToggle, neighboursOf, ...rest }: ListEntryProps) {
  if (item.kind === "group")
    return grouping === "flat" ? null : (
      <GroupHead by={grouping} group={item.group} open={!folded.has(item.group.key)} onToggle={onFold} />
    );
  const { row, place } = item;
  return (
    <>
      <ResultRow row={row} open={open} onToggle={onToggle} />
      {open && (
        <OpenedTest
          key={row.id}
          data={rest.data}
          place={place}
          metadata={rest.metadata}
          // A single test has no neighbours.
          actions={items.length > 1 && <NeighbourButtons {...neighboursOf(row.id)} />}
          {...rest.selectionOf(row.id)}
        />
      )}
    </>
  );
}
