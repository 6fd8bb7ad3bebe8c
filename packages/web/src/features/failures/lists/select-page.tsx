import { Checkbox } from "@mantine/core";
import type { RowActions } from "./row-actions.ts";

interface SelectPageProps extends Pick<RowActions, "ids" | "onSelectPage" | "selected"> {
  /** Plural noun of the rows. */
  readonly nouns: string;
}

/** Checkbox in the header of a table, for all of its rows. */
export function SelectPage({ nouns, ids, selected, onSelectPage }: SelectPageProps) {
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
  return (
    <Checkbox
      size="xs"
      aria-label={`Select all ${nouns} on this page`}
      checked={isAll}
      indeterminate={!isAll && selected.size > 0}
      onChange={({ currentTarget }) => onSelectPage(ids, currentTarget.checked)}
    />
  );
}
