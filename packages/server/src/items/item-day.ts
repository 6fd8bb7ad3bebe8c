import type { DayOrTimestamp } from "@plumb/contract/endpoint.ts";
import type { z } from "zod";

/** Returns the day in a time zone, such as `2030-01-31`; in UTC if the zone is unknown. */
export function dayIn(timeZone: string, time: Date): string {
  // Swedish dates have the format of ISO 8601.
  const formatted = new Intl.DateTimeFormat("sv-SE", { timeZone: known(timeZone), dateStyle: "short" });
  return formatted.format(time);
}

/** Returns the hour of the day in a time zone, 0 to 23. */
export function hourIn(timeZone: string, time: Date): number {
  const formatted = new Intl.DateTimeFormat("en-GB", { timeZone: known(timeZone), hour: "numeric", hourCycle: "h23" });
  return Number(formatted.format(time));
}

/** Returns a due date as a day; a timestamp is converted in the sender's time zone. */
export function dueDay(sent: z.infer<typeof DayOrTimestamp>, timeZone: string): string {
  return sent.length === 10 ? sent : dayIn(timeZone, new Date(sent));
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the time at which an hour of a day begins in a time zone. */
export function timeOfDay(timeZone: string, day: string, hour: number): Date {
  const wanted = Date.parse(`${day}T${String(hour).padStart(2, "0")}:00:00Z`);
  let time = wanted;
  // The second step corrects the first one if the clocks change in between.
  for (let step = 0; step < 2; step += 1) time += wanted - localMs(timeZone, time);
  return new Date(time);
}

/** Returns the local time of a zone as if it were UTC. */
function localMs(timeZone: string, time: number): number {
  const formatted = new Intl.DateTimeFormat("sv-SE", {
    timeZone: known(timeZone),
    dateStyle: "short",
    timeStyle: "medium",
  });
  return Date.parse(`${formatted.format(time).replace(" ", "T")}Z`) + (time % 1000);
}

function known(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
