import type { GroupBy, ListedResult } from "@plumb/contract/runs/results.ts";
import { useCallback, useRef } from "react";
import { useOutcomes } from "#features/results/filters/use-outcomes.ts";
import type { ResultsFilter } from "#features/results/results.queries.ts";
import { useEntryHeight } from "#features/results/rows/use-entry-height.ts";
import type { FailureTriage } from "#lib/keys/triaged-failure.ts";
import { useShortcuts } from "#lib/keys/shortcut.ts";
import { headerHeight, useAtTop, useListMargin, useRowFocused } from "#lib/page/list-place.ts";
import { entryAt } from "./sections.ts";
import { useBroughtIntoView } from "./use-brought-into-view.ts";
import { rowsMode, useLiveRows } from "./use-live-rows.ts";
import { useLiveTests } from "./use-live-tests.ts";
import { useNeighbours } from "./use-neighbours.ts";
import { useResultSections } from "./use-result-sections.ts";
import { useResultsTriage } from "./use-results-triage.ts";
import { useRowFocus } from "./use-row-focus.ts";
import { currentPositions, useRowVirtualizer } from "./use-row-virtualizer.ts";

/**
 * Typical distance of the list from the top of the page on wide screens, in pixels. The overscan rows cover the difference to the actual distance.
 */
const likelyMargin = 250;
const noRows: readonly ListedResult[] = [];

export interface ListedTests {
  readonly report: { readonly id: number; readonly live: boolean };
  /** Must be referentially stable. */
  readonly filter: ResultsFilter;
  /** Height of the sticky header of the report, below the one of the page, in pixels. */
  readonly stickyHeight?: number;
  /** The grouping of the tests; `undefined` for a flat list. */
  readonly by: GroupBy | undefined;
  /** Ids of the opened results, the linked one first. Must be referentially stable. */
  readonly opened: readonly number[];
  readonly onToggle: (resultId: number) => void;
  /** Opens a result, in place of `from` if it is set. */
  readonly onStep: (from: number | undefined, to: number) => void;
  /** True for a reader who may not read other reports. The rows then have no earlier outcomes. */
  readonly alone?: boolean;
  /** `undefined` for viewers. */
  readonly triage?: FailureTriage | undefined;
}

export type ResultsListModel = ReturnType<typeof useResultsList>;

/** Model of a report's test list: visible entries, their positions, and handlers for clicks and keys. */
export function useResultsList(props: ListedTests) {
  const { report, filter, by, opened, onToggle, onStep, stickyHeight = 0, alone = false, triage } = props;
  const barHeight = headerHeight + stickyHeight;
  const entryHeight = useEntryHeight();
  const list = useRef<HTMLUListElement>(null);
  // With a linked row, the exact position is required to scroll to it.
  const margin = useListMargin(list, opened.length === 0 ? likelyMargin : 0);
  const reading = [!useAtTop(margin, barHeight), useRowFocused(), opened.length > 0].includes(true);
  const mode = rowsMode(report.live, reading);
  const tests = useResultSections({ reportId: report.id, filter, by, opened, mode });
  const { view, stale, layout, openedAt, rowAt } = tests;
  const live = useLiveRows(report, filter, { total: view?.total, reading });
  const outcomesOf = useOutcomes(report.id, alone ? noRows : tests.rows);

  const covered = { barHeight, coveredHeight: barHeight + (view?.by === undefined ? 0 : entryHeight) };
  const virtualizer = useRowVirtualizer({ count: layout.count, entryHeight, margin, ...covered, openedAt });
  const items = virtualizer.getVirtualItems();
  tests.load(items[0]?.index ?? 0, items.at(-1)?.index ?? -1);
  const visible = items.map(({ index }) => rowAt(index)).filter((row) => row !== undefined);
  useLiveTests(report.id, mode === "hold" ? visible : noRows);

  const keepInPlace = useBroughtIntoView({
    opened,
    openedAt,
    ready: margin !== 0 && !stale,
    ...covered,
    topOf: (index) => currentPositions(virtualizer)[index]?.start ?? margin + index * entryHeight,
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
  const { focusOn, move } = useRowFocus({ list, count: layout.count, scrollTo });
  const triaged = useResultsTriage({
    list,
    reportId: report.id,
    filter,
    count: layout.count,
    entryAt: (index) => {
      const { section, row } = entryAt(layout, index);
      return row === null ? layout.sections[section]?.group : rowAt(index);
    },
    move,
    triage,
  });
  useCloseKey({ opened, openedAt, onToggle, focusOn });
  const neighboursOf = useNeighbours({
    count: layout.count,
    opened,
    openedAt,
    resultAt: (index) => (entryAt(layout, index).row === null ? null : rowAt(index)?.id),
    showLocation: scrollTo,
    onStep: (from, to, index) => {
      onStep(from, to);
      focusOn(index);
    },
  });
  const showNew = () => {
    live.refresh();
    // Scrolls to the top of the list, because new failures come first. If tests are open, the page does not scroll.
    if (opened.length === 0) window.scrollTo({ top: Math.max(0, margin - barHeight - entryHeight) });
  };
  return {
    list,
    margin,
    barHeight,
    tests,
    live,
    outcomesOf,
    virtualizer,
    items,
    toggle,
    triaged,
    neighboursOf,
    showNew,
  };
}

interface OpenedRows extends Pick<ListedTests, "onToggle" | "opened"> {
  readonly openedAt: ReadonlyMap<number, number>;
  readonly focusOn: (index: number) => void;
}

/** Escape closes the test that was opened last. The key that clears the selection is registered before and handled first. */
function useCloseKey({ opened, openedAt, onToggle, focusOn }: OpenedRows): void {
  const close = () => {
    const [last] = opened;
    const index = [...openedAt].find(([, id]) => id === last)?.[0];
    if (last !== undefined) onToggle(last);
    if (index !== undefined) focusOn(index);
  };
  useShortcuts([{ key: "Escape", label: "Close the open test", when: () => opened.length > 0, run: close }]);
}
