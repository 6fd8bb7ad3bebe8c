import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useLayoutEffect, useRef } from "react";

interface ListOfRows {
  /** Rows, and heads of groups. */
  readonly count: number;
  /** Height of a closed row, in pixels. */
  readonly entryHeight: number;
  /** How far below the page's top the list begins. */
  readonly margin: number;
  /** Height of what covers the beginning of the list, in pixels: the page's bar, and the head of a group below it. */
  readonly barHeight: number;
  readonly coveredHeight: number;
  /** The opened results by their positions. Must stay the same object while nothing changes. */
  readonly openedAt: ReadonlyMap<number, number>;
}

/** Which rows of a list exist, and where: only those in view. Opened rows have a height of their own. */
export function useRowVirtualizer({ count, entryHeight, margin, barHeight, coveredHeight, openedAt }: ListOfRows) {
  // oxlint-disable-next-line react/incompatible-library -- no compiler is used, and its values stay in one component
  const virtualizer = useWindowVirtualizer<HTMLLIElement>({
    count,
    estimateSize: useCallback(() => entryHeight, [entryHeight]),
    overscan: 8,
    scrollMargin: margin,
    // Rows are drawn at once where the list's place is known.
    ...(margin === 0 ? {} : { initialRect: { width: window.innerWidth, height: window.innerHeight } }),
    scrollPaddingStart: barHeight,
    // Stable, because otherwise all positions are recomputed in every frame.
    getItemKey: useCallback(
      (index: number) => {
        const resultId = openedAt.get(index);
        return resultId === undefined ? index : `opened-${resultId}`;
      },
      [openedAt],
    ),
  });
  // Reading starts below the sticky header: a growing row above must not move the content, a row below can. If several
  // rows grow, the next one is found at its moved position.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ index }, _delta, { scrollOffset }) => {
    const row = currentPlaces(virtualizer)[index];
    return row !== undefined && row.end <= (scrollOffset ?? 0) + coveredHeight;
  };
  // A window that becomes narrow gives its rows another height.
  const measuredFor = useRef(entryHeight);
  useLayoutEffect(() => {
    if (measuredFor.current === entryHeight) return;
    measuredFor.current = entryHeight;
    virtualizer.measure();
  }, [virtualizer, entryHeight]);
  return virtualizer;
}

/** Current positions with all measured heights; `measurementsCache` is from the last render. */
export function currentPlaces(
  virtualizer: Pick<ReturnType<typeof useRowVirtualizer>, "getTotalSize" | "measurementsCache">,
): ReturnType<typeof useRowVirtualizer>["measurementsCache"] {
  virtualizer.getTotalSize();
  return virtualizer.measurementsCache;
}
