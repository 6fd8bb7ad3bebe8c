import type { SilentSender } from "@plumb/contract/runs/arrivals.ts";
import type { SentDays } from "#store/arrivals/upload-health.ts";

const dayMs = 86_400_000;
/** Fewer values do not show what is usual. */
const leastDays = 5;
const leastSilentDays = 2;
const most = 10;

/**
 * Sources that went silent: for at least two days, and at least twice as long as their longest pause before. So a
 * source that sends on weekdays is not missed on a Sunday. The most recent come first.
 */
export function silentSenders(senders: readonly SentDays[], now: Date): SilentSender[] {
  return senders
    .flatMap((sender): SilentSender[] => {
      const { kind, name, keyId, lastAt, days } = sender;
      const [first, last] = [days[0], days.at(-1)];
      if (days.length < leastDays || first === undefined || last === undefined) return [];
      const silentDays = Math.floor((now.getTime() - lastAt.getTime()) / dayMs);
      if (silentDays < Math.max(leastSilentDays, 2 * longestPause(days))) return [];
      const ofDays = last - first + 1;
      return [{ kind, name, keyId, lastAt: lastAt.toISOString(), silentDays, activeDays: days.length, ofDays }];
    })
    .toSorted((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
    .slice(0, most);
}

/** In days from one to the next: 1 where there was something every day. */
function longestPause(days: readonly number[]): number {
  let longest = 1;
  for (let index = 1; index < days.length; index++)
    longest = Math.max(longest, (days[index] ?? 0) - (days[index - 1] ?? 0));
  return longest;
}
