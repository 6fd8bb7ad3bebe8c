/** What of a timeline is in view: milliseconds since its begin. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Closer than this there is nothing more to see. */
const shortestMs = 20;

/** The window by this factor as long (below 1: closer), with `around` staying in its place, within 0 to `duration`. */
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

/** A window between two moments in any order, as a drag gives them. */
export function between(one: number, other: number, duration: number): TimeWindow {
  const length = Math.max(shortestMs, Math.abs(one - other));
  return within(Math.min(one, other), length, duration);
}

/** The time range in an address, in whole milliseconds: `1200-5300`. */
export function windowWord({ from, to }: TimeWindow): string {
  return `${Math.floor(from)}-${Math.ceil(to)}`;
}

/** The time range in an address, within 0 to `duration`; null if there is none, or it covers everything. */
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

/** Round moments for an axis, at most `most` of them. */
export function ticks({ from, to }: TimeWindow, max: number): number[] {
  const min = (to - from) / Math.max(1, max);
  const step = steps.find((each) => each >= min) ?? Math.ceil(min / hour) * hour;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step);
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** `0 s`, `12.5 s`, `1:05`, `2:00:30`; as exact as neighbours `step` milliseconds apart need it. */
export function tickLabel(moment: number, step: number): string {
  const seconds = moment / 1000;
  if (step < 1000) return `${seconds.toFixed(step < 10 ? 3 : step < 100 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes}:${two(whole % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}
