import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { ReportFilterOptions } from "@plumb/contract/runs/report-list.ts";
import type { ReportListSearch } from "@plumb/contract/projects/saved-views.ts";
import { useServerForm } from "#ui/form/server-form.ts";
import { isPlainText } from "./author-expression.ts";
import styles from "./filter-form.module.css";
import { FilterOptions } from "./filter-options.tsx";
import { wordOf } from "./status-word.ts";

const groups = [
  ["status", "Status"],
  ["environment", "Environment"],
  ["framework", "Framework"],
  ["tag", "Tag"],
  ["fact", "Fact"],
  ["commitAuthor", "Commit Author"],
  ["pullRequest", "Pull Request"],
  ["owner", "Owner of Failed Tests"],
] as const;
export type GroupName = (typeof groups)[number][0];
/** Groups that are hidden if no report in the project has such a value, which is common. */
const rare: readonly GroupName[] = ["tag", "fact", "commitAuthor", "pullRequest", "owner"];

interface FilterFormProps {
  readonly search: ReportListSearch;
  readonly options: Pick<ReportFilterOptions, GroupName>;
  /** Returns whether the group has any options, independent of the search. */
  readonly known: (group: GroupName) => boolean;
  /** Requests only the options of a group that contain the text. */
  readonly onFind: (group: GroupName, text: string) => void;
  readonly onApply: (search: ReportListSearch) => void;
  readonly onReset: () => void;
  readonly onCancel: () => void;
}

/** List filters, which take effect on submit. */
export function FilterForm({ search, options, known, onFind, onApply, onReset, onCancel }: FilterFormProps) {
  const form = useServerForm<Draft>({
    initialValues: draftOf(search),
    validate: { endDate: reversedDays },
    // The list shows how the server interprets the text.
    error: null,
  });
  const { values } = form;
  const visible = groups.filter(([name]) => !rare.includes(name) || known(name) || (search[name] ?? []).length > 0);
  return (
    <form {...form.element((draft) => onApply({ ...search, ...searchOf(draft) }))} aria-label="Filter Reports">
      <Stack gap="md">
        <div className={styles["groups"]}>
          {visible.map(([name, label]) => (
            <FilterOptions
              key={name}
              label={label}
              options={options[name]}
              wordOf={name === "status" ? wordOf : undefined}
              onFind={(text) => onFind(name, text)}
              chosen={values[name]}
              onChange={(chosen) => form.setFieldValue(name, [...chosen])}
            />
          ))}
        </div>
        <TextInput
          label="Author Name Filter (Regex)"
          description={
            isPlainText(values.author)
              ? "Look-ahead, look-behind and back-references are not supported: this is searched as plain text."
              : "Reports with a test author whose name matches, ignoring case. An invalid expression is searched as plain text."
          }
          placeholder="ada | ^grace"
          maxLength={200}
          {...form.getInputProps("author")}
          spellCheck={false}
        />
        <fieldset className={styles["range"]}>
          <legend>Date Range</legend>
          <TextInput type="date" label="Start Date" max={lastDay} {...form.getInputProps("startDate")} />
          <TextInput
            type="date"
            label="End Date"
            max={lastDay}
            {...form.getInputProps("endDate")}
            // Shown while days are being selected, because either day may cause the error.
            error={reversedDays(values.endDate, values)}
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
            <Button type="submit">Apply Filters</Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

const lastDay = "9998-12-31";

interface Draft extends Record<GroupName, string[]> {
  readonly author: string;
  readonly startDate: string;
  readonly endDate: string;
}

function draftOf({
  status,
  environment,
  framework,
  tag,
  fact,
  commitAuthor,
  pullRequest,
  owner,
  author = "",
  startDate = "",
  endDate = "",
}: ReportListSearch): Draft {
  return {
    status: [...(status ?? [])],
    environment: [...(environment ?? [])],
    framework: [...(framework ?? [])],
    tag: [...(tag ?? [])],
    fact: [...(fact ?? [])],
    commitAuthor: [...(commitAuthor ?? [])],
    pullRequest: [...(pullRequest ?? [])],
    owner: [...(owner ?? [])],
    author,
    startDate,
    endDate,
  };
}

/** Empty values do not filter. */
function searchOf({ status, author, startDate, endDate, ...draft }: Draft): ReportListSearch {
  return {
    status: chosen(status) as ReportListSearch["status"],
    environment: chosen(draft.environment),
    framework: chosen(draft.framework),
    tag: chosen(draft.tag),
    fact: chosen(draft.fact),
    commitAuthor: chosen(draft.commitAuthor),
    pullRequest: chosen(draft.pullRequest),
    owner: chosen(draft.owner),
    author: trimmed(author),
    startDate: trimmed(startDate),
    endDate: trimmed(endDate),
  };
}

function chosen(options: string[]): string[] | undefined {
  return options.length === 0 ? undefined : options;
}

function trimmed(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}

function reversedDays(endDate: string, { startDate }: Pick<Draft, "startDate">): string | false {
  return startDate !== "" && endDate !== "" && endDate < startDate && "Must not be before the start date";
}
