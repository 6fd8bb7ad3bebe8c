import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { createOffers } from "./offers.ts";

/** A single key without modifiers, for the visible page. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  /** Description in the list of keys. */
  readonly label: string;
  /** Unset if the browser handles the key. */
  readonly run?: () => void;
}

const { offer, useOffered } = createOffers<readonly Shortcut[]>();

/** Handles key presses on the page, except while the user types, a dialog is open or a modifier is held. */
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
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  const offerAll = useEffectEvent(() => offer(shortcuts));
  const labels = shortcuts.map(({ label }) => label).join("\n");
  // oxlint-disable-next-line react/exhaustive-deps -- offered again when the action of a key has changed
  useEffect(() => offerAll(), [labels]);
}

/** Returns the shortcuts of a list. The browser handles moving between rows and opening the focused one. */
export function rowShortcuts(noun: string, opens: string, move: (step: 1 | -1) => void): readonly Shortcut[] {
  return [
    { key: "j", label: `Next ${noun}`, run: () => move(1) },
    { key: "k", label: `Previous ${noun}`, run: () => move(-1) },
    { key: "Enter", label: opens },
  ];
}

/** Registers `rowShortcuts` for a list without other shortcuts. */
export function useRowShortcuts(noun: string, opens: string, move: (step: 1 | -1) => void): void {
  useShortcuts(rowShortcuts(noun, opens, move));
}

/** Returns the shortcuts of the visible page. */
export function useVisibleShortcuts(): readonly Shortcut[] {
  return useOffered().flat();
}
