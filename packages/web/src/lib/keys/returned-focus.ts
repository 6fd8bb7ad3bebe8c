import { type RefObject, useEffect, useRef, useState } from "react";

/**
 * For the button that opens something: it has the focus again once that is closed. A dialog whose code came late, and that was
 * there opened from its start, knows of no focus to give back.
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

/** Where what had the focus goes with the press of it: whoever pressed it goes on from the beginning of the page, and not from nowhere. */
export function focusPage(): void {
  document.querySelector("main")?.focus({ preventScroll: true });
}

/** For the first field of a form that takes the place of a button: who opened it goes on there. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}

/**
 * For a dialog: what had the focus when it opened has it again once it is closed. Of an entry of a menu, which is gone by then, that is the button
 * of the menu.
 */
export function useFocusBefore(opened = true): void {
  const [of, setOf] = useState<{ readonly opened: boolean; readonly opener: HTMLElement | null }>(closed);
  // Before anything is drawn: what opened it may go with the same change.
  if (opened !== of.opened) setOf({ opened, opener: opened ? openerOf(document.activeElement) : null });
  const { opener } = of;
  useEffect(() => {
    if (opener === null) return undefined;
    return () => giveBack(opener);
  }, [opener]);
}

/** Longer than a dialog takes to go. */
const goneMs = 300;

/**
 * A dialog that is closed as soon as it is drawn may take the focus once more while it goes, and lose it with itself. The page stays where it
 * is: to show a bar that sticks to its edge, it would scroll to the end.
 */
function giveBack(opener: HTMLElement): void {
  opener.focus({ preventScroll: true });
  setTimeout(() => {
    if (document.activeElement === document.body) opener.focus({ preventScroll: true });
  }, goneMs);
}

const closed = { opened: false, opener: null };

function openerOf(focused: Element | null): HTMLElement | null {
  const menu = focused?.closest('[role="menu"]');
  const opener = menu ? document.querySelector(`#${CSS.escape(menu.getAttribute("aria-labelledby") ?? "")}`) : focused;
  return opener instanceof HTMLElement ? opener : null;
}
