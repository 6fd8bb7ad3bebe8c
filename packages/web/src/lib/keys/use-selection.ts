import { useCallback, useState } from "react";

export interface ItemSelection {
  readonly selected: ReadonlySet<number>;
  /** Whether all matches are selected, not only those on the page. */
  readonly all: boolean;
  readonly onSelect: (id: number) => void;
  /** Selects or deselects all items of the page. */
  readonly onSelectPage: (ids: readonly number[], selected: boolean) => void;
  readonly onSelectAll: () => void;
  readonly clear: () => void;
}

interface State {
  readonly of: string;
  readonly selected: ReadonlySet<number>;
  readonly all: boolean;
}

/** Manages the selected items across all pages of the filter `of`. */
export function useItemSelection(of: string): ItemSelection {
  const [stored, setState] = useState<State>({ of, selected: new Set(), all: false });
  const state = stored.of === of ? stored : { of, selected: new Set<number>(), all: false };
  const change = useCallback(
    (edit: (selected: Set<number>) => void, all = false) =>
      setState((before) => {
        const next = new Set(before.of === of ? before.selected : []);
        edit(next);
        return { of, selected: next, all };
      }),
    [of],
  );
  return {
    selected: state.selected,
    all: state.all,
    onSelect: (id) => change((selected) => void (selected.delete(id) || selected.add(id))),
    onSelectPage: (ids, on) =>
      change((selected) => {
        for (const id of ids) {
          if (on) selected.add(id);
          else selected.delete(id);
        }
      }),
    onSelectAll: () => change(() => undefined, true),
    clear: () => change((selected) => selected.clear()),
  };
}
