import { useCallback, useEffect, useEffectEvent, useRef } from "react";

/** Pixels that must be visible of an opened row. Otherwise, the page scrolls to it. */
const openedRoom = 320;

interface Opened {
  /** Ids of the opened results, the linked one first. Referentially stable while nothing changes. */
  readonly opened: readonly number[];
  /** Ids of opened results by their index in the list, as far as known. */
  readonly openedAt: ReadonlyMap<number, number>;
  /** False while the positions may still change. */
  readonly ready: boolean;
  readonly barHeight: number;
  readonly coveredHeight: number;
  /** Returns the position of an entry on the page, in pixels. */
  readonly topOf: (index: number) => number;
  /** Called with the linked result, which may be in a closed group. */
  readonly onArriving?: (resultId: number) => void;
}

/**
 * Scrolls a linked result into view, once.
 *
 * @returns A function to call when the user opens a row, so that the page does not scroll to it.
 */
export function useBroughtIntoView(input: Opened): (resultId: number) => void {
  const { opened, openedAt, ready } = input;
  // Ids of results that were opened by a click or have already been scrolled into view.
  const arrived = useRef<ReadonlySet<number>>(new Set());
  const bringIntoView = useEffectEvent(() => {
    const { barHeight, coveredHeight, topOf, onArriving } = input;
    const [linked] = opened;
    const arriving = opened.filter((id) => !arrived.current.has(id));
    for (const id of arriving) onArriving?.(id);
    const index = [...openedAt].find(([, id]) => id === linked)?.[0];
    if (linked === undefined || !arriving.includes(linked)) arrived.current = new Set(opened);
    if (index === undefined || !ready || arrived.current.has(linked ?? 0)) return;
    arrived.current = new Set(opened);
    const top = topOf(index);
    const pushed = [...openedAt.keys()].some((other) => other < index);
    const seen = top >= window.scrollY + barHeight && top + openedRoom <= window.scrollY + window.innerHeight;
    // Scrolls only once and without the virtualizer, which would scroll back while the opened row grows to its height.
    if (!seen || pushed) window.scrollTo({ top: top - coveredHeight });
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only when one of these is another: not while the page scrolls
  useEffect(() => bringIntoView(), [opened, openedAt, ready]);
  return useCallback((resultId: number) => {
    arrived.current = new Set([...arrived.current, resultId]);
  }, []);
}
