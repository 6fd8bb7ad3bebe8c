import { dayText, mondayOf } from "./calendar.ts";

const dayMs = 86_400_000;

/** Returns the Monday of the first week of a year, which contains the 4th of January. */
function firstMonday(year: number): number {
  return mondayOf(Date.UTC(year, 0, 4) / dayMs);
}

/** Returns the ISO week of a day (since 1970-01-01), such as `2026-W47`. A week belongs to the year with most of its days. */
export function weekOf(day: number): string {
  const monday = mondayOf(day);
  const year = Number(dayText(monday + 3).slice(0, 4));
  const number = (monday - firstMonday(year)) / 7 + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** Returns the Monday (days since 1970-01-01) of a week such as `2026-W47`; `null` if that week does not exist. */
export function mondayOfWeek(week: string): number | null {
  const [, year = "", number = ""] = /^([1-9]\d{3})-W(\d{2})$/.exec(week) ?? [];
  if (year === "" || year === "9999") return null;
  const monday = firstMonday(Number(year)) + (Number(number) - 1) * 7;
  // Rejects week 0, and week 53 in years with 52 weeks.
  return weekOf(monday) === week ? monday : null;
}
