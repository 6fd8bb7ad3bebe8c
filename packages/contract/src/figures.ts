let wholeNumber: Intl.NumberFormat | undefined;

/** `14,096`. */
export function formatCount(count: number): string {
  // Created on first use, because it takes longer than the start of some commands.
  wholeNumber ??= new Intl.NumberFormat("en-US");
  return wholeNumber.format(count);
}

/** Formats a duration, such as `840 ms`, `14.20 s`, `1m 12s` or `2h 05m`; a dash if it is `null`. */
export function formatDuration(durationMs: number | null): string {
  if (durationMs === null) return "–";
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1000).toFixed(2)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${pad(seconds % 60)}s`;
  return `${formatCount(Math.floor(seconds / 3600))}h ${pad(Math.floor((seconds % 3600) / 60))}m`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * Returns a share in percent, rounded; `null` if the whole is 0. Never rounds to 0 or 100 unless the share is exactly that: 49,999 of 50,000 is 99.9,
 * and 1 of 50,000 is 0.1.
 */
export function rate(part: number, full: number, decimals: 0 | 1 = 1): number | null {
  if (full <= 0) return null;
  if (part <= 0) return 0;
  if (part >= full) return 100;
  const ones = 10 ** decimals;
  return Math.min(100 * ones - 1, Math.max(1, Math.round((100 * ones * part) / full))) / ones;
}

/**
 * Formats a rate, such as `98.4%`; a dash if it is `null`.
 *
 * @param percent From `rate`.
 */
export function formatRate(percent: number | null): string {
  return percent === null ? "–" : `${percent.toFixed(1)}%`;
}

const byteUnits = ["B", "kB", "MB", "GB", "TB"] as const;

/** Formats a size in decimal units: `512 B`, `1.2 kB`, `18.0 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  // Values that round up to a thousand use the next unit.
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(bytes * 1.00005) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${byteUnits[power]}`;
}

/** Formats a calendar day without a time zone: `4 Mar 2026` for `2026-03-04`. */
export function formatCalendarDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
}
