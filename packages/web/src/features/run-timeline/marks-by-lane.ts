import type { TimelineMark } from "@plumb/contract/runs/timeline.ts";
import type { TimeWindow } from "./time-window.ts";

/** Marks of each lane in chronological order. */
export class MarksByLane {
  readonly lanes: readonly (readonly TimelineMark[])[];

  constructor(marks: readonly TimelineMark[], lanes: number) {
    const byLane = Map.groupBy(marks, ({ lane }) => lane);
    this.lanes = Array.from({ length: lanes }, (_, lane) =>
      (byLane.get(lane) ?? []).toSorted((a, b) => a.start - b.start),
    );
  }

  /** Returns the mark of a lane at a time, or the nearest one within a tolerance in milliseconds. The later of two equally near marks wins. */
  at(lane: number, time: number, tolerance: number): TimelineMark | null {
    let nearest: TimelineMark | null = null;
    let distance = tolerance;
    for (const mark of this.lanes[lane] ?? []) {
      const away = Math.max(mark.start - time, time - mark.start - (mark.duration ?? 0), 0);
      if (away <= distance) {
        nearest = mark;
        distance = away;
      }
      if (mark.start - time > tolerance) break;
    }
    return nearest;
  }
}

/** Returns the mark that a key selects: the next one of the lane, or the one of a neighbouring lane at the same time. */
export function nextMark(
  { lanes }: MarksByLane,
  from: TimelineMark | null,
  { along, across }: { readonly along: -1 | 0 | 1; readonly across: -1 | 0 | 1 },
  window: TimeWindow,
): TimelineMark | null {
  if (from === null) {
    for (const lane of lanes) {
      const first = lane.find(({ start, duration }) => start + (duration ?? 0) >= window.from && start <= window.to);
      if (first !== undefined) return first;
    }
    return null;
  }
  if (along !== 0) {
    const lane = lanes[from.lane] ?? [];
    const at = lane.findIndex(
      ({ start, resultId, attempt }) => start === from.start && resultId === from.resultId && attempt === from.attempt,
    );
    // If the marks have changed since, selects the nearest one in time.
    const next = at >= 0 ? at + along : lane.findIndex(({ start }) => start >= from.start);
    return lane[next] ?? null;
  }
  for (let lane = from.lane + across; lane >= 0 && lane < lanes.length; lane += across) {
    const marks = lanes[lane] ?? [];
    const nearest = marks.reduce<TimelineMark | null>(
      (best, mark) =>
        best === null || Math.abs(mark.start - from.start) < Math.abs(best.start - from.start) ? mark : best,
      null,
    );
    if (nearest !== null) return nearest;
  }
  return null;
}
