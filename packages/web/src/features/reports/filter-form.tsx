import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { ReportFilterOptions } from "@plumb/contract/runs/report-list.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { useState } from "react";
import styles from "./filter-form.module.css";
import { FilterOptions } from "./filter-options.tsx";
import { wordOf } from "./status-word.ts";

const groups = [
  ["status", "Status"],
  ["environment", "Environment"],
  ["framework", "Framework"],
] as const;
type GroupName = (typeof groups)[number][0];

interface FilterFormProps {
  readonly search: ReportListSearch;
  readonly options: Pick<ReportFilterOptions, GroupName>;
  /** Wants, in place of all options of a group, those that contain this. */
  readonly onFind: (group: GroupName, text: string) => void;
  readonly onApply: (search: ReportListSearch) => void;
  readonly onReset: () => void;
  readonly onCancel: () => void;
}

/** What the list is narrowed by. Nothing happens to the list before it is applied. */
export function FilterForm({ search, options, onFind, onApply, onReset, onCancel }: FilterFormProps) {
  const [draft, setDraft] = useState(search);
  const set = (change: ReportListSearch) => setDraft({ ...draft, ...change });
  const { startDate = "", endDate = "" } = draft;
  const reversed = startDate !== "" && endDate !== "" && endDate < startDate;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!reversed) onApply(draft);
      }}
    >
      <Stack gap="md">
        <div className={styles["groups"]}>
          {groups.map(([name, label]) => (
            <FilterOptions
              key={name}
              label={label}
              options={options[name]}
              wordOf={name === "status" ? wordOf : undefined}
              onFind={(text) => onFind(name, text)}
              chosen={draft[name] ?? []}
              onChange={(chosen) => set({ [name]: chosen.length > 0 ? chosen : undefined })}
            />
          ))}
        </div>
        <TextInput
          label="Author Name Filter (Regex)"
          description={
            isPlain(draft.author)
              ? "This is searched as plain text: look-around and back-references are not supported."
              : "Reports with a test author whose name matches, in any case. An invalid expression is searched as plain text."
          }
          placeholder="ada | ^grace"
          maxLength={200}
          value={draft.author ?? ""}
          onChange={({ currentTarget: { value } }) => set({ author: value.trim() === "" ? undefined : value })}
          spellCheck={false}
        />
        <fieldset className={styles["range"]}>
          <legend>Date Range</legend>
          <Day label="Start Date" value={startDate} onChange={(day) => set({ startDate: day })} />
          <Day
            label="End Date"
            value={endDate}
            onChange={(day) => set({ endDate: day })}
            error={reversed && "This is before the start date"}
          />
        </fieldset>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" color="gray" onClick={onReset}>
            Reset Filters
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" disabled={reversed}>
              Apply Filters
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string | undefined) => void;
  readonly error?: string | false;
}

function Day({ label, value, onChange, error }: DayProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      error={error}
      max="9998-12-31"
      onChange={({ currentTarget }) => onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
    />
  );
}

/** What the server's expressions, which take linear time, do not have. */
function isPlain(author: string | undefined): boolean {
  return author !== undefined && /\(\?<?[=!]|\\[1-9]|\\k</.test(author);
}
