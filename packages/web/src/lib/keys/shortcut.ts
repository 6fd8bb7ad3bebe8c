import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { createOffers } from "./offers.ts";

/** A plain key that does something on the screen that is shown. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  /** Description in the list of keys. */
  readonly label: string;
  /** Missing if the browser handles the key. */
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
  // Registered with the render, so that keys work as soon as the page is visible.
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

/** Keys of a list: moving between rows and opening the focused one are native. */
export function rowShortcuts(noun: string, opens: string, move: (step: 1 | -1) => void): readonly Shortcut[] {
  return [
    { key: "j", label: `Next ${noun}`, run: () => move(1) },
    { key: "k", label: `Previous ${noun}`, run: () => move(-1) },
    { key: "Enter", label: opens },
  ];
}

/** The same for a list that has no other keys. */
export function useRowShortcuts(noun: string, opens: string, move: (step: 1 | -1) => void): void {
  useShortcuts(rowShortcuts(noun, opens, move));
}

/** The keys of what is on the screen. */
export function useShownShortcuts(): readonly Shortcut[] {
  return useOffered().flat();
}
