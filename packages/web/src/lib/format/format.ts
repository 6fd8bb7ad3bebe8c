import { counted } from "@plumb/contract/text/counted.ts";
import { currentTimeZone } from "./time-zone.ts";

// Formats shared by screens and exported documents.
export {
  formatBytes,
  formatCalendarDay,
  formatCount,
  formatDuration,
  formatRate,
  rate,
} from "@plumb/contract/figures.ts";
export { counted } from "@plumb/contract/text/counted.ts";
export { cut } from "@plumb/contract/text/cut.ts";

/**
 * Formats seconds with two decimals for the test list or three for timelines. Uses milliseconds where the result would be zero,
 * and a dash if the duration is unknown.
 */
export function formatSeconds(durationMs: number | null, decimals: 2 | 3 = 2): string {
  if (durationMs === null) return "–";
  if (durationMs > 0 && durationMs < 5 && decimals === 2)
    return durationMs < 1 ? "<1 ms" : `${Math.round(durationMs)} ms`;
  return `${(durationMs / 1000).toFixed(decimals)} s`;
}

/**
 * Returns `just now` under a minute, then minutes, hours and days up to 7, then the date. Future times count as now because
 * clocks differ, but times more than a day ahead show the date.
 */
export function formatAgo(timestamp: string, nowMs: number): string {
  const then = new Date(timestamp);
  const seconds = (nowMs - then.getTime()) / 1000;
  if (seconds < -86_400) return formatDay(timestamp);
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  const days = Math.floor(seconds / 86_400);
  if (days <= 7) return `${counted(days, "day")} ago`;
  return formatDay(timestamp);
}

/** `4 Mar 2026`, in the reader's time zone (time-zone.ts). */
export function formatDay(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: currentTimeZone(),
  });
}

/** `4 Mar`, in the reader's time zone. */
export function formatDayOfMonth(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    timeZone: currentTimeZone(),
  });
}

/** `4 Mar 2026, 10:15`, in the reader's time zone. */
export function formatDayTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: currentTimeZone(),
  });
}

/** `14:32`, in the reader's time zone; with the day unless it is today. */
export function formatTimeOfDay(timestamp: string, nowMs: number): string {
  if (calendarDay(timestamp) !== calendarDay(new Date(nowMs))) return formatDayTime(timestamp);
  return new Date(timestamp).toLocaleTimeString("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: currentTimeZone(),
  });
}

/** Exact time with its time zone, for the tooltip of a relative time. */
export function formatTimestamp(timestamp: string): string {
  return new Date(timestamp).toLocaleString("en-GB", {
    dateStyle: "medium",
    timeStyle: "long",
    timeZone: currentTimeZone(),
  });
}

/** Returns the day in the reader's time zone as `2026-03-04`, the Swedish date format. */
export function calendarDay(timestamp: string | Date): string {
  return new Date(timestamp).toLocaleDateString("sv-SE", { timeZone: currentTimeZone() });
}

/** Returns the first seven characters of a commit hash; other names stay unchanged. */
export function shortCommit(commit: string): string {
  return /^[\da-f]{12,}$/i.test(commit) ? commit.slice(0, 7) : commit;
}
