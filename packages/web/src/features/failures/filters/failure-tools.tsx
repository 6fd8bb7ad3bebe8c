import { Button, Select } from "@mantine/core";
import type { ClassFilter } from "@plumb/contract/failures/failure-window.ts";
import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import { type FailureOptions, type GroupSort, maxFailureOptions } from "@plumb/contract/failures/failures.ts";
import { IconArrowsSort, IconClock, IconUser } from "@tabler/icons-react";
import { useCallback } from "react";
import { type AddressedWindow, type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import { classStyles } from "#ui/badges/class-badge.tsx";
import { FilterPickers } from "#ui/list/filter-pickers.tsx";
import { SearchBox } from "#ui/list/search-box.tsx";
import { CustomDays } from "./custom-days.tsx";
import { failureFilterList } from "./failure-filter-list.ts";
import { lastDays } from "./custom-window.ts";
import styles from "./failure-tools.module.css";
import { windowLabels } from "#features/failures/failure-texts.ts";
import { stateStyles } from "#features/failures/lists/state-badge.tsx";

/** Defined by the specification. */
const searchWaitMs = 300;
const classes = Object.keys(classStyles);
const states = Object.keys(stateStyles);
const sorts: readonly { readonly value: GroupSort; readonly label: string }[] = [
  { value: "lastSeen", label: "Last seen first" },
  { value: "occurrences", label: "Most failures" },
  { value: "tests", label: "Most tests" },
  { value: "firstSeen", label: "Newest causes" },
];

interface FailureToolsProps {
  /** Options of the filters; `undefined` while loading. */
  readonly options: FailureOptions | undefined;
  /** Finds options on the server that contain the text. */
  readonly onFind?: ((part: string) => Promise<FailureOptions>) | undefined;
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
}

/** Filters of the lists: window, search, class and more. */
export function FailureTools({ options, onFind, search, onSearch }: FailureToolsProps) {
  const onSearchText = useCallback(
    (text: string) => onSearch(narrowed(search, { q: text.trim() === "" ? undefined : text })),
    [search, onSearch],
  );
  const onWindow = (value: AddressedWindow) => {
    const days = value === "custom" ? lastDays(new Date()) : { startDate: undefined, endDate: undefined };
    onSearch(narrowed(search, { window: value === "30d" ? undefined : value, ...days }));
  };
  const groups = search.tab === undefined;
  return (
    <search className={styles["tools"]} aria-label="Failures">
      <Select
        aria-label="Time window"
        leftSection={<IconClock size={16} aria-hidden />}
        data={windowLabels}
        value={search.window ?? "30d"}
        onChange={(value) => onWindow(value ?? "30d")}
        allowDeselect={false}
        maxDropdownHeight={windowLabels.length * 40}
        className={styles["select"]}
      />
      {search.window === "custom" && <CustomDays search={search} onSearch={onSearch} />}
      <SearchBox label="Search tests..." value={search.q ?? ""} onChange={onSearchText} waitMs={searchWaitMs} />
      <Select
        aria-label="Class"
        placeholder="All classes"
        data={classes}
        value={search.class ?? null}
        onChange={(value) => onSearch(narrowed(search, { class: (value as ClassFilter | null) ?? undefined }))}
        clearable
        className={styles["select"]}
      />
      {groups && (
        <Select
          aria-label="State"
          placeholder="All states"
          data={states}
          value={search.state ?? null}
          onChange={(value) => onSearch(narrowed(search, { state: (value as FailingState | null) ?? undefined }))}
          clearable
          className={styles["state"]}
        />
      )}
      {groups && (
        <Select
          aria-label="Sort causes"
          leftSection={<IconArrowsSort size={16} aria-hidden />}
          data={sorts}
          value={search.sort ?? "lastSeen"}
          onChange={(value) => {
            const sort = value === null || value === "lastSeen" ? undefined : value;
            onSearch(narrowed(search, { sort }));
          }}
          allowDeselect={false}
          className={styles["select"]}
        />
      )}
      <FilterPickers
        filters={failureFilterList}
        options={options}
        maxOptions={maxFailureOptions}
        onFind={onFind}
        search={search}
        onSearch={(next) => onSearch(narrowed(next, {}))}
      />
      <MyTestsButton search={search} onSearch={onSearch} />
    </search>
  );
}

function MyTestsButton({ search, onSearch }: Pick<FailureToolsProps, "search" | "onSearch">) {
  const isOn = search.mine === true;
  return (
    <Button
      variant={isOn ? "light" : "default"}
      leftSection={<IconUser size={16} aria-hidden />}
      aria-pressed={isOn}
      className={styles["mine"] ?? ""}
      title="Only tests that you own, by your user name, e-mail address or the owner names in your profile"
      onClick={() => onSearch(narrowed(search, { mine: isOn ? undefined : true }))}
    >
      My tests
    </Button>
  );
}
