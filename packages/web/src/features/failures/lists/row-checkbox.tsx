import { Checkbox } from "@mantine/core";
import type { Selection } from "#lib/keys/use-selection.ts";

interface RowCheckboxProps extends Pick<Selection, "onSelect" | "selected"> {
  readonly id: number;
  readonly label: string;
  /** Ids of the rows from top to bottom. */
  readonly ids: readonly number[];
}

/** Checkbox of a row. A click with Shift selects all rows since the last toggled one. */
export function RowCheckbox({ id, label, ids, selected, onSelect }: RowCheckboxProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={label}
      checked={selected.has(id)}
      onChange={({ nativeEvent }) =>
        onSelect(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey ? ids : undefined)
      }
    />
  );
}
