import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import { type RefObject, useState } from "react";
import { rowShortcuts, type Shortcut, useShortcuts } from "#lib/keys/shortcut.ts";

/** Row actions for users with triage permission. */
export interface RowActions {
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (id: number) => void;
  readonly onClassify: (ids: readonly number[], as: FailureClass) => void;
  /** Opens the dialog for class, sub-class and scope. */
  readonly onReclassify: (id: number) => void;
}

interface RowKeys {
  readonly noun: string;
  /** Description of the Enter key. */
  readonly opens: string;
  /** Ids of the rows from top to bottom. */
  readonly ids: readonly number[];
  readonly actions: RowActions | undefined;
  /** Set for lists whose rows are selected for a purpose other than triage. */
  readonly onSelect?: (id: number) => void;
}

/**
 * Registers the shortcuts of a list: `j` and `k` move, `x` selects, and `1` to `5` classify the selected rows, or the focused
 * row if there are none.
 */
export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  { noun, opens, ids, actions, onSelect = actions?.onSelect }: RowKeys,
): void {
  // An action may remove the focused row. The next row is then at the same position.
  const [last, setLast] = useState(0);
  const current = () => {
    const row = document.activeElement?.closest<HTMLElement>("tr[data-row]");
    return row === null || row === undefined || list.current?.contains(row) !== true
      ? null
      : Number(row.dataset["row"]);
  };
  const move = (step: 1 | -1) => {
    const from = current();
    const index = Math.min(ids.length - 1, Math.max(0, from === null ? last : from + step));
    setLast(index);
    const opener = list.current?.querySelector<HTMLElement>(`tr[data-row="${index}"] [data-open-row]`);
    opener?.focus({ preventScroll: true });
    opener?.closest("tr")?.scrollIntoView({ block: "nearest" });
  };
  const active = () => ids[current() ?? -1];
  const select = () => {
    const id = active();
    if (id !== undefined) onSelect?.(id);
  };
  useShortcuts([
    ...rowShortcuts(noun, opens, move),
    ...(onSelect === undefined ? [] : [{ key: "x", label: `Select the ${noun}`, run: select }]),
    ...(actions === undefined ? [] : classKeys(actions, active)),
  ]);
}

function classKeys(actions: RowActions, active: () => number | undefined): readonly Shortcut[] {
  const classify = (as: FailureClass) => {
    const id = active();
    const meant = actions.selected.size > 0 ? [...actions.selected] : id === undefined ? [] : [id];
    if (meant.length > 0) actions.onClassify(meant, as);
  };
  return failureClasses.map((as, index) => ({
    key: String(index + 1),
    label: `Classify as ${as}`,
    run: () => classify(as),
  }));
}
