const wholeNumber = new Intl.NumberFormat("en-US");

/** `14,096`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** `840 ms`, `14.20 s`, `1m 12s`, `2h 05m`, on screens and in documents alike. A dash where it is not known. */
export function formatDuration(durationMs: number | null): string {
  if (durationMs === null) return "–";
  if (durationMs < 1000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1000).toFixed(2)} s`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${pad(seconds % 60)}s`;
  return `${wholeNumber.format(Math.floor(seconds / 3600))}h ${pad(Math.floor((seconds % 3600) / 60))}m`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/**
 * `98.4%`; a dash where nothing ran.
 *
 * @param failures Where there is one, the rate is not shown as `100.0%`, however it rounds.
 */
export function formatRate(percent: number | null, failures: number): string {
  if (percent === null) return "–";
  return `${(failures > 0 ? Math.min(percent, 99.9) : percent).toFixed(1)}%`;
}
