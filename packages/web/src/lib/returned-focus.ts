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
