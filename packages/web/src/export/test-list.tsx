import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { AttemptChoice } from "#features/results/detail/attempts.tsx";
import { GroupHead } from "#features/results/rows/group-head.tsx";
import { ResultRow } from "#features/results/rows/result-row.tsx";
import { useEntryHeight } from "#features/results/rows/use-entry-height.ts";
import styles from "#features/results/list/results-list.module.css";
import { useListMargin } from "#lib/page/list-place.ts";
import type { Grouping } from "#lib/address/report-search.ts";
import { rowShortcuts, useShortcuts } from "#lib/keys/shortcut.ts";
import panel from "#ui/panel.module.css";
import type { ExportData } from "./export-data.ts";
import type { ListItem } from "./list-items.ts";
import { OpenedTest } from "./opened-test.tsx";

interface TestListProps extends AttemptChoice {
  readonly data: ExportData;
  readonly items: readonly ListItem[];
  readonly grouping: Grouping;
  readonly folded: ReadonlySet<string>;
  readonly onFold: (key: string) => void;
  /** The opened row's result. */
  readonly opened: number | undefined;
  readonly onOpen: (resultId: number | undefined) => void;
  /** Facts that the report names of its run. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The tests, of which only those in view exist. `j` and `k` move from row to row. */
export function TestList({
  data,
  items,
  grouping,
  folded,
  onFold,
  opened,
  onOpen,
  metadata,
  ...choice
}: TestListProps) {
  const entryHeight = useEntryHeight();
  const list = useRef<HTMLUListElement>(null);
  const margin = useListMargin(list);
  const openedIndex = useMemo(
    () => (opened === undefined ? -1 : items.findIndex((item) => item.kind === "row" && item.row.id === opened)),
    [items, opened],
  );
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: items.length,
    estimateSize: useCallback(() => entryHeight, [entryHeight]),
    overscan: 8,
    scrollMargin: margin,
    // Stable, or the places of all rows are computed anew with every frame. Only the opened row has a height of its own.
    getItemKey: useCallback(
      (index: number) => (index === openedIndex ? `opened-${opened}` : index),
      [openedIndex, opened],
    ),
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, entryHeight]);

  const arrivedAt = useRef<number>(undefined);
  useEffect(() => {
    if (opened === undefined) arrivedAt.current = undefined;
    if (openedIndex === -1 || arrivedAt.current === opened || margin === 0) return;
    arrivedAt.current = opened;
    virtualizer.scrollToIndex(openedIndex, { align: "start" });
  }, [opened, openedIndex, margin, virtualizer]);

  const toggle = useCallback(
    (resultId: number) => {
      arrivedAt.current = resultId;
      onOpen(resultId === opened ? undefined : resultId);
    },
    [opened, onOpen],
  );

  const move = (step: number) => {
    const row = document.activeElement?.closest<HTMLElement>("li[data-index]");
    const from = row === null || row === undefined ? -1 : Number(row.dataset["index"]);
    const next = Math.min(items.length - 1, Math.max(0, from + step));
    virtualizer.scrollToIndex(next, { align: "auto" });
    const focus = () => list.current?.querySelector<HTMLElement>(`li[data-index="${next}"] > button`)?.focus();
    focus();
    // A row that was far away is drawn with the next frame.
    requestAnimationFrame(focus);
  };
  useShortcuts(rowShortcuts("test", "Open or close the test", move));

  return (
    <ul
      ref={list}
      className={`${panel["panel"]} ${styles["list"]}`}
      aria-label="Tests"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((place) => {
        const item = items[place.index];
        if (item === undefined) return null;
        const open = place.index === openedIndex;
        return (
          <li
            // The place and not `place.key`: a row that opens stays the same element and keeps the focus.
            key={place.index}
            ref={open ? virtualizer.measureElement : undefined}
            data-index={place.index}
            aria-setsize={items.length}
            aria-posinset={place.index + 1}
            style={{ transform: `translateY(${place.start - margin}px)` }}
          >
            {item.kind === "group" && grouping !== "flat" && (
              <GroupHead by={grouping} group={item.group} open={!folded.has(item.group.key)} onToggle={onFold} />
            )}
            {item.kind === "row" && <ResultRow row={item.row} open={open} onToggle={toggle} />}
            {item.kind === "row" && open && (
              <OpenedTest key={item.row.id} data={data} place={item.place} metadata={metadata} {...choice} />
            )}
          </li>
        );
      })}
    </ul>
  );
}
