export type ExecutionStatus = "passed" | "failed" | "error" | "skipped" | "running";

/** One execution of a test. */
export interface Execution {
  readonly resultId: number;
  /** 0 for the first one of its test in this upload. */
  readonly attempt: number;
  readonly uploadId: number;
  readonly worker: number | null;
  readonly status: ExecutionStatus;
  /** Unix milliseconds. */
  readonly startMs: number | null;
  readonly durationMs: number | null;
}

/** An execution with its place. Times are milliseconds since the timeline's begin. */
interface Placed extends Execution {
  readonly start: number;
  readonly end: number;
}

export interface Lane {
  readonly uploadId: number;
  /** In the order in which they took each other's place; empty where executions name none. */
  readonly workers: readonly number[];
  readonly executions: readonly Placed[];
  readonly failed: number;
  readonly start: number;
  readonly end: number;
  readonly busy: number;
  readonly idle: number;
  readonly gaps: number;
  readonly longestGap: number;
  readonly slowest: Placed | null;
}

export interface Timeline {
  /** Unix milliseconds of offset 0; null if nothing can be placed. */
  readonly beginMs: number | null;
  readonly duration: number;
  readonly lanes: readonly Lane[];
  readonly balance: {
    readonly wall: number;
    readonly busy: number;
    readonly efficiency: number;
    readonly balanced: number;
  } | null;
  readonly uploads: number;
  /** The longest time between uploads in which nothing ran. */
  readonly pause: number;
  readonly placed: number;
  readonly unplaced: number;
  readonly untimed: number;
}

export interface Mark {
  readonly lane: number;
  readonly start: number;
  readonly duration: number | null;
  readonly count: number;
  readonly status: ExecutionStatus;
  readonly resultId: number;
  readonly attempt: number;
}

/** A start this far from the others is a broken clock, and would shrink all others to a line. */
const plausibleMs = 7 * 24 * 3_600_000;
/** A report that gives all tests one start would make a lane of each. */
const mostLanesOfUpload = 500;
/** Of an upload's time: a stretch without a test that is shorter is not counted as a gap. */
const gapShare = 0.01;

/**
 * Lays out what a run executed: lanes of what ran one after the other, what they did with their time, and what a perfect
 * balance would save.
 *
 * A lane is a worker of one upload, with the workers that began after it had ended: some tools replace a worker after a
 * failure and count on. Executions without a worker share as few lanes as they can without overlapping. A lane is idle
 * when nothing runs on it between the first start and the last end of its upload. Skipped tests that took no time ran
 * nowhere and are left out, as is a start more than a week away from the median.
 *
 * @param align `upload`: each upload begins at 0, whatever the clocks say.
 */
export function runTimeline(executions: readonly Execution[], align: "clock" | "upload" = "clock"): Timeline {
  const ran = executions.filter(({ status, durationMs }) => status !== "skipped" || (durationMs ?? 0) > 0);
  const starts = ran.flatMap(({ startMs }) => (startMs === null ? [] : [startMs])).toSorted((a, b) => a - b);
  const median = starts[Math.floor(starts.length / 2)];
  const known = ran.filter(
    ({ startMs }) => startMs !== null && median !== undefined && Math.abs(startMs - median) <= plausibleMs,
  ) as (Execution & { readonly startMs: number })[];
  const beginMs = known.reduce<number | null>((min, { startMs }) => Math.min(min ?? startMs, startMs), null);
  if (beginMs === null) {
    return {
      beginMs,
      duration: 0,
      lanes: [],
      balance: null,
      uploads: 0,
      pause: 0,
      placed: 0,
      unplaced: ran.length,
      untimed: 0,
    };
  }
  const uploads = [...Map.groupBy(known, ({ uploadId }) => uploadId)]
    .toSorted(([one], [other]) => one - other)
    .map(([uploadId, its]) => placedUpload(uploadId, its, align === "clock" ? beginMs : undefined));
  const lanes = uploads.flatMap(({ lanes: its }) => its);
  const waves = wavesOf(uploads);
  const wall = sum(waves, ({ end, start }) => end - start);
  const capacity = sum(waves, ({ end, start, lanes: count }) => count * (end - start));
  const busy = sum(lanes, (lane) => lane.busy);
  return {
    beginMs,
    duration: maximum(uploads, ({ end }) => end),
    lanes,
    balance: {
      wall,
      busy,
      efficiency: capacity === 0 ? 100 : Math.min(100, (100 * busy) / capacity),
      balanced: sum(waves, (wave) => Math.max(wave.busy / wave.lanes, wave.longest)),
    },
    uploads: uploads.length,
    pause: maximum(waves, ({ start }, index) => start - (waves[index - 1]?.end ?? start)),
    placed: known.length,
    unplaced: ran.length - known.length,
    untimed: known.filter(({ durationMs }) => durationMs === null).length,
  };
}

