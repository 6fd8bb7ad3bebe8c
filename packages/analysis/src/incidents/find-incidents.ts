/** A failure of the environment, as far as it may be part of an incident. */
export interface EnvironmentFailure {
  readonly id: number;
  readonly testId: number;
  readonly runId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The host that its error names. */
  readonly host: string | null;
  readonly causeId: number;
  /** Of its run; null if the report does not contain it. */
  readonly worker: number | null;
}

/** Failures of many tests that have one host, one worker or one cause in common, within a short time. */
export interface FoundIncident<Failure extends EnvironmentFailure> {
  readonly kind: "host" | "worker" | "cause";
  /** The host; the run and the worker, `12/3`; the id of the cause. */
  readonly subject: string;
  /** In the order of their time. */
  readonly failures: readonly Failure[];
}

const minuteMs = 60_000;
/** So many tests make it an incident if they fail within so short a time. */
export const incidentTests = 5;
export const incidentWithinMs = 15 * minuteMs;
/** It has ended when nothing more failed for so long. */
export const incidentQuietMs = 120 * minuteMs;
/** An incident that lasts longer is a permanent state, reported again each day. */
export const incidentLongestMs = 24 * 60 * minuteMs;
/** Share of a run's environment failures on one worker from which the worker is the cause. */
const workerShare = 0.8;

/**
 * Finds incidents. Each failure is part of one at most: of its worker's where nearly all of its run's failures are that
 * worker's and others worked on, else of its host's, else of its cause's.
 *
 * @param workers How many workers each run had.
 */
export function findIncidents<Failure extends EnvironmentFailure>(
  failures: readonly Failure[],
  workers: ReadonlyMap<number, number>,
): FoundIncident<Failure>[] {
  const sorted = failures.toSorted((a, b) => a.at - b.at || a.id - b.id);
  const bad = failingWorkers(sorted, workers);
  const groups = Map.groupBy(sorted, (failure) => {
    const worker = workerOf(failure);
    if (worker !== null && bad.has(worker)) return `worker ${worker}`;
    return failure.host === null ? `cause ${failure.causeId}` : `host ${failure.host}`;
  });
  return [...groups].flatMap(([key, members]) => {
    const [kind, subject] = [key.slice(0, key.indexOf(" ")), key.slice(key.indexOf(" ") + 1)];
    return burstsOf(members).map((burst) => ({
      kind: kind as FoundIncident<Failure>["kind"],
      subject,
      failures: burst,
    }));
  });
}

function workerOf({ runId, worker }: EnvironmentFailure): string | null {
  return worker === null ? null : `${runId}/${worker}`;
}

/** Workers that failed while the others of their run worked on. */
function failingWorkers(
  failures: readonly EnvironmentFailure[],
  workers: ReadonlyMap<number, number>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [runId, ofRun] of Map.groupBy(failures, (failure) => failure.runId)) {
    if ((workers.get(runId) ?? 0) < 2) continue;
    for (const [worker, own] of Map.groupBy(ofRun, workerOf)) {
      const tests = new Set(own.map(({ testId }) => testId)).size;
      if (worker !== null && tests >= incidentTests && own.length >= workerShare * ofRun.length) found.add(worker);
    }
  }
  return found;
}

/** @param sorted By time. */
function burstsOf<Failure extends EnvironmentFailure>(sorted: readonly Failure[]): Failure[][] {
  const bursts: Failure[][] = [];
  let open: Failure[] = [];
  for (const failure of sorted) {
    const [first, last] = [open[0], open.at(-1)];
    const goesOn =
      first !== undefined &&
      last !== undefined &&
      failure.at - last.at <= incidentQuietMs &&
      failure.at - first.at <= incidentLongestMs;
    if (goesOn) open.push(failure);
    else {
      bursts.push(open);
      open = [failure];
    }
  }
  bursts.push(open);
  return bursts.flatMap((burst) => {
    const from = beginningOf(burst);
    return from === -1 ? [] : [burst.slice(from)];
  });
}

/** The first time that this many tests fail in a short time; -1 if they never do. */
function beginningOf(burst: readonly EnvironmentFailure[]): number {
  const tests = new Map<number, number>();
  let from = 0;
  for (const { testId, at } of burst) {
    tests.set(testId, (tests.get(testId) ?? 0) + 1);
    for (let first = burst[from]; first !== undefined && at - first.at > incidentWithinMs; first = burst[from]) {
      const left = (tests.get(first.testId) ?? 0) - 1;
      if (left === 0) tests.delete(first.testId);
      else tests.set(first.testId, left);
      from += 1;
    }
    if (tests.size >= incidentTests) return from;
  }
  return -1;
}
