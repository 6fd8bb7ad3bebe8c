import { useEffectEvent, useLayoutEffect } from "react";
import { createOffers } from "#lib/offers.ts";

/** A plain key that does something on the screen that is shown. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says it. */
  readonly key: string;
  /** What it does, in the list of all keys. Stays the same. */
  readonly label: string;
  /** Absent where the browser does it by itself. */
  readonly run?: () => void;
}

const { offer, useOffered } = createOffers<readonly Shortcut[]>();

/** Calls back for a plain key press anywhere on the page, except while the user types, a dialog is open or a modifier is held. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (
      event.target instanceof Element &&
      event.target.closest(
        "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu]",
      )
    )
      return;
    const run = shortcuts.find(({ key }) => key === event.key)?.run;
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  const offerAll = useEffectEvent(() => offer(shortcuts));
  // With what is drawn, and not a moment later: whoever sees the page may press a key.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    const takeBack = offerAll();
    return () => {
      document.removeEventListener("keydown", listener);
      takeBack();
    };
  }, []);
}

/** The keys of what is on the screen. */
export function useShownShortcuts(): readonly Shortcut[] {
  return useOffered().flat();
}
