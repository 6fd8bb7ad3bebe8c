import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";

interface ListOfRows {
  /** Number of rows and group headers. */
  readonly count: number;
  /** Height of a closed row, in pixels. */
  readonly entryHeight: number;
  /** Distance of the list from the top of the page, in pixels. */
  readonly margin: number;
  /** Height of the page's bar, in pixels. `coveredHeight` also includes the sticky header of a group. */
  readonly barHeight: number;
  readonly coveredHeight: number;
  /** Ids of opened results by index. Must be referentially stable. */
  readonly openedAt: ReadonlyMap<number, number>;
}

/** Virtualizes the rows of a list. Opened rows have individual heights. */
export function useRowVirtualizer({ count, entryHeight, margin, barHeight, coveredHeight, openedAt }: ListOfRows) {
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in one component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: useCallback(() => entryHeight, [entryHeight]),
    overscan: 8,
    scrollMargin: margin,
    // Renders the rows immediately if the position of the list is known.
    ...(margin === 0 ? {} : { initialRect: { width: window.innerWidth, height: window.innerHeight } }),
    scrollPaddingStart: barHeight,
    // Must be stable, because all positions would be recomputed in every frame otherwise.
    getItemKey: useCallback(
      (index: number) => {
        const resultId = openedAt.get(index);
        return resultId === undefined ? index : `opened-${resultId}`;
      },
      [openedAt],
    ),
  });
  // Keeps the content below the sticky header in place: a row that grows above it must not move the content. Uses current positions,
  // because several rows may grow at the same time.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ index }, _delta, { scrollOffset }) => {
    const row = currentPositions(virtualizer)[index];
    return row !== undefined && row.end <= (scrollOffset ?? 0) + coveredHeight;
  };
  // Rows have a different height in narrow windows.
  const measuredFor = useRef(entryHeight);
  useLayoutEffect(() => {
    if (measuredFor.current === entryHeight) return;
    measuredFor.current = entryHeight;
    virtualizer.measure();
  }, [virtualizer, entryHeight]);
  return virtualizer;
}

/** Returns the current positions with all measured heights. `measurementsCache` alone is from the last rendering. */
export function currentPositions(
  virtualizer: Pick<ReturnType<typeof useRowVirtualizer>, "getTotalSize" | "measurementsCache">,
): ReturnType<typeof useRowVirtualizer>["measurementsCache"] {
  virtualizer.getTotalSize();
  return virtualizer.measurementsCache;
}
