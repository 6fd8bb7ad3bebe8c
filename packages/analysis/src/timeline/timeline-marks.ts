import type { ExecutionStatus, Lane, Placed } from "./run-timeline.ts";

/** A bar of the timeline. Times are in milliseconds since its start. */
export interface Mark {
  readonly lane: number;
  readonly start: number;
  readonly duration: number | null;
  readonly count: number;
  /** Number of failed or errored executions. */
  readonly failed: number;
  readonly status: ExecutionStatus;
  readonly resultId: number;
  readonly attempt: number;
}

/**
 * Returns the bars between two times. Up to `most` executions get one bar each; otherwise, executions in one lane that
 * start within the same slot share a bar, which links to a failed execution or the slowest one.
 *
 * @returns Length of the slot in milliseconds, `null` if each execution has a separate bar.
 */
export function timelineMarks(
  lanes: readonly Lane[],
  { from, to, max }: { readonly from: number; readonly to: number; readonly max: number },
): { readonly marks: Mark[]; readonly slot: number | null } {
  const within = lanes.map(({ executions }) => executions.filter(({ start, end }) => start <= to && end >= from));
  if (within.reduce((total, { length }) => total + length, 0) <= max) {
    return {
      marks: within.flatMap((executions, lane) => executions.map((each) => combined(lane, [each]))),
      slot: null,
    };
  }
  const slots = Math.max(1, Math.floor(max / lanes.length));
  const slot = Math.max(1, to - from) / slots;
  const slotOf = ({ start }: Placed) => Math.min(slots - 1, Math.floor((Math.max(start, from) - from) / slot));
  const marks = within.flatMap((executions, lane) =>
    [...Map.groupBy(executions, slotOf).values()].map((together) => combined(lane, together)),
  );
  return { marks, slot };
}

/** @param executions At least one, in the order of their starts. */
function combined(lane: number, executions: readonly Placed[]): Mark {
  const start = executions[0]?.start ?? 0;
  let end = start;
  let timed = false;
  let failed = 0;
  let visible: Placed | undefined;
  for (const each of executions) {
    end = Math.max(end, each.end);
    if (severity[each.execution.status] >= severity.failed) failed += 1;
    timed ||= each.execution.durationMs !== null;
    if (visible === undefined || worse(each, visible)) visible = each;
  }
  const { status, resultId, attempt } = (visible as Placed).execution;
  return {
    lane,
    start,
    duration: timed ? end - start : null,
    count: executions.length,
    failed,
    status,
    resultId,
    attempt,
  };
}

function worse(one: Placed, other: Placed): boolean {
  const rank = severity[one.execution.status] - severity[other.execution.status];
  return rank > 0 || (rank === 0 && one.end - one.start > other.end - other.start);
}

/** `skipped` has a low severity, because a skipped test should not hide many passed tests. */
const severity: Readonly<Record<ExecutionStatus, number>> = {
  announced: 0,
  skipped: 1,
  passed: 2,
  running: 3,
  failed: 4,
  error: 5,
};
