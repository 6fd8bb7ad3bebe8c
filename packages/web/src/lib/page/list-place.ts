import { type RefObject, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

/** Height of the sticky bar at the top of the page, in pixels. */
export const headerHeight = 56;

/**
 * Returns the distance of the list from the top of the page, in pixels; 0 until it is rendered.
 *
 * @param likely Assumed distance until the page has been laid out, if the page is scrolled to the top. It saves a layout and a
 * second rendering before the first paint. The first rows do not depend on the distance.
 */
export function useListMargin(list: RefObject<HTMLElement | null>, likely = 0): number {
  const [margin, setMargin] = useState(likely);
  const atFirst = useRef(likely);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current !== null) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    if (atFirst.current === 0 || window.scrollY > 0) measure();
    // Measures initially and after changes, because content above the list may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return margin;
}

/** Height of the sticky header of a report, in pixels. Its CSS uses the same value, as `--report-header-height`. */
export const reportHeaderHeight = 78;

/**
 * Returns whether the start of the list is in view.
 *
 * @param barHeight Height of the sticky headers above the list, in pixels.
 */
export function useAtTop(margin: number, barHeight: number = headerHeight): boolean {
  return useSyncExternalStore(
    subscribeScroll,
    useCallback(() => scrolled + barHeight <= margin, [margin, barHeight]),
  );
}

/** Position at the last scroll event. Reading it from the window while rows are rendered would force a layout. */
let scrolled = 0;

function subscribeScroll(listener: () => void): () => void {
  const onScroll = () => {
    scrolled = window.scrollY;
    listener();
  };
  scrolled = window.scrollY;
  window.addEventListener("scroll", onScroll, { passive: true });
  return () => window.removeEventListener("scroll", onScroll);
}

/** Returns whether a row of the list has the focus. */
export function useRowFocused(): boolean {
  return useSyncExternalStore(subscribeFocus, rowFocused);
}

function rowFocused(): boolean {
  return document.activeElement?.closest("li[data-index]") instanceof HTMLElement;
}

function subscribeFocus(listener: () => void): () => void {
  document.addEventListener("focusin", listener);
  document.addEventListener("focusout", listener);
  return () => {
    document.removeEventListener("focusin", listener);
    document.removeEventListener("focusout", listener);
  };
}
