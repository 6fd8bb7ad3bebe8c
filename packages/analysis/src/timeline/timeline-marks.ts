import type { ExecutionStatus, Lane, Placed } from "#timeline/run-timeline.ts";

/** What is drawn as one bar. Times are milliseconds since the timeline's begin. */
export interface Mark {
  readonly lane: number;
  readonly start: number;
  readonly duration: number | null;
  readonly count: number;
  /** How many of them failed or errored. */
  readonly failed: number;
  readonly status: ExecutionStatus;
  readonly resultId: number;
  readonly attempt: number;
}

/**
 * What to draw between two moments. Up to `most` executions are a mark each; of more, those of one lane that begin within
 * a slot of time are one mark, which leads to a failed one or else to the slowest.
 *
 * @returns The slot's milliseconds, null where each execution is a mark of its own.
 */
export function timelineMarks(
  lanes: readonly Lane[],
  { from, to, most }: { readonly from: number; readonly to: number; readonly most: number },
): { readonly marks: Mark[]; readonly slot: number | null } {
  const within = lanes.map(({ executions }) => executions.filter(({ start, end }) => start <= to && end >= from));
  if (within.reduce((total, { length }) => total + length, 0) <= most) {
    return {
      marks: within.flatMap((executions, lane) => executions.map((each) => gathered(lane, [each]))),
      slot: null,
    };
  }
  const slots = Math.max(1, Math.floor(most / lanes.length));
  const slot = Math.max(1, to - from) / slots;
  const slotOf = ({ start }: Placed) => Math.min(slots - 1, Math.floor((Math.max(start, from) - from) / slot));
  const marks = within.flatMap((executions, lane) =>
    [...Map.groupBy(executions, slotOf).values()].map((together) => gathered(lane, together)),
  );
  return { marks, slot };
}

/** @param executions One or more, in the order of their starts. */
function gathered(lane: number, executions: readonly Placed[]): Mark {
  const start = executions[0]?.start ?? 0;
  let end = start;
  let timed = false;
  let failed = 0;
  let shown: Placed | undefined;
  for (const each of executions) {
    end = Math.max(end, each.end);
    if (severity[each.execution.status] >= severity.failed) failed += 1;
    timed ||= each.execution.durationMs !== null;
    if (shown === undefined || worse(each, shown)) shown = each;
  }
  const { status, resultId, attempt } = (shown as Placed).execution;
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

/** One skipped test among many that passed does not make them skipped. */
const severity: Readonly<Record<ExecutionStatus, number>> = {
  announced: 0,
  skipped: 1,
  passed: 2,
  running: 3,
  failed: 4,
  error: 5,
};
