import type { TimelineMark } from "@plumb/contract/runs/timeline.ts";
import type { ChartColor } from "#ui/charts/chart-item.ts";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import { markOutcome } from "./lane-text.ts";
import type { MarksByLane } from "./marks-by-lane.ts";
import type { TimeWindow } from "./time-window.ts";

/** Distance between lanes in pixels. */
export const laneHeight = 26;
const laneGap = 4;
const barHeight = laneHeight - laneGap;
/** Draws other tests lower, so that failures stand out without color. */
const calmInset = 4;
/** Minimum height of failed tests in a merged bar. */
const minFailed = 5;
const minWidth = 2;

interface Drawing {
  readonly byLane: MarksByLane;
  /** Pixels. */
  readonly width: number;
  readonly window: TimeWindow;
  readonly active: TimelineMark | null;
  readonly runEnded: boolean;
  readonly colorOf: (color: ChartColor) => string;
}

/** Draws the lanes in the window: a background per lane, bars for tests, and nothing for idle time. */
export function drawTimeline(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { byLane, width, window, active, runEnded, colorOf } = drawing;
  const colorNameOf = (mark: TimelineMark) => outcomeStyles[markOutcome(mark, runEnded)].color;
  const height = byLane.lanes.length * laneHeight;
  const scale = globalThis.devicePixelRatio || 1;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext("2d");
  if (context === null || width <= 0) return;
  context.scale(scale, scale);
  const perMs = width / Math.max(1, window.to - window.from);
  const boxOf = ({ start, duration }: TimelineMark) => {
    const x = (start - window.from) * perMs;
    return { x, width: Math.max(minWidth, (duration ?? 0) * perMs - 0.5) };
  };
  for (const [index, lane] of byLane.lanes.entries()) {
    const top = index * laneHeight;
    context.globalAlpha = 0.45;
    context.fillStyle = colorOf("line");
    context.fillRect(0, top, width, barHeight);
    context.globalAlpha = 1;
    const visible = lane.filter((mark) => {
      const { x, width: length } = boxOf(mark);
      return x + length >= 0 && x <= width;
    });
    for (const mark of visible) {
      if (mark.failed === mark.count) continue;
      const { x, width: length } = boxOf(mark);
      context.fillStyle = colorOf(mark.failed > 0 ? "passed" : colorNameOf(mark));
      context.fillRect(x, top + calmInset, length, barHeight - 2 * calmInset);
    }
    // Draws failures last, so that nothing covers them. They start at the lower edge of the lane, with a height by their share.
    for (const mark of visible) {
      if (mark.failed === 0) continue;
      const { x, width: length } = boxOf(mark);
      const high = Math.max(minFailed, (barHeight * mark.failed) / mark.count);
      context.fillStyle = colorOf(colorNameOf(mark));
      context.fillRect(x, top + barHeight - high, length, high);
    }
  }
  if (active !== null) {
    const { x, width: length } = boxOf(active);
    context.strokeStyle = colorOf("brand-ink");
    context.lineWidth = 2;
    context.strokeRect(x - 1, active.lane * laneHeight + 1, length + 2, barHeight - 2);
  }
}
