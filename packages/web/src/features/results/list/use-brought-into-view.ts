import { useCallback, useEffect, useEffectEvent, useRef } from "react";

/** An opened row that ends above the page's lower edge by less than this is not really in view. */
const openedRoom = 320;

interface Opened {
  /** The opened results, the linked one first. Must stay the same object while nothing changes. */
  readonly opened: readonly number[];
  /** The same by their places, as far as these are known. */
  readonly openedAt: ReadonlyMap<number, number>;
  /** False while places may still change. */
  readonly ready: boolean;
  readonly barHeight: number;
  readonly coveredHeight: number;
  /** Where an entry begins on the page, in pixels. */
  readonly topOf: (index: number) => number;
  /** Called with a linked result, which may be in a closed group. */
  readonly onArriving?: (resultId: number) => void;
}

/**
 * Brings what a link opens into view, once.
 *
 * @returns To be called with a row that is opened where it is seen: it stays where it is.
 */
export function useBroughtIntoView(given: Opened): (resultId: number) => void {
  const { opened, openedAt, ready } = given;
  // Opened by a click, or shown already.
  const arrived = useRef<ReadonlySet<number>>(new Set());
  const look = useEffectEvent(() => {
    const { barHeight, coveredHeight, topOf, onArriving } = given;
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
    // Only once, and not by the virtualizer, which would return here while what is opened takes its height.
    if (!seen || pushed) window.scrollTo({ top: top - coveredHeight });
  });
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- only when one of these is another: not while the page scrolls
  useEffect(() => look(), [opened, openedAt, ready]);
  return useCallback((resultId: number) => {
    arrived.current = new Set([...arrived.current, resultId]);
  }, []);
}
