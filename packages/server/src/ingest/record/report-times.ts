import { dayMs } from "@plumb/contract/durations.ts";
import type { RunEvent } from "@plumb/contract/result-event.ts";

const earliest = Date.UTC(2000, 0, 1);

/**
 * Returns the times of a report if they are plausible. Times before 2000 or more than a day in the future are ignored. Times less than a day in the
 * future come from a wrong clock or time zone, and are moved so that the run ends when it arrives.
 */
export function reportTimes(
  run: Partial<Pick<RunEvent, "startedAt" | "durationMs">>,
  receivedAt: Date,
): { startedAt: Date | null; durationMs: number | null } {
  const durationMs = run.durationMs ?? null;
  const { startedAt } = run;
  if (
    startedAt === undefined ||
    startedAt === null ||
    !(startedAt >= earliest) ||
    startedAt > receivedAt.getTime() + dayMs
  ) {
    return { startedAt: null, durationMs };
  }
  const latest = receivedAt.getTime() - (durationMs ?? 0);
  return { startedAt: new Date(Math.min(startedAt, Math.max(latest, earliest))), durationMs };
}
