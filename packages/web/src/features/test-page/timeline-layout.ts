import type { TestExecution } from "@plumb/contract/tests/test-page.ts";
import { labelHeight } from "#ui/charts/place-labels.ts";
import type { TimeLayout } from "#ui/charts/time-layout.ts";
import { byStart, type TestLane } from "./test-lanes.ts";
import type { TestEvent } from "./test-events.ts";

/** Runs of all lanes in the order of their start. Each has a column, because runs within minutes would cover each other on a linear axis. */
export interface Columns {
  readonly executions: readonly TestExecution[];
  /** Index of the column by result. */
  readonly at: ReadonlyMap<number, number>;
}

export function columnsOf(lanes: readonly TestLane[]): Columns {
  const executions = lanes.flatMap((lane) => lane.executions).toSorted(byStart);
  return { executions, at: new Map(executions.map(({ resultId }, index) => [resultId, index])) };
}

/** Areas of the chart in pixels. */
export interface TimelineLayout {
  /** Edges of the columns. */
  readonly left: number;
  readonly right: number;
  /** Width of a column. */
  readonly column: number;
  readonly durations: TimeLayout;
}

/** Rows for the labels of flags. */
export const flagRows = [0, 1, 2].map((row) => row * labelHeight);
export const flagsHeight = flagRows.length * labelHeight + 4;
export const laneHeight = 22;
const durationsHeight = 54;
const durationsGap = 12;
const axisHeight = 22;

/** The names of the lanes are left of the columns. */
export function timelineLayout(width: number, lanes: number, columns: number): TimelineLayout {
  const left = Math.round(Math.min(176, Math.max(92, width * 0.28)));
  const right = Math.max(left + 1, width - 6);
  const top = flagsHeight + lanes * laneHeight + durationsGap;
  const count = Math.max(1, columns);
  return {
    left,
    right,
    column: (right - left) / count,
    durations: { left, top, width: right - left, height: durationsHeight, count },
  };
}

export function timelineHeight(lanes: number): number {
  return flagsHeight + lanes * laneHeight + durationsGap + durationsHeight + axisHeight;
}

/** Flags at one place of the axis. */
export interface TimelineFlag {
  readonly key: string;
  /** Column before which the events happened; the number of columns for events after the last run. */
  readonly column: number;
  readonly label: string;
  readonly color: TestEvent["color"];
}

/** Returns flags for the events since the first run. Events between the same runs share one. */
export function flagsOf(events: readonly TestEvent[], { executions }: Columns): TimelineFlag[] {
  const starts = executions.map(({ run }) => Date.parse(run.startTime));
  const [begin = 0] = starts;
  const placed = events
    .filter(({ at }) => Date.parse(at) >= begin)
    .map((event) => {
      const index = starts.findIndex((start) => start >= Date.parse(event.at));
      return { ...event, column: index === -1 ? executions.length : index };
    });
  return [...Map.groupBy(placed, ({ column }) => column)].map(([column, found]) => {
    // The events of the test come first, because a label may be cut.
    found.sort((a, b) => Number(b.isOfTest) - Number(a.isOfTest));
    const [first] = found;
    const label = found.map(({ text }) => text).join(" · ");
    return { key: `${column}`, column, color: first?.color ?? "ink-3", label };
  });
}
