import { type GroupBy, type ListedResult, mostGroups } from "@plumb/contract/runs/results.ts";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { formatCount } from "#lib/format/format.ts";
import { useRowShortcuts } from "#lib/keys/shortcut.ts";
import { ErrorPanel } from "#ui/error-panel.tsx";
import panel from "#ui/panel.module.css";
import { useEntryHeight } from "#features/results/rows/use-entry-height.ts";
import { ListSection } from "./list-section.tsx";
import { NewRows } from "./new-rows.tsx";
import { NoRows } from "./no-rows.tsx";
import styles from "./results-list.module.css";
import { isFiltered, type ResultsFilter, windowSize } from "#features/results/results.queries.ts";
import { entryAt, isSectionBetween, lastGroup, type WindowRef, windowsBetween } from "./sections.ts";
import { headerHeight, useAtTop, useListMargin, useRowFocused } from "#lib/page/list-place.ts";
import { rowsMode, useLiveRows } from "./use-live-rows.ts";
import { useLiveTests } from "./use-live-tests.ts";
import { useBroughtIntoView } from "./use-brought-into-view.ts";
import { type Neighbours, useNeighbours } from "./use-neighbours.ts";
import { useOpenGroups } from "./use-open-groups.ts";
import { openedEntries, useOpenedPlaces } from "./use-opened-places.ts";
import { useOutcomes } from "#features/results/filters/use-outcomes.ts";
import { useResultGroups } from "./use-result-groups.ts";
import { useResultWindows } from "./use-result-windows.ts";
import { currentPlaces, useRowVirtualizer } from "./use-row-virtualizer.ts";

/** Pixels above the list on a wide screen, and no more than rows are drawn beyond those in view. */
const likelyMargin = 380;
const noWindows: readonly WindowRef[] = [];
const noRows: readonly ListedResult[] = [];
/** A test that the filter leaves out stands beside none. */
const nowhere: Neighbours = { previous: undefined, next: undefined };

interface ResultsListProps {
  readonly report: { readonly id: number; readonly live: boolean };
  /** Must stay the same object while it says the same. */
  readonly filter: ResultsFilter;
  /** What the tests are gathered by; undefined: nothing. */
  readonly by: GroupBy | undefined;
  /** The results of the opened rows, the one that a link leads to first. Must stay the same object while it says the same. */
  readonly opened: readonly number[];
  readonly onToggle: (resultId: number) => void;
  /** Opens a result in place of another one, if there is one. */
  readonly onStep: (from: number | undefined, to: number) => void;
  readonly onTrace: (resultId: number, artifactId: number) => void;
  /** Everything known about an opened test, and what leads to the tests beside it. */
  readonly detailOf: (resultId: number, neighbours: Neighbours) => ReactNode;
  /** Beside the search; given the way to open and close all groups, where there are groups. */
  readonly tools?: (setAll: ((open: boolean) => void) | undefined) => ReactNode;
}

/**
 * A report's tests: tens of thousands of rows of which only those in view exist, in groups or in one list. A row that a
 * link opens is brought into view; one that the filter leaves out stands above the list.
 */
