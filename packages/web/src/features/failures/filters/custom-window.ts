import { calendarDay } from "#lib/format/format.ts";

const dayMs = 86_400_000;

/** What a custom window begins with: the last seven days, today included, in the reader's time zone. */
export function lastDays(now: Date): { readonly startDate: string; readonly endDate: string } {
  return { startDate: calendarDay(new Date(now.getTime() - 6 * dayMs)), endDate: calendarDay(now) };
}
