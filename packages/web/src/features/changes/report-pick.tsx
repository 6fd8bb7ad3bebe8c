import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { cut, formatTimestamp } from "#lib/format/format.ts";
import { chosenReportQuery, reportChoicesQuery } from "./changes.queries.ts";

const debounceMs = 200;

interface ReportPickProps {
  readonly projectId: number;
  readonly label: string;
  readonly value: number | undefined;
  readonly onPick: (report: Report) => void;
}

/** Finds a report by its suite, environment, framework, id or `#number`. Offers the newest ones first. */
export function ReportPick({ projectId, label, value, onPick }: ReportPickProps) {
  const [typed, setTyped] = useState("");
  const chosen = useQuery({ ...chosenReportQuery(value ?? 0), enabled: value !== undefined }).data;
  const [requested] = useDebouncedValue(typed, debounceMs);
  // The text of the current selection is not a search.
  const search = chosen !== undefined && requested === labelOf(chosen) ? "" : requested.trim().slice(0, 200);
  const found = useQuery({ ...reportChoicesQuery(projectId, search), placeholderData: keepPreviousData });
  const listed = found.data ?? [];
  const choices = chosen === undefined || listed.some(({ id }) => id === chosen.id) ? listed : [chosen, ...listed];
  return (
    <Select
      label={label}
      placeholder="Suite, environment or #number"
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
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
      maxDropdownHeight={280}
      w="100%"
    />
  );
}

function labelOf({ testSuite, number, environment, startTime }: Report): string {
  return `${cut(testSuite, 60)} #${number} · ${cut(environment, 30)} · ${formatTimestamp(startTime)}`;
}
