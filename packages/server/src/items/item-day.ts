import type { DayOrTimestamp } from "@plumb/contract/endpoint.ts";
import type { z } from "zod";
import { dayIn } from "#core/local-time.ts";

/** Returns a due date as a day; a timestamp is converted in the sender's time zone. */
export function dueDay(sent: z.infer<typeof DayOrTimestamp>, timeZone: string): string {
  return sent.length === 10 ? sent : dayIn(timeZone, new Date(sent));
}
