import { Button, Select } from "@mantine/core";
import type { ReportSort, SortOrder } from "@plumb/contract/runs/report-list.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { IconArrowsSort, IconFilter } from "@tabler/icons-react";
import { type ReactNode, type Ref, useCallback } from "react";
import { chipsOf } from "./filter-chips.ts";
import styles from "./report-toolbar.module.css";
import { SearchBox } from "#ui/list/search-box.tsx";

const orders: readonly { value: `${ReportSort} ${SortOrder}`; label: string }[] = [
  { value: "startTime desc", label: "Newest first" },
  { value: "startTime asc", label: "Oldest first" },
  { value: "failed desc", label: "Most failures" },
  { value: "failed asc", label: "Fewest failures" },
  { value: "passRate asc", label: "Lowest pass rate" },
  { value: "passRate desc", label: "Highest pass rate" },
  { value: "duration desc", label: "Longest first" },
  { value: "duration asc", label: "Shortest first" },
  { value: "testSuite asc", label: "Suite A to Z" },
  { value: "testSuite desc", label: "Suite Z to A" },
];

interface ReportToolbarProps {
  readonly search: ReportListSearch;
  readonly onSearch: (search: ReportListSearch) => void;
  readonly onFilters: () => void;
  readonly filtersButton?: Ref<HTMLButtonElement>;
  /** Menu of saved views. */
  readonly views?: ReactNode;
  /** Button that exports the list. */
  readonly csv?: ReactNode;
}

/** Search, filters and order of the list. */
export function ReportToolbar({ search, onSearch, onFilters, filtersButton, views, csv }: ReportToolbarProps) {
  const onSearchText = useCallback(
    (text: string) => onSearch({ ...search, q: text.trim() === "" ? undefined : text }),
    [search, onSearch],
  );
  const active = chipsOf(search).length;
  return (
    <search className={styles["tools"]} aria-label="Reports">
      <SearchBox label="Search reports..." value={search.q ?? ""} onChange={onSearchText} />
      <Button
        variant={active > 0 ? "light" : "default"}
        ref={filtersButton}
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={onFilters}
      >
        {active > 0 ? `Filters (${active})` : "Filters"}
      </Button>
      <Select
        aria-label="Sort reports"
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        data={orders}
        value={`${search.sortBy ?? "startTime"} ${search.sortOrder ?? "desc"}`}
        onChange={(value) => {
          const [sortBy, sortOrder] = (value ?? "startTime desc").split(" ") as [ReportSort, SortOrder];
          onSearch({ ...search, sortBy, sortOrder });
        }}
        allowDeselect={false}
        // Shows all orders without scrolling.
        maxDropdownHeight={orders.length * 40}
        className={styles["order"]}
      />
      {views}
      {csv}
    </search>
  );
}
