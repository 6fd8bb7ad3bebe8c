import { Button, CloseButton } from "@mantine/core";
import styles from "./filter-chips.module.css";

export interface FilterChip<Search> {
  readonly label: string;
  /** Search without this filter. */
  readonly without: Search;
}

interface FilterChipsProps<Search> {
  readonly chips: readonly FilterChip<Search>[];
  readonly onSearch: (search: Search) => void;
  readonly reset: string;
  readonly onReset: () => void;
}

/** Active filters of a list. A click removes a filter. */
export function FilterChips<Search>({ chips, onSearch, reset, onReset }: FilterChipsProps<Search>) {
  if (chips.length === 0) return null;
  return (
    <div className={styles["chips"]}>
      <ul aria-label="Active filters">
        {chips.map(({ label, without }) => (
          <li key={label}>
            <span>{label}</span>
            <CloseButton size={20} iconSize={12} aria-label={`Remove ${label}`} onClick={() => onSearch(without)} />
          </li>
        ))}
      </ul>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onReset}>
        {reset}
      </Button>
    </div>
  );
}
