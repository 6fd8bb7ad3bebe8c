import { type RefObject, useCallback, useLayoutEffect, useState, useSyncExternalStore } from "react";

/** Height of the bar that stays on top of the page. */
export const headerHeight = 56;

/** How far below the page's top the list begins, in pixels; 0 until it is drawn. */
export function useListMargin(list: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current !== null) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // What stands above may grow: problems that unfold, uploads that end.
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
