import { currentTimeZone } from "#lib/format/time-zone.ts";

const dayMs = 86_400_000;

/** What a custom window begins with: the last seven days, today included, in the reader's time zone. */
export function lastDays(now: Date): { readonly startDate: string; readonly endDate: string } {
  return { startDate: dayOf(new Date(now.getTime() - 6 * dayMs)), endDate: dayOf(now) };
}

/** `2030-01-31`, which is how Swedes write it. */
function dayOf(moment: Date): string {
  return moment.toLocaleDateString("sv-SE", { timeZone: currentTimeZone() });
}
