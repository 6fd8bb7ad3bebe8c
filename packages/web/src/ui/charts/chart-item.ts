import { formatCount, formatRate, rate } from "#lib/format/format.ts";
import type { LinkProps } from "@tanstack/react-router";

/** Base name of a CSS variable in `colors.css`, or of the brand's colours. */
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

/** Slice, point or bar of a chart, with its text and link. */
export interface ChartItem {
  /** Text on the axis or in the legend. */
  readonly label: string;
  /** Text of the tooltip, also for screen readers. `\n` separates lines. */
  readonly text: string;
  /** Unset for items without a link. */
  readonly link?: LinkProps;
}

export interface ColoredItem extends ChartItem {
  readonly value: number;
  readonly color: ChartColor;
}

/** Formats a value with its share as `4,641 (96.1%)`. */
export function shareText(value: number, total: number): string {
  return `${formatCount(value)} (${formatRate(rate(value, total) ?? 0)})`;
}
