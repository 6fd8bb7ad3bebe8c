import { dayMs } from "@plumb/contract/durations.ts";
import { Button, Select, TextInput } from "@mantine/core";
import { trendQueries } from "@plumb/contract/query/query-languages.ts";
import type { TrendRange } from "@plumb/contract/trends/trend-filter.ts";
import { maxTrendOptions, type TrendOptions } from "@plumb/contract/trends/trends.ts";
import { IconArrowBackUp, IconClock } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { isNarrowed, type TrendSearch, withoutFilters, withTrendQuery, zoomedOut } from "#lib/address/trend-search.ts";
import { maxYears, rangeDays } from "@plumb/analysis/trends/trend-periods.ts";
import { calendarDay } from "#lib/format/format.ts";
import { FilterChips } from "#ui/list/filter-chips.tsx";
import { excludedChips, FilterPickers, pickedChips } from "#ui/list/filter-pickers.tsx";
import { QueryBox } from "#ui/list/query-box.tsx";
import { queryOptionsOf, runFilterLabel, runFilters } from "#ui/list/run-filters.ts";
import styles from "./trend-tools.module.css";
import { groupLabels, rangeLabels } from "./trend-texts.ts";

interface TrendToolsProps {
  /** Options of the filters; `undefined` while loading. */
  readonly options: TrendOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<TrendOptions>) | undefined;
  readonly search: TrendSearch;
  readonly onSearch: (search: TrendSearch) => void;
  /** Menu of the saved views. */
  readonly savedViews?: ReactNode;
}

/** Range, grouping, filters and saved views. */
export function TrendTools({ options, onFind, search, onSearch, savedViews }: TrendToolsProps) {
  const range: TrendRange = search.range ?? "30d";
  const back = zoomedOut(search);
  const onRange = (value: (typeof rangeLabels)[number]["value"] | null) => {
    if (value === null) return;
    const days = value === "custom" ? lastWeek() : { startDate: undefined, endDate: undefined };
    onSearch({ ...search, range: value === "30d" ? undefined : value, ...days, zoomed: undefined });
  };
  return (
    <>
      <search className={styles["tools"]} aria-label="Runs">
        <Select
          aria-label="Time range"
          leftSection={<IconClock size={16} aria-hidden />}
          data={rangeLabels}
          value={range}
          onChange={onRange}
          allowDeselect={false}
          className={styles["select"]}
        />
        {range === "custom" && <CustomDays search={search} onSearch={onSearch} />}
        <Select
          aria-label="Group by"
          data={groupLabels}
          value={search.group ?? "day"}
          onChange={(value) => onSearch({ ...search, group: value === null || value === "day" ? undefined : value })}
          allowDeselect={false}
          className={styles["group"]}
        />
        <FilterPickers
          filters={runFilters}
          options={options}
          maxOptions={maxTrendOptions}
          onFind={onFind}
          search={search}
          onSearch={onSearch}
        />
        <div className={styles["query"]}>
          <QueryBox
            label="Filter runs..."
            language={trendQueries}
            value=""
            broken={search.query}
            options={queryOptionsOf(options)}
            onQuery={(query) => onSearch(withTrendQuery(search, query))}
          />
        </div>
        {savedViews}
        {back !== undefined && (
          <Button
            variant="light"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            onClick={() => onSearch(back)}
          >
            {`Back to ${rangeText(back)}`}
          </Button>
        )}
      </search>
      <Chips search={search} onSearch={onSearch} />
    </>
  );
}

function rangeText(search: TrendSearch): string {
  const range: TrendRange = search.range ?? "30d";
  const label = rangeLabels.find(({ value }) => value === range)?.label ?? "";
  return range === "custom" ? "the previous period" : label.toLowerCase();
}

function Chips({ search, onSearch }: Pick<TrendToolsProps, "search" | "onSearch">) {
  if (!isNarrowed(search)) return null;
  return (
    <FilterChips
      chips={[...pickedChips(runFilters, search), ...excludedChips(search, runFilterLabel)]}
      onSearch={onSearch}
      reset="Reset"
      onReset={() => onSearch(withoutFilters(search))}
    />
  );
}

/** Returns the default custom days: the last seven including today, in the reader's time zone. */
function lastWeek() {
  const now = new Date();
  return { startDate: calendarDay(new Date(now.getTime() - 6 * dayMs)), endDate: calendarDay(now) };
}

/** Returns why the days are not a valid range; `undefined` if they are or one of them is missing. */
function refusalOf(start: string, end: string): "reversed" | "long" | undefined {
  if (start === "" || end === "") return undefined;
  const days = rangeDays({ range: "custom", startDate: start, endDate: end }, 0);
  return "field" in days ? (days.field === "endDate" ? "reversed" : "long") : undefined;
}

/** First and last day of a custom range. Shows an error for days in the wrong order and for too long ranges, and does not load them. */
function CustomDays({ search, onSearch }: Pick<TrendToolsProps, "search" | "onSearch">) {
  const daysKey = `${search.startDate ?? ""} ${search.endDate ?? ""}`;
  const [draft, setDraft] = useState({ told: daysKey, start: search.startDate ?? "", end: search.endDate ?? "" });
  // The URL was changed by Back, a link or a drag, so the input is replaced.
  if (draft.told !== daysKey) setDraft({ told: daysKey, start: search.startDate ?? "", end: search.endDate ?? "" });
  const refusal = refusalOf(draft.start, draft.end);
  const change = (start: string, end: string) => {
    setDraft({ told: daysKey, start, end });
    if (refusalOf(start, end) !== undefined) return;
    onSearch({
      ...search,
      startDate: start === "" ? undefined : start,
      endDate: end === "" ? undefined : end,
      zoomed: undefined,
    });
  };
  const day = { type: "date", max: "9998-12-31", className: styles["day"] ?? "" } as const;
  return (
    <>
      <TextInput
        {...day}
        aria-label="Start Date"
        value={draft.start}
        onChange={({ currentTarget }) => change(currentTarget.value, draft.end)}
        error={refusal === "long" && `Choose ${maxYears} years or less`}
      />
      <TextInput
        {...day}
        aria-label="End Date"
        value={draft.end}
        onChange={({ currentTarget }) => change(draft.start, currentTarget.value)}
        error={refusal === "reversed" && "Must not be before the start date"}
      />
    </>
  );
}