interface PlacedUpload {
  readonly start: number;
  readonly end: number;
  readonly lanes: readonly Lane[];
}

function placedUpload(
  uploadId: number,
  executions: readonly (Execution & { readonly startMs: number })[],
  commonBeginMs: number | undefined,
): PlacedUpload {
  const beginMs =
    commonBeginMs ?? executions.reduce((min, { startMs }) => Math.min(min, startMs), Number.POSITIVE_INFINITY);
  const placed = executions
    .map((execution) => {
      const start = execution.startMs - beginMs;
      return { ...execution, start, end: start + Math.max(0, execution.durationMs ?? 0) };
    })
    .toSorted((a, b) => a.start - b.start || workerOrder(a.worker, b.worker) || a.resultId - b.resultId);
  const start = placed[0]?.start ?? 0;
  const end = maximum(placed, (each) => each.end);
  const lanes = packed(placed).map((lane) => laneOf(uploadId, lane, start, end));
  return { start, end, lanes: lanes.toSorted((a, b) => workerOrder(a.workers[0], b.workers[0])) };
}

/** By number, without one last. */
function workerOrder(one: number | null | undefined, other: number | null | undefined): number {
  return (one ?? Number.MAX_SAFE_INTEGER) - (other ?? Number.MAX_SAFE_INTEGER);
}

/** What cannot be parted: a worker's executions, or a single one that names no worker. */
interface Piece {
  readonly start: number;
  end: number;
  readonly executions: Placed[];
}

/**
 * Puts each piece on the lane that has been free for the shortest time, or on a new one. Where an upload has as many lanes
 * as it may have, on the one that is free first, even if it is not yet.
 */
function packed(placed: readonly Placed[]): Placed[][] {
  const pieces: Piece[] = [];
  const ofWorker = new Map<number, Piece>();
  for (const execution of placed) {
    const piece = execution.worker === null ? undefined : ofWorker.get(execution.worker);
    if (piece === undefined) {
      const begun = { start: execution.start, end: execution.end, executions: [execution] };
      pieces.push(begun);
      if (execution.worker !== null) ofWorker.set(execution.worker, begun);
    } else {
      piece.end = Math.max(piece.end, execution.end);
      piece.executions.push(execution);
    }
  }
  const lanes: { end: number; executions: Placed[] }[] = [];
  for (const piece of pieces) {
    let best: (typeof lanes)[number] | undefined;
    for (const lane of lanes) if (lane.end <= piece.start && (best === undefined || lane.end > best.end)) best = lane;
    if (best === undefined && lanes.length < mostLanesOfUpload) {
      lanes.push({ end: piece.end, executions: piece.executions });
    } else {
      best ??= lanes.reduce((first, lane) => (lane.end < first.end ? lane : first));
      best.end = Math.max(best.end, piece.end);
      for (const execution of piece.executions) best.executions.push(execution);
    }
  }
  return lanes.map(({ executions }) => executions);
}

