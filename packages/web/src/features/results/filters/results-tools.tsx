import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import { ActionIcon, CloseButton, NativeSelect } from "@mantine/core";
import type { ResultGroup } from "@plumb/contract/runs/results.ts";
import { type Icon, IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { browserLabel } from "#lib/format/browser-label.ts";
import { counted, cut, formatCount } from "#lib/format/format.ts";
import type { Grouping } from "#lib/address/report-search.ts";
import { SearchBox } from "#ui/list/search-box.tsx";
import { reportBrowsersQuery, resultGroupsQuery, type ResultsFilter } from "#features/results/results.queries.ts";
import styles from "./results-tools.module.css";

interface ResultsToolsProps {
  readonly reportId: number;
  /** Number of tests in the report. */
  readonly total: number;
  readonly filter: ResultsFilter;
  readonly grouping: Grouping;
  readonly onFilter: (change: ResultsFilter) => void;
  readonly onGrouping: (grouping: Grouping) => void;
  /** Opens or closes all groups; `undefined` if there are none. */
  readonly setAll: ((open: boolean) => void) | undefined;
  readonly csvButton?: ReactNode;
  /** Additional controls. */
  readonly children?: ReactNode;
}

const groupings: readonly { readonly value: Grouping; readonly label: string }[] = [
  { value: "failure", label: "Group: by failure" },
  { value: "file", label: "Group: by file" },
  { value: "browser", label: "Group: by browser" },
  { value: "flat", label: "Group: flat" },
];

/** Filters and grouping of tests. */
export function ResultsTools(props: ResultsToolsProps) {
  const { reportId, total, filter, grouping, onFilter, onGrouping, setAll, csvButton, children } = props;
  const [wasOpened, setWasOpened] = useState(filter.browser !== undefined);
  const browsers = useQuery(reportBrowsersQuery(reportId, wasOpened));
  return (
    <>
      <div className={styles["tools"]}>
        <SearchBox
          label={`Search ${counted(total, "test")}`}
          value={filter.search ?? ""}
          onChange={(text) => onFilter({ search: text.trim() === "" ? undefined : text })}
        />
        {setAll !== undefined && (
          <ActionIcon.Group>
            <AllGroups label="Expand all" icon={IconArrowsDiagonal} onClick={() => setAll(true)} />
            <AllGroups label="Collapse all" icon={IconArrowsDiagonalMinimize2} onClick={() => setAll(false)} />
          </ActionIcon.Group>
        )}
        {csvButton}
        <NativeSelect
          aria-label="Group tests"
          data={groupings}
          value={grouping}
          onChange={({ currentTarget }) => onGrouping(groupingOf(currentTarget.value))}
        />
        <NativeSelect
          aria-label="Browser"
          data={browserChoices(browsers.data ?? [], filter.browser)}
          value={filter.browser ?? ""}
          // Loads the browsers on first focus.
          onFocus={() => setWasOpened(true)}
          onPointerEnter={() => setWasOpened(true)}
          onChange={({ currentTarget: { value } }) => onFilter({ browser: value === "" ? undefined : value })}
        />
        <div className={styles["right"]}>{children}</div>
      </div>
      {[filter.file, filter.failure, filter.tag, filter.author, filter.annotation, filter.timedOut].some(
        (value) => value !== undefined,
      ) && (
        <div className={styles["chips"]}>
          {filter.author !== undefined && (
            <Chip text={`By ${cut(filter.author, 100)}`} onRemove={() => onFilter({ author: undefined })} />
          )}
          {filter.tag !== undefined && (
            <Chip text={`Tag ${cut(filter.tag, 100)}`} onRemove={() => onFilter({ tag: undefined })} />
          )}
          {filter.timedOut === true && <Chip text="Timed out" onRemove={() => onFilter({ timedOut: undefined })} />}
          {filter.annotation !== undefined && (
            <Chip
              text={`Annotation ${cut(filter.annotation.replace("=", ": "), 100)}`}
              onRemove={() => onFilter({ annotation: undefined })}
            />
          )}
          {filter.file !== undefined && (
            <Chip
              text={filter.file === "~" ? "Tests without a file" : `File ${cut(filter.file, 200)}`}
              onRemove={() => onFilter({ file: undefined })}
            />
          )}
          {filter.failure !== undefined && (
            <FailureChip
              reportId={reportId}
              failure={filter.failure}
              onRemove={() => onFilter({ failure: undefined })}
            />
          )}
        </div>
      )}
    </>
  );
}

interface FailureChipProps {
  readonly reportId: number;
  /** Its key. */
  readonly failure: string;
  readonly onRemove: () => void;
}

/** Text of the error that the list is filtered by. */
function FailureChip({ reportId, failure, onRemove }: FailureChipProps) {
  const some = failure !== "~";
  const { data } = useQuery({ ...resultGroupsQuery(reportId, { failure }, "failure"), enabled: some });
  const line = data?.data[0]?.errorLine ?? null;
  const text = !some ? "Tests without a failure" : line === null ? "One error" : cut(subjectFirst(line), 120);
  return <Chip text={text} onRemove={onRemove} />;
}

interface AllGroupsProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
}

function AllGroups({ label, icon: Glyph, onClick }: AllGroupsProps) {
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} title={label} onClick={onClick}>
      <Glyph size={16} aria-hidden />
    </ActionIcon>
  );
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <span className={styles["chip"]}>
      {text}
      <CloseButton size="xs" aria-label={`Remove the filter: ${text}`} onClick={onRemove} />
    </span>
  );
}

function browserChoices(groups: readonly ResultGroup[], chosen: string | undefined) {
  const known = groups.map(({ key, total }) => ({
    value: key,
    label: `Browser: ${labelOf(key)} (${formatCount(total)})`,
  }));
  const missing = chosen === undefined || known.some(({ value }) => value === chosen) ? [] : [chosen];
  return [
    { value: "", label: "Browser: all" },
    ...known,
    ...missing.map((value) => ({ value, label: `Browser: ${labelOf(value)}` })),
  ];
}

function labelOf(key: string): string {
  return key === "~" ? "Unknown Browser" : cut(browserLabel(key), 60);
}

function groupingOf(value: string): Grouping {
  return groupings.find((each) => each.value === value)?.value ?? "flat";
}
