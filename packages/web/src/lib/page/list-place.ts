import { type RefObject, useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";

/** Height of the bar that stays on top of the page. */
export const headerHeight = 56;

/**
 * How far below the page's top the list begins, in pixels; 0 until it is drawn.
 *
 * @param likely Taken for it at the page's top until the page has been laid out, so that it is not laid out, and all of it drawn
 *   again, before anything is seen of it: the first rows are the same wherever the list begins.
 */
export function useListMargin(list: RefObject<HTMLElement | null>, likely = 0): number {
  const [margin, setMargin] = useState(likely);
  const atFirst = useRef(likely);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current !== null) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    if (atFirst.current === 0 || window.scrollY > 0) measure();
    // Measures now and on changes, because content above may grow.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return margin;
}

/** True while the beginning of the list is in view. */
export function useAtTop(margin: number): boolean {
  return useSyncExternalStore(
    subscribeScroll,
    useCallback(() => scrolled + headerHeight <= margin, [margin]),
  );
}

/** As of the last scroll event: asking the window in the midst of drawing rows would lay the page out once more. */
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

/** True while the keyboard is on one of the list's rows. */
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
