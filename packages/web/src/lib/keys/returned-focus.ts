import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * Returns a ref for the button that opens a dialog, and focuses the button after the dialog closes. A lazy-loaded dialog that is
 * open from the start cannot restore the focus, because it does not know the previous one.
 */
export function useReturnedFocus(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus({ preventScroll: true });
    wasOpen.current = open;
  }, [open]);
  return button;
}

/** Moves the focus to the start of the page when the focused element disappears. */
export function focusPage(): void {
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** Focuses the first field of a form that replaces a button. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}

/** Restores the previous focus when a dialog closes. For a menu entry, focuses the button of the menu. */
export function useFocusBefore(opened = true): void {
  const [of, setOf] = useState<{ readonly opened: boolean; readonly opener: HTMLElement | null }>(closed);
  // Before the first rendering, because the element that opened the dialog may disappear in the same update.
  if (opened !== of.opened) setOf({ opened, opener: opened ? openerOf(document.activeElement) : null });
  const { opener } = of;
  useEffect(() => {
    if (opener === null) return undefined;
    return () => giveBack(opener);
  }, [opener]);
}

/** Longer than the closing animation of a dialog, in a usual and in a slow browser. */
const removedMs = [300, 1000];

/**
 * Focuses the opener again after the dialog has closed, because a dialog that closes while rendering may take the focus and lose it.
 * Prevents scrolling, because the page would jump to show a sticky bar.
 */
function giveBack(opener: HTMLElement): void {
  opener.focus({ preventScroll: true });
  for (const ms of removedMs)
    setTimeout(() => {
      if (document.activeElement === document.body) opener.focus({ preventScroll: true });
    }, ms);
}

const closed = { opened: false, opener: null };

function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.querySelector(`#${CSS.escape(menu.getAttribute("aria-labelledby") ?? "")}`) : focused;
  return opener instanceof HTMLElement ? opener : null;
}
