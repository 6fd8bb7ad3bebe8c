/** Visible part of a timeline, in milliseconds since its start. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Minimum length of a window. Shorter ones show no more detail. */
const shortestMs = 20;

/**
 * Multiplies the length of the window by a factor (below 1 zooms in). Keeps the position of `around`, and stays within 0 to
 * `duration`.
 */
export function zoomed(window: TimeWindow, factor: number, around: number, duration: number): TimeWindow {
  const length = Math.min(duration, Math.max(shortestMs, (window.to - window.from) * factor));
  const share = window.to === window.from ? 0.5 : (around - window.from) / (window.to - window.from);
  return within(around - share * length, length, duration);
}

/** Returns the window moved by a share of its length. */
export function panned(window: TimeWindow, share: number, duration: number): TimeWindow {
  const length = window.to - window.from;
  return within(window.from + share * length, length, duration);
}

/** Returns the window between two times in any order, for a drag. */
export function between(one: number, other: number, duration: number): TimeWindow {
  const length = Math.max(shortestMs, Math.abs(one - other));
  return within(Math.min(one, other), length, duration);
}

/** Formats a window for the address, in whole milliseconds: `1200-5300`. */
export function windowWord({ from, to }: TimeWindow): string {
  return `${Math.floor(from)}-${Math.ceil(to)}`;
}

/** Parses a window from the address and limits it to 0 to `duration`; `null` if there is none or it covers everything. */
export function windowOfWord(word: string | undefined, duration: number): TimeWindow | null {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(word ?? "") ?? [];
  if (from === undefined || to === undefined) return null;
  const window = between(Math.min(Number(from), duration), Math.min(Number(to), duration), duration);
  return window.to - window.from < duration ? window : null;
}

function within(from: number, length: number, duration: number): TimeWindow {
  const start = Math.max(0, Math.min(from, duration - length));
  return { from: start, to: Math.min(duration, start + length) };
}

const steps = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
];
const hour = 3_600_000;

/** Returns round times for an axis. */
export function ticks({ from, to }: TimeWindow, max: number): number[] {
  const min = (to - from) / Math.max(1, max);
  const step = steps.find((each) => each >= min) ?? Math.ceil(min / hour) * hour;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** Formats a time as `0 s`, `12.5 s`, `1:05` or `2:00:30`, precise enough to distinguish ticks that are `step` milliseconds apart. */
export function tickLabel(time: number, step: number): string {
  const seconds = time / 1000;
  if (step < 1000) return `${seconds.toFixed(step < 10 ? 3 : step < 100 ? 2 : 1)} s`;
  const full = Math.round(seconds);
  if (full < 60) return `${full} s`;
  const minutes = Math.floor(full / 60);
  return minutes < 60
    ? `${minutes}:${two(full % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(full % 60)}`;
}
