import { Button } from "@mantine/core";
import type { TrendOptions } from "@plumb/contract/trends/trends.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { WeekSearch } from "#lib/address/week-search.ts";
import { FilterChips } from "#ui/filter-chips.tsx";
import { Picker } from "#ui/picker.tsx";
import tools from "./trend-tools.module.css";
import styles from "./week-view.module.css";

interface WeekToolsProps {
  readonly week: WeekSummary | undefined;
  /** What there is to choose; undefined while it is on its way. */
  readonly options: TrendOptions | undefined;
  readonly search: WeekSearch;
  readonly onSearch: (search: WeekSearch) => void;
}

const filters = [
  { name: "suite", label: "Test suite", list: "testSuites" },
  { name: "owner", label: "Owner", list: "owners" },
] as const;

/** The weeks beside this one, and whose tests. */
export function WeekTools({ week, options, search, onSearch }: WeekToolsProps) {
  const next = week?.nextWeek ?? null;
  const chips = filters.flatMap(({ name, label }) =>
    (search[name] ?? []).map((value) => ({
      label: `${label}: ${value}`,
      without: { ...search, [name]: someOf((search[name] ?? []).filter((other) => other !== value)) },
    })),
  );
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
        {filters.map(({ name, label, list }) => {
          const chosen = search[name] ?? [];
          // A project without owners has nothing to choose there.
          if (chosen.length === 0 && name === "owner" && options?.[list].length === 0) return null;
          return (
            <Picker
              key={name}
              label={label}
              options={options?.[list]}
              chosen={chosen}
              onChange={(values) => onSearch({ ...search, [name]: someOf(values) })}
            />
          );
        })}
      </search>
      <FilterChips chips={chips} onSearch={onSearch} reset="Reset" onReset={() => onSearch({ week: search.week })} />
    </div>
  );
}

function someOf(values: readonly string[]): readonly string[] | undefined {
  return values.length === 0 ? undefined : values;
}
