import { Button, Radio, Select, Stack } from "@mantine/core";
import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import { type FailureOptions, type GroupSort, maxFailureOptions } from "@plumb/contract/failures/failures.ts";
import { IconArrowsSort, IconClock, IconUser } from "@tabler/icons-react";
import type { ReactNode } from "react";
import {
  type AddressedWindow,
  failureLanguage,
  type FailureSearch,
  narrowed,
  withFailureQuery,
} from "#lib/address/failure-search.ts";
import { PickerOptions } from "#ui/input/picker.tsx";
import { FilterMenu } from "#ui/list/filter-menu.tsx";
import { pickersOf } from "#ui/list/filter-pickers.tsx";
import { QueryBox } from "#ui/list/query-box.tsx";
import { CustomDays } from "./custom-days.tsx";
import { failureFilterList } from "./failure-filter-list.ts";
import { lastDays } from "./custom-window.ts";
import styles from "./failure-tools.module.css";
import { stateStyles } from "#ui/badges/state-badge.tsx";
import { windowLabels } from "#features/failures/failure-texts.ts";

/** Defined by the specification. */
const searchWaitMs = 300;
const states = Object.keys(stateStyles) as FailingState[];
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
  /** Menu of saved views. */
  readonly views?: ReactNode;
}

/** Filters of the lists: window, search and a menu with the others. The breakdown by class filters by class. */
export function FailureTools({ options, onFind, search, onSearch, views }: FailureToolsProps) {
  const onWindow = (value: AddressedWindow) => {
    const days = value === "custom" ? lastDays(new Date()) : { startDate: undefined, endDate: undefined };
    onSearch(narrowed(search, { window: value === "30d" ? undefined : value, ...days }));
  };
  const filters = pickersOf({
    filters: failureFilterList,
    options,
    maxOptions: maxFailureOptions,
    onFind,
    search,
    onSearch: (next) => onSearch(narrowed(next, {})),
  }).map((picker) => ({ label: picker.label, content: <PickerOptions {...picker} /> }));
  const state = { label: "State", content: <StateOptions search={search} onSearch={onSearch} /> };
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
      <QueryBox
        label="Search tests..."
        language={failureLanguage(search)}
        value={search.q ?? ""}
        broken={search.query}
        options={options ?? {}}
        onQuery={(filters) => onSearch(withFailureQuery(search, filters))}
        waitMs={searchWaitMs}
      />
      <FilterMenu filters={groups ? [state, ...filters] : filters} />
      <MyTestsButton search={search} onSearch={onSearch} />
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
      {views}
    </search>
  );
}

const anyState = "any";

function StateOptions({ search, onSearch }: Pick<FailureToolsProps, "search" | "onSearch">) {
  return (
    <Radio.Group
      aria-label="State"
      value={search.state ?? anyState}
      onChange={(value) => onSearch(narrowed(search, { state: states.find((state) => state === value) }))}
    >
      <Stack gap={8}>
        <Radio size="xs" value={anyState} label="All states" />
        {states.map((state) => (
          <Radio key={state} size="xs" value={state} label={state} />
        ))}
      </Stack>
    </Radio.Group>
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
