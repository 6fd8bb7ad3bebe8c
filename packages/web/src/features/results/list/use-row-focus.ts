import { type RefObject, useEffect, useState } from "react";
import { useRowShortcuts } from "#lib/keys/shortcut.ts";

interface FocusedList {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly scrollTo: (index: number) => void;
}

/**
 * Moves the focus between the entries of a virtualized list with `j` and `k`.
 *
 * @returns `focusOn` focuses an entry as soon as it is rendered. `move` focuses the next or previous entry and returns its index.
 */
export function useRowFocus({ list, count, scrollTo }: FocusedList) {
  const [active, setActive] = useState(-1);
  // Runs only after another entry was selected, because scrolling must not return the focus to the row.
  useEffect(() => {
    if (active >= 0) focusEntry(list.current, active);
  }, [list, active]);
  const focusOn = (index: number) => {
    setActive(index);
    focusEntry(list.current, index);
  };
  const move = (step: 1 | -1): number => {
    const entry = document.activeElement?.closest<HTMLElement>("[data-index]");
    const from = entry === null || entry === undefined ? active : Number(entry.dataset["index"]);
    const next = Math.min(count - 1, Math.max(0, from + step));
    scrollTo(next);
    focusOn(next);
    return next;
  };
  useRowShortcuts("test", "Open or close the test", (step) => void move(step));
  return { focusOn, move };
}

function focusEntry(list: HTMLElement | null, index: number): void {
  list?.querySelector<HTMLElement>(`[data-index="${index}"] > button`)?.focus({ preventScroll: true });
}
