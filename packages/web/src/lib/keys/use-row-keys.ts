import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { type RefObject, useState } from "react";
import { type FailureAct, failureActs } from "./triaged-failure.ts";
import { rowShortcuts, type Shortcut, useShortcuts } from "./shortcut.ts";
import type { Selection } from "./use-selection.ts";

/** Triage actions of a list, for users with this permission. */
export interface TriageActions extends Pick<Selection, "clear" | "onSelect" | "selected"> {
  /** Sets the class of the selected rows, or of one row. */
  readonly onClassify: (target: "selection" | number, as: FailureClass) => void;
  /** Opens the dialog of an act for the selected rows, or for one row. */
  readonly onAct: (act: FailureAct, target: "selection" | number) => void;
  /** Undoes the last decision; `undefined` if there is none. */
  readonly onUndo: (() => void) | undefined;
  readonly onCopyLink: (id: number) => void;
}

interface RowKeys {
  readonly noun: string;
  /** Description of the Enter key. */
  readonly opens: string;
  /** Ids of the rows from top to bottom. */
  readonly ids: readonly number[];
  readonly actions: TriageActions | undefined;
  /** Set for lists whose rows are selected for a purpose other than triage. */
  readonly selection?: Pick<Selection, "onSelect" | "selected">;
}

/**
 * Registers the shortcuts of a list, whose rows have their index in `data-row`. The opener of a row may be inside an opened row. Then only the keys
 * that move and open apply to it.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  { noun, opens, ids, actions, selection = actions }: RowKeys,
): void {
  // An action may remove the focused row. The next row is then at the same position.
  const [last, setLast] = useState(0);
  const move = (step: 1 | -1) => {
    const openers = [...(list.current?.querySelectorAll<HTMLElement>("[data-open-row]") ?? [])];
    const row = document.activeElement?.closest("[data-row]");
    const from = openers.findIndex((each) => each === document.activeElement || row?.contains(each) === true);
    const index = Math.min(openers.length - 1, Math.max(0, from === -1 ? last : from + step));
    setLast(index);
    openers[index]?.focus({ preventScroll: true });
    openers[index]?.closest("[data-row], li")?.scrollIntoView({ block: "nearest" });
  };
  const active = () => ids[focusedIndex(list, "row") ?? -1];
  const step = (by: 1 | -1) => {
    move(by);
    return active();
  };
  useShortcuts([
    ...rowShortcuts(noun, opens, move),
    ...(selection === undefined ? [] : selectKeys(noun, selection, { ids, active, step })),
    ...(actions === undefined ? [] : triageKeys(actions, active)),
  ]);
}

/** Returns the index of the focused entry of a list, from its data attribute; `undefined` if the focus is elsewhere. */
export function focusedIndex(list: RefObject<HTMLElement | null>, attribute: "index" | "row"): number | undefined {
  const entry = document.activeElement?.closest<HTMLElement>(`[data-${attribute}]`);
  return entry && list.current?.contains(entry) === true ? Number(entry.dataset[attribute]) : undefined;
}

interface SelectableRows {
  readonly ids: readonly number[];
  /** Returns the id of the focused row. */
  readonly active: () => number | undefined;
  /** Moves to another row and returns its id. */
  readonly step: (by: 1 | -1) => number | undefined;
}

export function selectKeys(
  noun: string,
  { selected, onSelect }: Pick<Selection, "onSelect" | "selected">,
  { ids, active, step }: SelectableRows,
): readonly Shortcut[] {
  const toggle = () => {
    const id = active();
    if (id !== undefined) onSelect(id);
  };
  const extend = (by: 1 | -1) => () => {
    const from = active();
    if (from === undefined) return;
    if (!selected.has(from)) onSelect(from);
    const to = step(by);
    if (to !== undefined) onSelect(to, ids);
  };
  return [
    { key: "x", label: `Select the ${noun}`, once: true, run: toggle },
    { key: "J", label: `Select to the next ${noun}`, run: extend(1) },
    { key: "K", label: `Select to the previous ${noun}`, run: extend(-1) },
  ];
}

/**
 * Returns the keys that act on the selected rows, or on the focused row if there are none.
 *
 * @param active Returns the id of the focused row.
 */
export function triageKeys(actions: TriageActions, active: () => number | undefined): readonly Shortcut[] {
  const target = () => (actions.selected.size > 0 ? ("selection" as const) : active());
  const withTarget = (run: (target: "selection" | number) => void) => () => {
    const of = target();
    if (of !== undefined) run(of);
  };
  return [
    ...failureClasses.map((as, index) => ({
      key: String(index + 1),
      label: `Classify as ${as}`,
      once: true,
      run: withTarget((of) => actions.onClassify(of, as)),
    })),
    ...failureActs.map(({ act, key, label }) => ({ key, label, run: withTarget((of) => actions.onAct(act, of)) })),
    {
      key: "u",
      label: "Undo the last decision",
      once: true,
      when: () => actions.onUndo !== undefined,
      run: () => actions.onUndo?.(),
    },
    {
      key: "l",
      label: "Copy the link",
      run: () => {
        const id = active();
        if (id !== undefined) actions.onCopyLink(id);
      },
    },
    { key: "Escape", label: "Clear the selection", when: () => actions.selected.size > 0, run: actions.clear },
  ];
}