function laneOf(uploadId: number, executions: readonly Placed[], from: number, to: number): Lane {
  let busy = 0;
  let until = from;
  let gaps = 0;
  let longestGap = 0;
  const gap = (length: number) => {
    if (length > 0 && length >= gapShare * (to - from)) gaps += 1;
    longestGap = Math.max(longestGap, length);
  };
  for (const { start, end } of executions) {
    gap(start - until);
    // What one worker runs should not overlap; where clocks make it so, the time counts once.
    busy += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  gap(to - until);
  return {
    uploadId,
    workers: [...new Set(executions.flatMap(({ worker }) => (worker === null ? [] : [worker])))],
    executions,
    failed: executions.filter(({ status }) => isFailure(status)).length,
    start: executions[0]?.start ?? from,
    end: until,
    busy,
    idle: Math.max(0, to - from - busy),
    gaps,
    longestGap,
    slowest: executions.reduce<Placed | null>(
      (slowest, each) => (each.durationMs !== null && each.durationMs > (slowest?.durationMs ?? -1) ? each : slowest),
      null,
    ),
  };
}

interface Wave {
  readonly start: number;
  end: number;
  lanes: number;
  busy: number;
  longest: number;
}

/** Uploads that overlap, gathered: shards side by side are one wave, a job that was repeated later is another. */
function wavesOf(uploads: readonly PlacedUpload[]): Wave[] {
  const waves: Wave[] = [];
  for (const upload of uploads.toSorted((a, b) => a.start - b.start)) {
    const busy = sum(upload.lanes, (lane) => lane.busy);
    const longest = maximum(upload.lanes, ({ slowest }) => slowest?.durationMs ?? 0);
    const last = waves.at(-1);
    if (last === undefined || upload.start > last.end) {
      waves.push({ start: upload.start, end: upload.end, lanes: upload.lanes.length, busy, longest });
    } else {
      last.end = Math.max(last.end, upload.end);
      last.lanes += upload.lanes.length;
      last.busy += busy;
      last.longest = Math.max(last.longest, longest);
    }
  }
  return waves;
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
  if (sum(within, ({ length }) => length) <= most) {
    const marks = within.flatMap((executions, lane) =>
      executions.map(({ start, durationMs, status, resultId, attempt }) => ({
        lane,
        start,
        duration: durationMs,
        count: 1,
        status,
        resultId,
        attempt,
      })),
    );
    return { marks, slot: null };
  }
  const slots = Math.max(1, Math.floor(most / lanes.length));
  const slot = Math.max(1, to - from) / slots;
  const slotOf = ({ start }: Placed) => Math.min(slots - 1, Math.floor((Math.max(start, from) - from) / slot));
  const marks = within.flatMap((executions, lane) =>
    [...Map.groupBy(executions, slotOf).values()].map((together) => gathered(lane, together)),
  );
  return { marks, slot };
}

function gathered(lane: number, executions: readonly Placed[]): Mark {
  const start = executions.reduce((min, each) => Math.min(min, each.start), Number.POSITIVE_INFINITY);
  const timed = executions.some(({ durationMs }) => durationMs !== null);
  const shown = executions.reduce((best, each) => {
    const rank = severity[each.status] - severity[best.status];
    return rank > 0 || (rank === 0 && each.end - each.start > best.end - best.start) ? each : best;
  });
  return {
    lane,
    start,
    duration: timed ? maximum(executions, ({ end }) => end) - start : null,
    count: executions.length,
    status: shown.status,
    resultId: shown.resultId,
    attempt: shown.attempt,
  };
}

/** One skipped test among many that passed does not make them skipped. */
const severity: Readonly<Record<ExecutionStatus, number>> = { skipped: 0, passed: 1, running: 2, failed: 3, error: 4 };

function isFailure(status: ExecutionStatus): boolean {
  return status === "failed" || status === "error";
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** 0 for none; a loop, because a spread of 50,000 arguments overflows the stack of some engines. */
function maximum<Item>(items: readonly Item[], of: (item: Item, index: number) => number): number {
  return items.reduce((most, item, index) => Math.max(most, of(item, index)), 0);
}
