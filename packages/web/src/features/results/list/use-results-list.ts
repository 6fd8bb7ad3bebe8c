import type { GroupBy, ListedResult } from "@plumb/contract/runs/results.ts";
import { useCallback, useRef } from "react";
import { useOutcomes } from "#features/results/filters/use-outcomes.ts";
import type { ResultsFilter } from "#features/results/results.queries.ts";
import { useEntryHeight } from "#features/results/rows/use-entry-height.ts";
import { headerHeight, useAtTop, useListMargin, useRowFocused } from "#lib/page/list-place.ts";
import { entryAt } from "./sections.ts";
import { useBroughtIntoView } from "./use-brought-into-view.ts";
import { rowsMode, useLiveRows } from "./use-live-rows.ts";
import { useLiveTests } from "./use-live-tests.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { useResultSections } from "./use-result-sections.ts";
import { useRowFocus } from "./use-row-focus.ts";
import { currentPlaces, useRowVirtualizer } from "./use-row-virtualizer.ts";

/** Pixels above the list on a wide screen, and no more than rows are drawn beyond those in view. */
const likelyMargin = 380;
const noRows: readonly ListedResult[] = [];

/** Which tests of a report are listed, and what happens when one is opened. */
export interface ListedTests {
  readonly report: { readonly id: number; readonly live: boolean };
  /** Must stay the same object while nothing changes. */
  readonly filter: ResultsFilter;
  /** The grouping of the tests; `undefined` for a flat list. */
  readonly by: GroupBy | undefined;
  /** The results of the opened rows, the linked one first. Must stay the same object while nothing changes. */
  readonly opened: readonly number[];
  readonly onToggle: (resultId: number) => void;
  /** Opens a result in place of another one, if there is one. */
  readonly onStep: (from: number | undefined, to: number) => void;
}

export type ResultsListModel = ReturnType<typeof useResultsList>;

/** A report's tests as the list draws them: which entries are in view, where they are, and what a click or a key does. */
export function useResultsList({ report, filter, by, opened, onToggle, onStep }: ListedTests) {
  const entryHeight = useEntryHeight();
  const list = useRef<HTMLUListElement>(null);
  // A row that a link opens is brought to its place, which must be known.
  const margin = useListMargin(list, opened.length === 0 ? likelyMargin : 0);
  const reading = [!useAtTop(margin), useRowFocused(), opened.length > 0].includes(true);
  const mode = rowsMode(report.live, reading);
  const tests = useResultSections({ reportId: report.id, filter, by, opened, mode });
  const { view, stale, layout, openedAt, rowAt } = tests;
  const live = useLiveRows(report, filter, { total: view?.total, reading });
  const outcomesOf = useOutcomes(report.id, tests.rows);

  const covered = { barHeight: headerHeight, coveredHeight: headerHeight + (view?.by === undefined ? 0 : entryHeight) };
  const virtualizer = useRowVirtualizer({ count: layout.count, entryHeight, margin, ...covered, openedAt });
  const items = virtualizer.getVirtualItems();
  tests.load(items[0]?.index ?? 0, items.at(-1)?.index ?? -1);
  const shown = items.map(({ index }) => rowAt(index)).filter((row) => row !== undefined);
  useLiveTests(report.id, mode === "hold" ? shown : noRows);

  const keepInPlace = useBroughtIntoView({
    opened,
    openedAt,
    ready: margin !== 0 && !stale,
    ...covered,
    topOf: (index) => currentPlaces(virtualizer)[index]?.start ?? margin + index * entryHeight,
    onArriving: tests.openGroupOf,
  });
  const toggle = useCallback(
    (resultId: number) => {
      keepInPlace(resultId);
      onToggle(resultId);
    },
    [keepInPlace, onToggle],
  );
  const scrollTo = (index: number) => virtualizer.scrollToIndex(index, { align: "auto" });
  const focusOn = useRowFocus({ list, count: layout.count, scrollTo });
  const neighboursOf = useNeighbours({
    count: layout.count,
    opened,
    openedAt,
    resultAt: (index) => (entryAt(layout, index).row === null ? null : rowAt(index)?.id),
    showPlace: scrollTo,
    onStep: (from, to, index) => {
      onStep(from, to);
      focusOn(index);
    },
  });
  const showNew = () => {
    live.refresh();
    // New failures come first. Opened tests stay in place.
    if (opened.length === 0) window.scrollTo({ top: Math.max(0, margin - headerHeight - entryHeight) });
  };
  return { list, margin, tests, live, outcomesOf, virtualizer, items, toggle, neighboursOf, showNew };
}
