import { Button, Select } from "@mantine/core";
import { reportQueries } from "@plumb/contract/query/query-languages.ts";
import type { ReportFilterOptions, ReportSort, SortOrder } from "@plumb/contract/runs/report-list.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { IconArrowsSort, IconFilter } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";
import { chipsOf } from "./filter-chips.ts";
import styles from "./report-toolbar.module.css";
import { type ReportsSearch, withReportQuery } from "#lib/address/report-list-search.ts";
import { QueryBox } from "#ui/list/query-box.tsx";

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
  readonly search: ReportsSearch;
  /** Options of the filters; `undefined` before they are loaded. */
  readonly options?: ReportFilterOptions | undefined;
  /** Called when the user enters the search field, to load the options. */
  readonly onEnter?: (() => void) | undefined;
  readonly onSearch: (search: ReportListSearch) => void;
  readonly onFilters: () => void;
  readonly filtersButton?: Ref<HTMLButtonElement>;
  /** Menu of saved views. */
  readonly views?: ReactNode;
  /** Button that exports the list. */
  readonly csv?: ReactNode;
}

/** Search, filters and order of the list. */
export function ReportToolbar({
  search,
  onSearch,
  onFilters,
  filtersButton,
  views,
  csv,
  options,
  onEnter,
}: ReportToolbarProps) {
  const active = chipsOf(search).length;
  return (
    <search className={styles["tools"]} aria-label="Reports">
      <QueryBox
        label="Search reports..."
        language={reportQueries}
        value={search.q ?? ""}
        broken={search.query}
        options={options ?? {}}
        onFocus={onEnter}
        onQuery={(filters) => onSearch(withReportQuery(search, filters))}
      />
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
