import { Button, CloseButton } from "@mantine/core";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import styles from "./filter-chips.module.css";
import { wordOf } from "./status-word.ts";
import { cut, formatCalendarDay } from "#lib/format/format.ts";
import { listFilters } from "#lib/address/report-list-search.ts";

interface Chip {
  readonly label: string;
  /** The search without it. */
  readonly without: ReportListSearch;
}

const names = {
  status: "Status",
  environment: "Environment",
  framework: "Framework",
  suite: "Suite",
  branch: "Branch",
  tag: "Tag",
} as const;

/** One per value that the list is narrowed by. */
export function chipsOf(search: ReportListSearch): Chip[] {
  const { author, startDate, endDate } = search;
  return [
    ...listFilters.flatMap((name) =>
      (search[name] ?? []).map((value) => {
        const left = (search[name] ?? []).filter((other) => other !== value);
        const label = `${names[name]}: ${name === "status" ? wordOf(value) : cut(value, 60)}`;
        return { label, without: { ...search, [name]: left.length > 0 ? left : undefined } };
      }),
    ),
    ...(author === undefined
      ? []
      : [{ label: `Author: ${cut(author, 60)}`, without: { ...search, author: undefined } }]),
    ...(startDate === undefined
      ? []
      : [{ label: `From ${formatCalendarDay(startDate)}`, without: { ...search, startDate: undefined } }]),
    ...(endDate === undefined
      ? []
      : [{ label: `Until ${formatCalendarDay(endDate)}`, without: { ...search, endDate: undefined } }]),
  ];
}

interface FilterChipsProps {
  readonly search: ReportListSearch;
  readonly onSearch: (search: ReportListSearch) => void;
  readonly onReset: () => void;
}

/** What the list is narrowed by, each to be taken away by a click. */
export function FilterChips({ search, onSearch, onReset }: FilterChipsProps) {
  const chips = chipsOf(search);
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
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onReset}>
        Reset Filters
      </Button>
    </div>
  );
}
