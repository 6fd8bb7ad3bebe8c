import type { AddressedWindow, FailureSearch } from "#lib/address/failure-search.ts";
import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { counted, formatCalendarDay, formatCount } from "#lib/format/format.ts";

/** In display order. */
export const windowLabels: readonly { readonly value: AddressedWindow; readonly label: string }[] = [
  { value: "1h", label: "Last hour" },
  { value: "8h", label: "Last 8 hours" },
  { value: "1d", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "60d", label: "Last 60 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "custom", label: "Custom range" },
];

const lengths: Readonly<Record<Exclude<AddressedWindow, "custom">, string>> = {
  "1h": "1 hour",
  "8h": "8 hours",
  "1d": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  "60d": "60 days",
  "90d": "90 days",
};

type Window = Pick<FailureSearch, "window" | "startDate" | "endDate">;

/** Returns the name of the window, such as `in the last 30 days` or `from 1 Mar 2026 to 4 Mar 2026`. Completes "179 failures". */
export function windowText({ window = "30d", startDate, endDate }: Window): string {
  if (window !== "custom") return window === "1h" ? "in the last hour" : `in the last ${lengths[window]}`;
  const from = startDate === undefined ? "" : `from ${formatCalendarDay(startDate)}`;
  const to = endDate === undefined ? "" : `${from === "" ? "until" : "to"} ${formatCalendarDay(endDate)}`;
  return from === "" && to === "" ? "in all" : [from, to].filter((part) => part !== "").join(" ");
}

/** Returns the name of the window to compare with, such as `previous 30 days`. */
export function previousText({ window = "30d" }: Window): string {
  return window === "custom" ? "the previous period" : `previous ${lengths[window]}`;
}

/** `+23`, `−4`, `±0`. */
export function signedCount(change: number): string {
  if (change === 0) return "±0";
  return `${change > 0 ? "+" : "−"}${formatCount(Math.abs(change))}`;
}

/** Returns the classes that a decision would replace: `30 failures: 18 Unknown, 12 Environment Issue`. */
export function reachText({
  failures,
  replaced = [],
}: {
  readonly failures: number;
  readonly replaced?: Replaced | undefined;
}): string {
  const classes = replaced.map((each) => `${formatCount(each.failures)} ${each.class ?? "Unclassified"}`);
  return `${counted(failures, "failure")}${classes.length === 0 ? "" : `: ${classes.join(", ")}`}`;
}

type Replaced = readonly { readonly class: FailureClass | null; readonly failures: number }[];

/**
 * Returns `12 failures reclassified as Environment Issue: 8 from Unknown, 1 from Unclassified, 3 already had this class.`
 *
 * @param replaced Previous classes of the failures; empty if unknown.
 */
export function reclassifiedText(failures: number, as: FailureClass, replaced: Replaced): string {
  const before = replaced.filter((each) => each.class !== as);
  const same = replaced.find((each) => each.class === as)?.failures ?? 0;
  const details = [
    ...before.map((each) => `${formatCount(each.failures)} from ${each.class ?? "Unclassified"}`),
    ...(same === 0 || before.length === 0 ? [] : [`${formatCount(same)} already had this class`]),
  ];
  return `${counted(failures, "failure")} reclassified as ${as}${details.length === 0 ? "" : `: ${details.join(", ")}`}.`;
}
