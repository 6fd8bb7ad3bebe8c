import { dayMs } from "@plumb/contract/durations.ts";
import type { SilentSender } from "@plumb/contract/runs/uploads.ts";
import type { SentDays } from "#store/uploads/upload-health.ts";

/** With fewer days, the usual interval is unknown. */
const minDays = 5;
const minSilentDays = 2;
const max = 10;

/**
 * Returns the sources without uploads for at least two days and at least twice their longest pause before, so that a source that sends on weekdays
 * only is not reported on a Sunday. The most recent come first.
 */
export function silentSenders(senders: readonly SentDays[], now: Date): SilentSender[] {
  return senders
    .flatMap((sender): SilentSender[] => {
      const { kind, name, keyId, lastAt, days } = sender;
      const [first, last] = [days[0], days.at(-1)];
      if (days.length < minDays || first === undefined || last === undefined) return [];
      const silentDays = Math.floor((now.getTime() - lastAt.getTime()) / dayMs);
      if (silentDays < Math.max(minSilentDays, 2 * longestPause(days))) return [];
      const ofDays = last - first + 1;
      return [{ kind, name, keyId, lastAt: lastAt.toISOString(), silentDays, activeDays: days.length, ofDays }];
    })
    .toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
    .slice(0, max);
}

/** Returns the longest distance between two days with uploads: 1 if there was one every day. */
function longestPause(days: readonly number[]): number {
  let longest = 1;
  for (let index = 1; index < days.length; index++)
    longest = Math.max(longest, (days[index] ?? 0) - (days[index - 1] ?? 0));
  return longest;
}
