import { useCallback, useState } from "react";

interface Selection {
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (id: number) => void;
  readonly clear: () => void;
}

/** Maximum number that the server accepts per request. */
const maxSelected = 500;
const none: ReadonlySet<number> = new Set();

/** Manages the selected rows. Resets the selection when the list `of` changes. */
export function useSelection(of: string): Selection {
  const [state, setState] = useState({ of, selected: none });
  const selected = state.of === of ? state.selected : none;
  const onSelect = useCallback(
    (id: number) =>
      setState((before) => {
        const next = new Set(before.of === of ? before.selected : none);
        if (!next.delete(id) && next.size < maxSelected) next.add(id);
        return { of, selected: next };
      }),
    [of],
  );
  const clear = useCallback(() => setState({ of, selected: none }), [of]);
  return { selected, onSelect, clear };
}
