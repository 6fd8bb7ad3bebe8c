import { TextInput } from "@mantine/core";
import { useState } from "react";
import { type FailureSearch, narrowed } from "#lib/address/failure-search.ts";
import styles from "./failure-tools.module.css";

const lastDay = "9998-12-31";

interface CustomDaysProps {
  readonly search: FailureSearch;
  readonly onSearch: (search: FailureSearch) => void;
}

/** First and last day of a custom period. Shows an error for days in the wrong order, and does not load them. */
export function CustomDays({ search, onSearch }: CustomDaysProps) {
  const daysKey = `${search.startDate ?? ""} ${search.endDate ?? ""}`;
  const [draft, setDraft] = useState({ told: daysKey, start: search.startDate ?? "", end: search.endDate ?? "" });
  // The address changed elsewhere, by Back or a link, so the input is replaced.
  if (draft.told !== daysKey) setDraft({ told: daysKey, start: search.startDate ?? "", end: search.endDate ?? "" });
  const change = (start: string, end: string) => {
    setDraft({ told: daysKey, start, end });
    if (isReversed(start, end)) return;
    onSearch(narrowed(search, { startDate: start === "" ? undefined : start, endDate: end === "" ? undefined : end }));
  };
  return (
    <>
      <TextInput
        type="date"
        aria-label="Start Date"
        className={styles["day"]}
        max={lastDay}
        value={draft.start}
        onChange={({ currentTarget }) => change(currentTarget.value, draft.end)}
      />
      <TextInput
        type="date"
        aria-label="End Date"
        className={styles["day"]}
        max={lastDay}
        value={draft.end}
        onChange={({ currentTarget }) => change(draft.start, currentTarget.value)}
        error={isReversed(draft.start, draft.end) && "Must not be before the start date"}
      />
    </>
  );
}

function isReversed(start: string, end: string): boolean {
  return start !== "" && end !== "" && end < start;
}
