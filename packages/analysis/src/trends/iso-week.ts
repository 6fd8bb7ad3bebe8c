import { dayText, mondayOf } from "./calendar.ts";

const dayMs = 86_400_000;

/** The Monday of the first week of a year: that of the 4th of January. */
function firstMonday(year: number): number {
  return mondayOf(Date.UTC(year, 0, 4) / dayMs);
}

/** Returns the ISO week of a day (since 1970-01-01), such as `2026-W47`. Its year is that of most of its days. */
export function weekOf(day: number): string {
  const monday = mondayOf(day);
  const year = Number(dayText(monday + 3).slice(0, 4));
  const number = (monday - firstMonday(year)) / 7 + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** The Monday (days since 1970-01-01) of `2026-W47`; null if that week does not exist. */
export function mondayOfWeek(week: string): number | null {
  const [, year = "", number = ""] = /^([1-9]\d{3})-W(\d{2})$/.exec(week) ?? [];
  if (year === "" || year === "9999") return null;
  const monday = firstMonday(Number(year)) + (Number(number) - 1) * 7;
  // Not all years have 53 weeks, and none has a week 0.
  return weekOf(monday) === week ? monday : null;
}
