import { useCallback, useState } from "react";

export interface Selection {
  readonly selected: ReadonlySet<number>;
  /** Whether all matches are selected, not only those on the page. */
  readonly all: boolean;
  /** Toggles a row. With `rows`, selects all of them between the row that was toggled before and this one. */
  readonly onSelect: (id: number, rows?: readonly number[]) => void;
  /** Selects or deselects all rows of the page. */
  readonly onSelectPage: (ids: readonly number[], selected: boolean) => void;
  readonly onSelectAll: () => void;
  readonly clear: () => void;
}

/** Selected rows, as an address contains them. */
export type SelectedRows = readonly number[] | "all";

interface State {
  readonly of: string;
  readonly selected: ReadonlySet<number>;
  readonly all: boolean;
  /** Row that was toggled last. */
  readonly anchor: number | undefined;
}

/**
 * Manages the selected rows. Resets the selection when the list `of` changes.
 *
 * @param initial Selection of the first list.
 * @param max Maximum number of selected rows, apart from all matches.
 */
export function useSelection(
  of: string,
  { initial, max = Number.POSITIVE_INFINITY }: SelectionOptions = {},
): Selection {
  const [stored, setState] = useState<State>(() => ({
    ...empty(of),
    selected: new Set(initial === "all" ? [] : initial),
    all: initial === "all",
  }));
  const state = stored.of === of ? stored : empty(of);
  const change = useCallback(
    (edit: (selected: Set<number>, anchor: number | undefined) => number | undefined, all = false) =>
      setState((before) => {
        const { selected, anchor } = before.of === of ? before : empty(of);
        const next = new Set(selected);
        return { of, anchor: edit(next, anchor), all, selected: next.size > max ? selected : next };
      }),
    [of, max],
  );
  return {
    selected: state.selected,
    all: state.all,
    onSelect: useCallback(
      (id, rows) =>
        change((selected, anchor) => {
          const between = rows === undefined || anchor === undefined ? [] : rowsBetween(rows, anchor, id);
          if (between.length > 0) for (const each of between) selected.add(each);
          else if (!selected.delete(id)) selected.add(id);
          return id;
        }),
      [change],
    ),
    onSelectPage: (ids, on) =>
      change((selected) => {
        for (const id of ids) {
          if (on) selected.add(id);
          else selected.delete(id);
        }
        return undefined;
      }),
    onSelectAll: () => change(() => undefined, true),
    clear: useCallback(() => setState(empty(of)), [of]),
  };
}

/** Returns whether a click selects a row instead of opening it. */
export function isSelecting({
  shiftKey,
  ctrlKey,
  metaKey,
}: Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey">): boolean {
  return shiftKey || ctrlKey || metaKey;
}

interface SelectionOptions {
  readonly initial?: SelectedRows | undefined;
  readonly max?: number;
}

function empty(of: string): State {
  return { of, selected: new Set(), all: false, anchor: undefined };
}

/** Returns the rows from one to another; empty if one of them is not in the list. */
export function rowsBetween(rows: readonly number[], from: number, to: number): readonly number[] {
  const [first, last] = [rows.indexOf(from), rows.indexOf(to)].toSorted((a, b) => a - b);
  return first === undefined || last === undefined || first < 0 ? [] : rows.slice(first, last + 1);
}
