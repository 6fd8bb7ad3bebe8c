import type { GroupBy } from "@plumb/contract/runs/results.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { formatCount } from "#lib/format/format.ts";
import { rowShortcuts, useShortcuts } from "#lib/keys/shortcut.ts";
import { ErrorPanel } from "#ui/error-panel.tsx";
import panel from "#ui/panel.module.css";
import { ListSection } from "./list-section.tsx";
import { NewRows } from "./new-rows.tsx";
import { NoRows } from "./no-rows.tsx";
import styles from "./results-list.module.css";
import { isFiltered, type ResultsFilter, windowSize } from "./results.queries.ts";
import { entryAt, indexOfRow, type WindowRef, windowsBetween } from "./sections.ts";
import { headerHeight, useAtTop, useListMargin, useRowFocused } from "#lib/page/list-place.ts";
import { rowsMode, useLiveRows } from "./use-live-rows.ts";
import { useLiveTests } from "./use-live-tests.ts";
import { useOpenGroups } from "./use-open-groups.ts";
import { useOpenedPlace } from "./use-opened-place.ts";
import { useOutcomes } from "./use-outcomes.ts";
import { useResultGroups } from "./use-result-groups.ts";
import { useResultWindows } from "./use-result-windows.ts";

/** Of a row and of a group's head alike, so that a place in the list is known without drawing what is above it. */
const entryHeight = 44;
/** An opened row that ends above the page's lower edge by less than this is not really in view. */
const openedRoom = 320;

const closedHeight = () => entryHeight;
const noWindows: readonly WindowRef[] = [];

interface ResultsListProps {
  readonly report: { readonly id: number; readonly live: boolean };
  /** Must stay the same object while it says the same. */
  readonly filter: ResultsFilter;
  /** What the tests are gathered by; undefined: nothing. */
  readonly by: GroupBy | undefined;
  /** The opened row's result. */
  readonly opened: number | undefined;
  readonly onOpen: (resultId: number | undefined) => void;
  /** Everything known about an opened test. */
  readonly detailOf: (resultId: number) => ReactNode;
  /** Beside the search; given the way to open and close all groups, where there are groups. */
  readonly tools?: (setAll: ((open: boolean) => void) | undefined) => ReactNode;
}

/**
 * A report's tests: tens of thousands of rows of which only those in view exist, in groups or in one list. A row that a
 * link opens is brought into view; one that the filter leaves out stands above the list.
 */
