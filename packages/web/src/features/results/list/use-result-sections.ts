import type { GroupBy, ListedResult } from "@plumb/contract/runs/results.ts";
import { useMemo, useState } from "react";
import { type ResultsFilter, windowSize } from "#features/results/results.queries.ts";
import { entryAt, isSectionBetween, type Layout, lastGroup, type WindowRef, windowsBetween } from "./sections.ts";
import { openedEntries, useOpenedIndices } from "./use-opened-indices.ts";
import { useOpenGroups } from "./use-open-groups.ts";
import { useResultGroups } from "./use-result-groups.ts";
import { useResultWindows } from "./use-result-windows.ts";
import type { rowsMode } from "./use-live-rows.ts";

interface RequestedTests {
  readonly reportId: number;
  readonly filter: ResultsFilter;
  readonly by: GroupBy | undefined;
  readonly opened: readonly number[];
  readonly mode: ReturnType<typeof rowsMode>;
}

const noWindows: readonly WindowRef[] = [];

/** Loads the tests of a report by group, with the positions of the opened ones. */
export function useResultSections({ reportId, filter, by, opened, mode }: RequestedTests) {
  const [inView, setInView] = useState(noWindows);
  const groups = useResultGroups(reportId, filter, by, mode);
  const { view, stale } = groups;
  const { layout, toggle, open, setAll } = useOpenGroups(view);
  const windows = useResultWindows(reportId, view, layout, inView, mode);
  const { places, beyond } = useOpenedIndices(reportId, view, layout, opened, windows.locationOf);
  const openedAt = useMemo(() => openedEntries(layout, places), [layout, places]);
  return {
    view,
    stale,
    layout,
    /** Positions of the opened results; `null` for a result that the filters exclude. */
    places,
    openedAt,
    rows: windows.rows,
    rowIn: windows.rowAt,
    rowAt: (index: number) => loadedRow(layout, windows.rowAt, index),
    toggleGroup: toggle,
    openGroupOf: (resultId: number) => {
      const key = layout.sections[places.get(resultId)?.section ?? -1]?.group?.key;
      if (key !== undefined) open(key);
    },
    /** `undefined` without groups. */
    setAllGroups: view?.by === undefined ? undefined : setAll,
    /** Loads the visible entries, and more groups when the last ones are in view. */
    load: (first: number, last: number) => {
      const requested = windowsBetween(layout, first, last, windowSize);
      if (!isSameWindows(requested, inView)) setInView(requested);
      if (beyond || isSectionBetween(layout, lastGroup(layout), first, last)) groups.more?.();
    },
    error: groups.error ?? windows.error,
    retry: () => {
      groups.retry();
      windows.retry();
    },
  };
}

function loadedRow(
  layout: Layout,
  rowIn: (section: number, row: number) => ListedResult | undefined,
  index: number,
): ListedResult | undefined {
  const { section, row } = entryAt(layout, index);
  return row === null ? undefined : rowIn(section, row);
}

function isSameWindows(some: readonly WindowRef[], others: readonly WindowRef[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ section, window }, at) => section === others[at]?.section && window === others[at].window)
  );
}
