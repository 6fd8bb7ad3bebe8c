import { dayMs } from "@plumb/contract/durations.ts";
import { calendarDay } from "#lib/format/format.ts";

/** Returns the default custom window: the last seven days including today, in the reader's time zone. */
export function lastDays(now: Date): { readonly startDate: string; readonly endDate: string } {
  return { startDate: calendarDay(new Date(now.getTime() - 6 * dayMs)), endDate: calendarDay(now) };
}
