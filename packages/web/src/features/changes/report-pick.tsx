import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cut, formatTimestamp, shortCommit } from "#lib/format/format.ts";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import { TimeAgo } from "#ui/text/time-ago.tsx";
import { chosenReportQuery, reportChoicesQuery } from "./changes.queries.ts";
import styles from "./run-picks.module.css";

const debounceMs = 200;

interface ReportPickProps {
  readonly projectId: number;
  readonly label: string;
  readonly value: number | undefined;
  /** Report that it is compared with. Reports of its suite come first. */
  readonly beside?: number | undefined;
  readonly onPick: (report: Report) => void;
}

/** Finds a report by its suite, environment, framework, id or `#number`. Offers the newest ones first. */
export function ReportPick({ projectId, label, value, beside, onPick }: ReportPickProps) {
  const [typed, setTyped] = useState("");
  const chosen = useQuery({ ...chosenReportQuery(value ?? 0), enabled: value !== undefined }).data;
  const suite = useQuery({ ...chosenReportQuery(beside ?? 0), enabled: beside !== undefined }).data?.testSuite;
  const [requested] = useDebouncedValue(typed, debounceMs);
  // The text of the current selection is not a search.
  const search = chosen !== undefined && requested === labelOf(chosen) ? "" : requested.trim().slice(0, 200);
  const found = useQuery({ ...reportChoicesQuery(projectId, search, suite), placeholderData: keepPreviousData });
  const listed = found.data ?? [];
  const choices = chosen === undefined || listed.some(({ id }) => id === chosen.id) ? listed : [chosen, ...listed];
  return (
    <Select
      label={label}
      placeholder="Suite, environment or #number"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      renderOption={({ option }) => {
        const report = choices.find(({ id }) => String(id) === option.value);
        return report === undefined ? option.label : <ReportOption report={report} />;
      }}
      data={choices.map((report) => ({ value: String(report.id), label: labelOf(report) }))}
      // The server has already filtered the options.
      filter={({ options }) => options}
      nothingFoundMessage={found.isError ? "Failed to load reports" : "No reports found"}
      value={value === undefined ? null : String(value)}
      onChange={(id) => {
        const picked = choices.find((report) => String(report.id) === id);
        if (picked !== undefined) onPick(picked);
      }}
      allowDeselect={false}
      // The list itself scrolls, because its scroll area cannot have the focus.
      withScrollArea={false}
      styles={{ options: { maxHeight: 320, overflowY: "auto" } }}
      w="100%"
    />
  );
}

/** Status, name, age, branch and commit of a report. */
export function ReportOption({ report }: { readonly report: Report }) {
  const { testSuite, number, environment, branch, commit, startTime, status, metadata } = report;
  const { icon: Glyph, word, color } = outcomeStyles[status];
  const commitText = [commit === null ? "" : shortCommit(commit), metadata["commitSubject"] ?? ""].filter(Boolean);
  return (
    <span className={styles["option"]}>
      <Glyph size={16} aria-hidden color={`var(--${color}-ink)`} />
      <span className={styles["name"]}>{`${cut(testSuite, 60)} #${number}`}</span>
      <TimeAgo timestamp={startTime} />
      <small>
        <bdi>{[word, cut(branch ?? "", 60), cut(environment, 30)].filter(Boolean).join(" · ")}</bdi>
        {commitText.length > 0 && <bdi dir="auto">{` · ${cut(commitText.join(" "), 120)}`}</bdi>}
      </small>
    </span>
  );
}

function labelOf({ testSuite, number, environment, startTime }: Report): string {
  return `${cut(testSuite, 60)} #${number} · ${cut(environment, 30)} · ${formatTimestamp(startTime)}`;
}
