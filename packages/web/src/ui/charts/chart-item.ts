import { formatCount, formatRate, rate } from "#lib/format/format.ts";
import type { LinkProps } from "@tanstack/react-router";

/** The stem of a CSS variable of `colors.css`, or the brand's. */
export type ChartColor =
  | "passed"
  | "failed"
  | "skipped"
  | "errored"
  | "flaky"
  | "running"
  | "brand-ink"
  | "ink-3"
  | "line"
  | "panel";

/** A slice, point or bar: what it shows, what it says, and where it leads. */
export interface ChartItem {
  /** On the axis or in the legend. */
  readonly label: string;
  /** What the hover says and a screen reader reads, lines apart by `\n`: a chart alone is for the eye only. */
  readonly text: string;
  /** Left out where it leads nowhere. */
  readonly link?: LinkProps;
}

/** A slice or a bar. */
export interface ColoredItem extends ChartItem {
  readonly value: number;
  readonly color: ChartColor;
}

/** `4,641 (96.1%)` for a hover. */
export function shareText(value: number, total: number): string {
  return `${formatCount(value)} (${formatRate(rate(value, total) ?? 0)})`;
}
