import type { TimeWindow } from "@plumb/contract/failures/failure-window.ts";
import type { FailureSearch } from "#lib/address/failure-search.ts";
import { formatCalendarDay, formatCount } from "#lib/format/format.ts";

/** In the order in which they are offered. */
export const windowLabels: readonly { readonly value: TimeWindow; readonly label: string }[] = [
  { value: "1h", label: "Last hour" },
  { value: "8h", label: "Last 8 hours" },
  { value: "1d", label: "Last 24 hours" },
  { value: "7", label: "Last 7 days" },
  { value: "30", label: "Last 30 days" },
  { value: "60", label: "Last 60 days" },
  { value: "90", label: "Last 90 days" },
  { value: "custom", label: "Custom days" },
];

const lengths: Readonly<Record<Exclude<TimeWindow, "custom">, string>> = {
  "1h": "1 hour",
  "8h": "8 hours",
  "1d": "24 hours",
  "7": "7 days",
  "30": "30 days",
  "60": "60 days",
  "90": "90 days",
};

type Window = Pick<FailureSearch, "window" | "startDate" | "endDate">;

/** `in 30 days`, `from 1 Mar 2026 to 4 Mar 2026`: completes "179 failures". */
export function windowWords({ window = "30", startDate, endDate }: Window): string {
  if (window !== "custom") return `in ${lengths[window]}`;
  const from = startDate === undefined ? "" : `from ${formatCalendarDay(startDate)}`;
  const to = endDate === undefined ? "" : `${from === "" ? "until" : "to"} ${formatCalendarDay(endDate)}`;
  return from === "" && to === "" ? "in all" : [from, to].filter((part) => part !== "").join(" ");
}

/** `previous 30 days`: what the window is compared with. */
export function previousWords({ window = "30" }: Window): string {
  return window === "custom" ? "the same time before" : `previous ${lengths[window]}`;
}

/** `1 failure`, `1,234 failures`. */
export function counted(count: number, word: string): string {
  return `${formatCount(count)} ${word}${count === 1 ? "" : "s"}`;
}

/** `+23`, `−4`, `±0`. */
export function signedCount(change: number): string {
  if (change === 0) return "±0";
  return `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))}`;
}
