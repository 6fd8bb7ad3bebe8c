import { useEffect } from "react";

/** Gives focus back to what had it when this came, for dialogs that exist only while they are open. */
export function useReturnedFocus(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
}
