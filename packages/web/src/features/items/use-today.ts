import { calendarDay } from "#lib/format/format.ts";
import { useNow } from "#ui/text/now.ts";

/** Returns the current day in the user's time zone as `2030-01-31`. */
export function useToday(): string {
  return calendarDay(new Date(Math.max(useNow(), 0)));
}