export function ResultsList({ report, filter, by, opened, onOpen, detailOf, tools }: ResultsListProps) {
  const list = useRef<HTMLUListElement>(null);
  const margin = useListMargin(list);
  const [inView, setInView] = useState(noWindows);
  const [active, setActive] = useState(-1);
  const atTop = useAtTop(margin);
  const rowFocused = useRowFocused();
  const reading = !atTop || rowFocused || opened !== undefined;
  const mode = rowsMode(report.live, reading);
  const groups = useResultGroups(report.id, filter, by, mode);
  const { view, stale } = groups;
  const { layout, toggle: toggleGroup, open: openGroup, setAll } = useOpenGroups(view);
  const windows = useResultWindows(report.id, view, layout, inView, mode);
  const place = useOpenedPlace(report.id, view, layout, opened, windows.placeOf);
  const openedIndex = place === undefined || place === null ? place : indexOfRow(layout, place.section, place.row);
  const live = useLiveRows(report, filter, { total: view?.total, reading });
  const outcomes = useOutcomes(report.id, windows.rows);
  useLiveTests(report.id);

  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in this component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count: layout.count,
    estimateSize: closedHeight,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: headerHeight,
    // Stable, or the places of all rows are computed anew with every frame. Only the opened row has a height of its own.
    getItemKey: useCallback(
      (index: number) => (index === openedIndex ? `opened-${opened}` : index),
      [openedIndex, opened],
    ),
  });
  // An opened row that grows below what is being read must not push it away.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, _delta, { scrollOffset }) =>
    item.end <= (scrollOffset ?? 0);
  const items = virtualizer.getVirtualItems();
  const wanted = windowsBetween(layout, items[0]?.index ?? 0, items.at(-1)?.index ?? -1, windowSize);
  if (nameOf(wanted) !== nameOf(inView)) setInView(wanted);

  // A row that a link opens is shown, also where its group came closed.
  const linkedGroup = place === undefined || place === null ? undefined : layout.sections[place.section]?.group?.key;
  const arrivedAt = useRef<number>(undefined);
  useEffect(() => {
    if (opened === undefined) arrivedAt.current = undefined;
    if (linkedGroup !== undefined && arrivedAt.current !== opened) openGroup(linkedGroup);
    if (typeof openedIndex !== "number" || arrivedAt.current === opened || margin === 0 || stale) return;
    arrivedAt.current = opened;
    const top = margin + openedIndex * entryHeight;
    const seen = top >= window.scrollY + headerHeight && top + openedRoom <= window.scrollY + window.innerHeight;
    // Only once, and not by the virtualizer, which would return here while what is opened takes its height. A group's head
    // stays above.
    const above = linkedGroup === undefined ? headerHeight : headerHeight + entryHeight;
    if (!seen) window.scrollTo({ top: top - above });
  }, [opened, openedIndex, linkedGroup, margin, stale, openGroup]);

  const toggle = useCallback(
    (resultId: number) => {
      arrivedAt.current = resultId;
      onOpen(resultId === opened ? undefined : resultId);
    },
    [opened, onOpen],
  );

  const focus = (index: number) =>
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] > button`)?.focus({ preventScroll: true });
  useEffect(() => {
    if (active >= 0) focus(active);
    // Not on `items`: focus must not return to the row whenever the user scrolls.
  }, [active]);

  const move = (step: number) => {
    const entry = document.activeElement?.closest<HTMLElement>("[data-index]");
    const from = entry === null || entry === undefined ? active : Number(entry.dataset["index"]);
    const next = Math.min(layout.count - 1, Math.max(0, from + step));
    virtualizer.scrollToIndex(next, { align: "auto" });
    setActive(next);
    focus(next);
  };
  useShortcuts(rowShortcuts("test", "Open or close the test", move));

  const showNew = () => {
    live.refresh();
    // New failures come first. What is opened stays where it is.
    if (opened === undefined) window.scrollTo({ top: Math.max(0, margin - headerHeight - entryHeight) });
  };

  const error = groups.error ?? windows.error;
  const retry = () => {
    groups.retry();
    windows.retry();
  };
  const shownTools = tools?.(view?.by === undefined ? undefined : setAll);
  if (error !== null) {
    return (
      <>
        {shownTools}
        <ErrorPanel error={error} fallback="Failed to load the tests" onRetry={retry} />
      </>
    );
  }
  if (view?.total === 0 && !stale) {
    return (
      <>
        {shownTools}
        <NoRows reportId={report.id} filtered={isFiltered(filter)} live={report.live} />
      </>
    );
  }
  const sections = Map.groupBy(items, ({ index }) => entryAt(layout, index).section);
  return (
    <>
      {shownTools}
      {opened !== undefined && place === null && (
        <section className={`${panel["panel"]} ${styles["pinned"]}`} aria-label="Opened test">
          {detailOf(opened)}
        </section>
      )}
      {view !== undefined && view.groupsLeftOut > 0 && (
        <p
          className={styles["leftOut"]}
        >{`${formatCount(view.groupsLeftOut)} more groups are not shown. A search or a filter finds them.`}</p>
      )}
      <NewRows live={live} onShow={showNew} />
      <ul
        ref={list}
        className={`${panel["panel"]} ${styles["list"]}`}
        aria-label="Tests"
        aria-busy={view === undefined || stale}
        style={{ height: virtualizer.getTotalSize(), opacity: stale ? 0.6 : 1 }}
      >
        {[...sections].map(([at, drawn]) => {
          const section = layout.sections[at];
          if (section === undefined) return null;
          const span = spanOf(virtualizer.measurementsCache, section, margin);
          return (
            <ListSection
              key={section.group?.key ?? ""}
              section={section}
              by={view?.by}
              items={drawn}
              span={span}
              origin={section.group === null ? margin : margin + span.top}
              measure={virtualizer.measureElement}
              rowAt={(row) => windows.rowAt(at, row)}
              outcomesOf={outcomes}
              opened={opened}
              onToggle={toggle}
              onToggleGroup={(key) => {
                // The head that was pressed may be far below its own place: it stays in view.
                const top = margin + span.top - headerHeight;
                if (section.open && top < window.scrollY) window.scrollTo({ top });
                toggleGroup(key);
              }}
              detailOf={detailOf}
            />
          );
        })}
      </ul>
    </>
  );
}

/** Where a section stands and how high it is, opened rows included. */
function spanOf(
  entries: readonly { readonly start: number; readonly end: number }[],
  { start, open, total, group }: { start: number; open: boolean; total: number; group: object | null },
  margin: number,
): { top: number; height: number } {
  const last = start + (group === null ? total - 1 : open ? total : 0);
  const top = (entries[start]?.start ?? margin) - margin;
  return { top, height: (entries[last]?.end ?? margin) - margin - top };
}

function nameOf(windows: readonly WindowRef[]): string {
  return windows.map(({ section, window }) => `${section}:${window}`).join(" ");
}
