import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { createOffers } from "./offers.ts";

/** A single key without modifiers, for the visible page. */
export interface Shortcut {
  /** As in `KeyboardEvent.key`. */
  readonly key: string;
  /** Description in the list of keys. Keys with the same description are alternatives. */
  readonly label: string;
  /** Unset if the browser handles the key. */
  readonly run?: () => void;
  /** Returns whether the key has its effect now. Otherwise, the browser handles it. */
  readonly when?: () => boolean;
  /** Set for actions that a held key must not repeat. */
  readonly once?: boolean;
}

const { offer, useOffered } = createOffers<readonly Shortcut[]>();

/** Handles key presses on the page, except while the user types, a dialog is open or a modifier is held. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event)) return;
    const shortcut = shortcuts.find(({ key, when }) => key === event.key && when?.() !== false);
    if (shortcut?.run === undefined) return;
    event.preventDefault();
    if (!event.repeat || shortcut.once !== true) shortcut.run();
  });
  // A layout effect, so that the keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  useOffer(shortcuts);
}

/** Lists shortcuts in the overview. */
function useOffer(shortcuts: readonly Shortcut[]): void {
  const offerAll = useEffectEvent(() => offer(shortcuts));
  const labels = shortcuts.map(({ label }) => label).join("\n");
  // oxlint-disable-next-line react/exhaustive-deps -- offered again when the action of a key has changed
  useEffect(() => offerAll(), [labels]);
}

/** Returns false while the user types or composes a character, a dialog is open or being loaded, or a modifier is held. */
function isForPage(event: KeyboardEvent): boolean {
  if (event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  // The code of a dialog may load after the key press that opens it.
  if (document.querySelector("[data-opens-dialog]") !== null) return false;
  const typing =
    "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=dialog], [role=menu]";
  return !(event.target instanceof Element && event.target.closest(typing) !== null);
}

/** Time between the two keys of a jump. */
const jumpMs = 1500;

/**
 * Handles two keys pressed one after the other, such as `g r`, whose second key has no other effect then.
 *
 * @param jumps `key` is both keys with a space between them.
 */
export function useJumps(jumps: readonly Shortcut[]): void {
  const pressed = useRef<{ readonly key: string; readonly at: number }>(undefined);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // A held key repeats.
    if (event.repeat || !isForPage(event)) return;
    const before = pressed.current;
    pressed.current = { key: event.key, at: event.timeStamp };
    if (before === undefined || event.timeStamp - before.at > jumpMs) return;
    const run = jumps.find(({ key }) => key === `${before.key} ${event.key}`)?.run;
    if (run === undefined) return;
    pressed.current = undefined;
    event.preventDefault();
    run();
  });
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    // Runs before the listeners of single keys.
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
  useOffer(jumps);
}

/**
 * Returns the shortcuts of a list, whose rows are opened by an element with `data-open-row`. The arrow keys move only from row to row, because
 * they scroll the page everywhere else.
 */
export function rowShortcuts(noun: string, opens: string, move: (step: 1 | -1) => void): readonly Shortcut[] {
  const next = { label: `Next ${noun}`, run: () => move(1) };
  const previous = { label: `Previous ${noun}`, run: () => move(-1) };
  return [
    { key: "j", ...next },
    { key: "ArrowDown", ...next, when: isOnRow },
    { key: "k", ...previous },
    { key: "ArrowUp", ...previous, when: isOnRow },
    // The browser handles Enter.
    { key: "Enter", label: opens },
    { key: "o", label: opens, when: isOnRow, run: () => focusedOpener()?.click() },
  ];
}

/** Registers `rowShortcuts` for a list without other shortcuts. */
export function useRowShortcuts(noun: string, opens: string, move: (step: 1 | -1) => void): void {
  useShortcuts(rowShortcuts(noun, opens, move));
}

/** Returns the opener of the row whose opener or checkbox has the focus. */
function focusedOpener(): HTMLElement | null {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement)) return null;
  if (activeElement.matches("[data-open-row]")) return activeElement;
  if (!activeElement.matches("input[type=checkbox]")) return null;
  return activeElement.closest("[data-row]")?.querySelector<HTMLElement>("[data-open-row]") ?? null;
}

function isOnRow(): boolean {
  return focusedOpener() !== null;
}

/** Returns the shortcuts of the visible page. */
export function useVisibleShortcuts(): readonly Shortcut[] {
  return useOffered().flat();
}
