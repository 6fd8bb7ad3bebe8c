import { Button } from "@mantine/core";
import { maxTrendOptions, type TrendOptions } from "@plumb/contract/trends/trends.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { WeekSearch } from "#lib/address/week-search.ts";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import { FilterPickers, pickedChips } from "#ui/list/filter-pickers.tsx";
import { runFilters } from "#ui/list/run-filters.ts";
import tools from "./trend-tools.module.css";
import styles from "./week-view.module.css";

interface WeekToolsProps {
  readonly week: WeekSummary | undefined;
  /** Options of the filters; `undefined` while loading. */
  readonly options: TrendOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind: (part: string) => Promise<TrendOptions>;
  readonly search: WeekSearch;
  readonly onSearch: (search: WeekSearch) => void;
}

const filters = runFilters.filter((filter) => filter.name === "suite" || filter.name === "owner");

/** Links to the previous and next week, and the filters. */
export function WeekTools({ week, options, onFind, search, onSearch }: WeekToolsProps) {
  const next = week?.nextWeek ?? null;
  return (
    <div className={styles["screen"]}>
      <search className={tools["tools"]} aria-label="Week">
        <Button
          variant="default"
          leftSection={<IconChevronLeft size={16} aria-hidden />}
          disabled={week === undefined}
          onClick={() => onSearch({ ...search, week: week?.previousWeek })}
        >
          Previous week
        </Button>
        <Button
          variant="default"
          rightSection={<IconChevronRight size={16} aria-hidden />}
          disabled={next === null}
          onClick={() => onSearch({ ...search, week: next ?? undefined })}
        >
          Next week
        </Button>
        <FilterPickers
          filters={filters}
          options={options}
          maxOptions={maxTrendOptions}
          onFind={onFind}
          search={search}
          onSearch={onSearch}
        />
      </search>
      <FilterChips
        chips={pickedChips(filters, search)}
        onSearch={onSearch}
        reset="Reset"
        onReset={() => onSearch({ week: search.week })}
      />
    </div>
  );
}
