import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { createOffers } from "./offers.ts";

/** A plain key that does something on the screen that is shown. */
export interface Shortcut {
  /** As `KeyboardEvent.key` says it. */
  readonly key: string;
  /** What it does, in the list of all keys. */
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
  // With what is drawn, and not a moment later: whoever sees the page may press a key.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  const offerAll = useEffectEvent(() => offer(shortcuts));
  const labels = shortcuts.map(({ label }) => label).join("\n");
  // oxlint-disable-next-line react/exhaustive-deps -- offered anew when what a key does has changed
  useEffect(() => offerAll(), [labels]);
}

/** To move from row to row of a list, and to open the one that has the focus: the browser does that by itself. */
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
