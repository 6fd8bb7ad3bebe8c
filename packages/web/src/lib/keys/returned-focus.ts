import { type RefObject, useEffect, useRef } from "react";

/**
 * For the button that opens something: it has the focus again once that is closed. A dialog whose code came late, and that was
 * there opened from its start, knows of no focus to give back.
 */
export function useReturnedFocus(open: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !open) button.current?.focus();
    wasOpen.current = open;
  }, [open]);
  return button;
}

/** For the first field of a form that takes the place of a button: who opened it goes on there. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}

/** For a dialog that exists only while it is open: what had the focus when it came has it again. */
export function useFocusBefore(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
}
