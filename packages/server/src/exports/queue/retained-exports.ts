import { dayMs } from "@plumb/contract/durations.ts";

/** Days until a finished export is deleted; shown when it is ready. */
export const retainedDays = 7;

/** Returns when an export that is finished now expires. */
export function expiryOf(now: Date): Date {
  return new Date(now.getTime() + retainedDays * dayMs);
}