export function ResultsList(props: ResultsListProps) {
  const { report, filter, by, opened, onToggle, onStep, onTrace, detailOf, tools } = props;
  const entryHeight = useEntryHeight();
  const list = useRef<HTMLUListElement>(null);
  // A row that a link opens is brought to its place, which must be known.
  const margin = useListMargin(list, opened.length === 0 ? likelyMargin : 0);
  const [inView, setInView] = useState(noWindows);
  const [active, setActive] = useState(-1);
  const atTop = useAtTop(margin);
  const rowFocused = useRowFocused();
  const reading = !atTop || rowFocused || opened.length > 0;
  const mode = rowsMode(report.live, reading);
  const groups = useResultGroups(report.id, filter, by, mode);
  const { view, stale } = groups;
  const { layout, toggle: toggleGroup, open: openGroup, setAll } = useOpenGroups(view);
  const windows = useResultWindows(report.id, view, layout, inView, mode);
  const { places, beyond } = useOpenedPlaces(report.id, view, layout, opened, windows.placeOf);
  const openedAt = useMemo(() => openedEntries(layout, places), [layout, places]);
  const openedSet = useMemo(() => new Set(opened), [opened]);
  const live = useLiveRows(report, filter, { total: view?.total, reading });
  const outcomes = useOutcomes(report.id, windows.rows);
  const rowAt = (index: number) => {
    const { section, row } = entryAt(layout, index);
    return row === null ? undefined : windows.rowAt(section, row);
  };

  const coveredHeight = headerHeight + (view?.by === undefined ? 0 : entryHeight);
  const virtualizer = useRowVirtualizer({
    count: layout.count,
    entryHeight,
    margin,
    barHeight: headerHeight,
    coveredHeight,
    openedAt,
  });
  const items = virtualizer.getVirtualItems();
  const wanted = windowsBetween(layout, items[0]?.index ?? 0, items.at(-1)?.index ?? -1, windowSize);
  if (nameOf(wanted) !== nameOf(inView)) setInView(wanted);
  const shown = items.map(({ index }) => rowAt(index)).filter((row) => row !== undefined);
  useLiveTests(report.id, mode === "hold" ? shown : noRows);
  if (beyond || isSectionBetween(layout, lastGroup(layout), items[0]?.index ?? 0, items.at(-1)?.index ?? -1))
    groups.more?.();

  const stays = useBroughtIntoView({
    opened,
    openedAt,
    ready: margin !== 0 && !stale,
    barHeight: headerHeight,
    coveredHeight,
    topOf: (index) => currentPlaces(virtualizer)[index]?.start ?? margin + index * entryHeight,
    onArriving: (resultId) => {
      const key = layout.sections[places.get(resultId)?.section ?? -1]?.group?.key;
      if (key !== undefined) openGroup(key);
    },
  });
  const toggle = useCallback(
    (resultId: number) => {
      stays(resultId);
      onToggle(resultId);
    },
    [stays, onToggle],
  );

  const focus = (index: number) =>
    list.current?.querySelector<HTMLElement>(`[data-index="${index}"] > button`)?.focus({ preventScroll: true });
  useEffect(() => {
    if (active >= 0) focus(active);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the focus must not return to the row whenever the user scrolls
  }, [active]);

  const move = (step: number) => {
    const entry = document.activeElement?.closest<HTMLElement>("[data-index]");
    const from = entry === null || entry === undefined ? active : Number(entry.dataset["index"]);
    const next = Math.min(layout.count - 1, Math.max(0, from + step));
    virtualizer.scrollToIndex(next, { align: "auto" });
    setActive(next);
    focus(next);
  };
  useRowShortcuts("test", "Open or close the test", move);
  const neighboursOf = useNeighbours({
    count: layout.count,
    opened,
    openedAt,
    resultAt: (index) => (entryAt(layout, index).row === null ? null : rowAt(index)?.id),
    showPlace: (index) => virtualizer.scrollToIndex(index, { align: "auto" }),
    onStep: (from, to, index) => {
      onStep(from, to);
      setActive(index);
      focus(index);
    },
  });

  const showNew = () => {
    live.refresh();
    // New failures come first. What is opened stays where it is.
    if (opened.length === 0) window.scrollTo({ top: Math.max(0, margin - headerHeight - entryHeight) });
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
  // Rows of a report without traces leave no room for them.
  const traced = windows.rows.some(({ trace }) => trace !== null);
  const sections = Map.groupBy(items, ({ index }) => entryAt(layout, index).section);
  return (
    <>
      {shownTools}
      {opened
        .filter((id) => places.get(id) === null)
        .map((id) => (
          <article key={id} className={`${panel["panel"]} ${styles["pinned"]}`} aria-label="Opened test">
            {detailOf(id, nowhere)}
          </article>
        ))}
      {view !== undefined && view.groupsLeftOut > 0 && (view.groups?.length ?? 0) >= mostGroups && (
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
              opened={openedSet}
              onToggle={toggle}
              onTrace={traced ? onTrace : undefined}
              onToggleGroup={(key) => {
                // The head that was pressed may be far below its own place: it stays in view.
                const top = margin + span.top - headerHeight;
                if (section.open && top < window.scrollY) window.scrollTo({ top });
                toggleGroup(key);
              }}
              detailOf={(resultId) => detailOf(resultId, neighboursOf(resultId))}
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
