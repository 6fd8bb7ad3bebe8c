export type ExecutionStatus = "passed" | "failed" | "error" | "skipped" | "announced" | "running";

/** Offsets are relative to the first start (`clock`) or to the start of each upload (`upload`). */
export type Align = "clock" | "upload";

/** An execution of a test. */
export interface Execution {
  readonly resultId: number;
  /** 0 for the first execution of the test in its upload. */
  readonly attempt: number;
  readonly uploadId: number;
  readonly worker: number | null;
  readonly status: ExecutionStatus;
  /** Unix milliseconds. */
  readonly startMs: number | null;
  readonly durationMs: number | null;
}

/** An execution with its position. Times are milliseconds since the start of the timeline. */
export interface Placed {
  readonly execution: Execution;
  readonly start: number;
  readonly end: number;
}

export interface Lane {
  readonly uploadId: number;
  /** In the order in which they replaced each other; empty if executions have no workers. */
  readonly workers: readonly number[];
  readonly executions: readonly Placed[];
  readonly failed: number;
  readonly start: number;
  readonly end: number;
  readonly busy: number;
  readonly idle: number;
  readonly gaps: number;
  readonly longestGap: number;
  readonly slowest: Execution | null;
}

export interface Timeline {
  /** Unix milliseconds of offset 0; `null` if no execution has a start time. */
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
  /** Longest time between uploads in which nothing ran. */
  readonly pause: number;
  readonly placed: number;
  readonly unplaced: number;
  /** Number of announced tests that have not started. */
  readonly waiting: number;
  readonly untimed: number;
}

/** A start that differs more from the others is due to a wrong clock, and would make all other executions unreadably short. */
const plausibleMs = 7 * 24 * 3_600_000;
/** Maximum number of lanes per upload, for reports in which all tests have the same start. */
const maxLanesOfUpload = 500;
/** Minimum share of an upload's duration for a period without a test to count as a gap. */
const gapShare = 0.01;

/**
 * Arranges the executions of a run: lanes of consecutive executions, how they used their time, and the time that a
 * perfect balance would save.
 *
 * A lane is a worker of an upload, including the workers that started after it had ended: some tools replace a worker
 * after a failure and continue counting. Executions without a worker share as few lanes as possible without
 * overlapping. A lane is idle when nothing runs on it between the first start and the last end of its upload.
 * Skipped tests without a duration did not run and are left out, as are starts more than a week away from the
 * median.
 *
 * @param align `upload`: each upload starts at 0, regardless of its clock.
 */
export function runTimeline(executions: readonly Execution[], align: Align = "clock"): Timeline {
  const opened = executions.filter(({ status, startMs }) => status !== "running" || startMs !== null);
  const waiting = executions.length - opened.length;
  const ran = opened.filter(({ status, durationMs }) => status !== "skipped" || (durationMs ?? 0) > 0);
  const started = ran.filter((execution): execution is Started => execution.startMs !== null);
  const median = Float64Array.from(started, ({ startMs }) => startMs).toSorted()[started.length >> 1] ?? 0;
  const known = started.filter(({ startMs }) => Math.abs(startMs - median) <= plausibleMs);
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
      waiting,
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
    waiting,
    untimed: sum(known, ({ durationMs }) => (durationMs === null ? 1 : 0)),
  };
}

interface Started extends Execution {
  readonly startMs: number;
}

interface PlacedUpload {
  readonly start: number;
  readonly end: number;
  readonly lanes: readonly Lane[];
}

function placedUpload(
  uploadId: number,
  executions: readonly Started[],
  commonBeginMs: number | undefined,
): PlacedUpload {
  const beginMs =
    commonBeginMs ?? executions.reduce((min, { startMs }) => Math.min(min, startMs), Number.POSITIVE_INFINITY);
  const placed = executions
    .map((execution): Placed => {
      const start = execution.startMs - beginMs;
      return { execution, start, end: start + Math.max(0, execution.durationMs ?? 0) };
    })
    .toSorted(
      (a, b) =>
        a.start - b.start ||
        workerOrder(a.execution.worker, b.execution.worker) ||
        a.execution.resultId - b.execution.resultId,
    );
  const start = placed[0]?.start ?? 0;
  const end = maximum(placed, (each) => each.end);
  const lanes = packed(placed).map((lane) => laneOf(uploadId, lane, start, end));
  return { start, end, lanes: lanes.toSorted((a, b) => workerOrder(a.workers[0], b.workers[0])) };
}

/** Compares workers by number. Executions without a worker come last. */
function workerOrder(one: number | null | undefined, other: number | null | undefined): number {
  return (one ?? Number.MAX_SAFE_INTEGER) - (other ?? Number.MAX_SAFE_INTEGER);
}

/** Executions that must stay on one lane: those of a worker, or a single one without a worker. */
interface Piece {
  readonly start: number;
  end: number;
  readonly executions: Placed[];
}

/**
 * Puts each piece on the lane that has been free for the shortest time, or on a new lane. If the maximum number of lanes
 * is reached, uses the lane that will be free first.
 */
function packed(placed: readonly Placed[]): Placed[][] {
  const pieces: Piece[] = [];
  const ofWorker = new Map<number, Piece>();
  for (const each of placed) {
    const { worker } = each.execution;
    const piece = worker === null ? undefined : ofWorker.get(worker);
    if (piece === undefined) {
      const started = { start: each.start, end: each.end, executions: [each] };
      pieces.push(started);
      if (worker !== null) ofWorker.set(worker, started);
    } else {
      piece.end = Math.max(piece.end, each.end);
      piece.executions.push(each);
    }
  }
  const lanes: { end: number; executions: Placed[] }[] = [];
  for (const piece of pieces) {
    let best: (typeof lanes)[number] | undefined;
    for (const lane of lanes) if (lane.end <= piece.start && (best === undefined || lane.end > best.end)) best = lane;
    if (best === undefined && lanes.length < maxLanesOfUpload) {
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
  const workers = new Set<number>();
  let slowest: Placed | null = null;
  let failed = 0;
  let busy = 0;
  let until = from;
  let gaps = 0;
  let longestGap = 0;
  const gap = (length: number) => {
    if (length > 0 && length >= gapShare * (to - from)) gaps += 1;
    longestGap = Math.max(longestGap, length);
  };
  for (const placed of executions) {
    const { execution, start, end } = placed;
    gap(start - until);
    // Executions of one worker should not overlap. If they do because of clock differences, the time counts once.
    busy += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
    if (execution.worker !== null) workers.add(execution.worker);
    if (execution.status === "failed" || execution.status === "error") failed += 1;
    if ((execution.durationMs ?? -1) > (slowest?.execution.durationMs ?? -1)) slowest = placed;
  }
  gap(to - until);
  return {
    uploadId,
    workers: [...workers],
    executions,
    failed,
    start: executions[0]?.start ?? from,
    end: until,
    busy,
    idle: Math.max(0, to - from - busy),
    gaps,
    longestGap,
    slowest: slowest?.execution ?? null,
  };
}

interface Wave {
  readonly start: number;
  end: number;
  lanes: number;
  busy: number;
  longest: number;
}

/** Groups overlapping uploads: parallel shards form one wave, and a job that was repeated later forms another. */
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

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** 0 for an empty list. Uses a loop, because spreading 50,000 arguments overflows the stack in some engines. */
function maximum<Item>(items: readonly Item[], of: (item: Item, index: number) => number): number {
  return items.reduce((max, item, index) => Math.max(max, of(item, index)), 0);
}
