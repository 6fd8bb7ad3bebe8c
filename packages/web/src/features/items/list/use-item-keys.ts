import type { Annotation } from "@plumb/contract/items/annotations.ts";
import { type RefObject, useState } from "react";
import { rowShortcuts, useShortcuts } from "#lib/keys/shortcut.ts";
import type { ItemRowActions } from "./item-row.tsx";

/** Registers the shortcuts: `j` and `k` move, `x` selects, `e` opens and edits, `m` assigns the item to the user. */
export function useItemKeys(
  list: RefObject<HTMLElement | null>,
  items: readonly Annotation[],
  { onSelect, onAssign, onOpen, userId }: ItemRowActions,
): void {
  const [last, setLast] = useState(0);
  const current = () => {
    const row = document.activeElement?.closest<HTMLElement>("[data-row]");
    return row === null || row === undefined || list.current?.contains(row) !== true
      ? null
      : Number(row.dataset["row"]);
  };
  const move = (step: 1 | -1) => {
    const from = current();
    const index = Math.min(items.length - 1, Math.max(0, from === null ? last : from + step));
    setLast(index);
    const opener = list.current?.querySelector<HTMLElement>(`[data-row="${index}"] [data-open-row]`);
    opener?.focus({ preventScroll: true });
    opener?.closest("[data-row]")?.scrollIntoView({ block: "nearest" });
  };
  const withCurrent = (action: (item: Annotation) => void) => () => {
    const item = items[current() ?? -1];
    if (item !== undefined) action(item);
  };
  const mine = (item: Annotation) => {
    if (userId !== undefined && item.assigned_to !== userId) onAssign?.(item, userId);
  };
  useShortcuts([
    ...rowShortcuts("item", "Open the item", move),
    { key: "e", label: "Open the item to change it", run: withCurrent(({ id }) => onOpen(id)) },
    ...(onSelect === undefined
      ? []
      : [{ key: "x", label: "Select the item", run: withCurrent(({ id }) => onSelect(id)) }]),
    ...(onAssign === undefined ? [] : [{ key: "a", label: "Assign the item to me", run: withCurrent(mine) }]),
  ]);
}
