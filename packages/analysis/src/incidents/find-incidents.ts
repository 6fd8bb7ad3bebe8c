/** A failure of the environment, with the information that is needed to find incidents. */
export interface EnvironmentFailure {
  readonly id: number;
  readonly testId: number;
  readonly runId: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Host in the error. */
  readonly host: string | null;
  readonly causeId: number;
  /** Worker in the run; `null` if the report does not contain it. */
  readonly worker: number | null;
}

/** Failures of many tests within a short time that have the same host, worker, facts or cause. */
export interface FoundIncident<Failure extends EnvironmentFailure> {
  readonly kind: "host" | "worker" | "fact" | "cause";
  /** Host, run and worker such as `12/3`, facts such as `browser=chrome-143` (one per line), or id of the cause. */
  readonly subject: string;
  /** In order of time. */
  readonly failures: readonly Failure[];
}

const minuteMs = 60_000;
/** Minimum number of tests that must fail within `incidentWithinMs`. */
export const incidentTests = 5;
export const incidentWithinMs = 15 * minuteMs;
/** An incident ends after this time without another failure. */
export const incidentQuietMs = 120 * minuteMs;
/** Maximum duration of an incident. A longer problem is reported as a new incident each day. */
export const incidentLongestMs = 24 * 60 * minuteMs;
/** Minimum share of a run's environment failures on one worker for the worker to be the cause. */
const workerShare = 0.8;

/** Failures that are explained by facts, because tests with other values passed at the same time. */
export interface FactGround<Failure extends EnvironmentFailure> {
  readonly facts: readonly string[];
  readonly failures: readonly Failure[];
}

/**
 * Finds incidents. Each failure belongs to at most one: by worker, if nearly all of its run's failures occurred on that
 * worker and there were other workers; otherwise by facts; otherwise by host; otherwise by cause.
 *
 * @param workers Number of workers by run.
 * @param grounds Failures that facts explain; the first one takes precedence.
 */
export function findIncidents<Failure extends EnvironmentFailure>(
  failures: readonly Failure[],
  workers: ReadonlyMap<number, number>,
  grounds: readonly FactGround<Failure>[] = [],
): FoundIncident<Failure>[] {
  const sorted = failures.toSorted((a, b) => a.at - b.at || a.id - b.id);
  const bad = failingWorkers(sorted, workers);
  const factsOf = new Map<number, string>();
  for (const { facts, failures: explained } of grounds.toReversed())
    for (const { id } of explained) factsOf.set(id, facts.join("\n"));
  const groups = Map.groupBy(sorted, (failure) => {
    const worker = workerOf(failure);
    if (worker !== null && bad.has(worker)) return `worker ${worker}`;
    const facts = factsOf.get(failure.id);
    if (facts !== undefined) return `fact ${facts}`;
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

/** Returns workers with nearly all failures of their run, if the run had other workers. */
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

/** Returns the failures that no bad worker explains. */
export function withoutBadWorkers<Failure extends EnvironmentFailure>(
  failures: readonly Failure[],
  workers: ReadonlyMap<number, number>,
): Failure[] {
  const bad = failingWorkers(failures, workers);
  return failures.filter((failure) => !bad.has(workerOf(failure) ?? ""));
}

/**
 * Returns the failures of each period in which enough tests fail within a short time.
 *
 * @param sorted Failures by time.
 */
export function burstsOf<Failure extends EnvironmentFailure>(sorted: readonly Failure[]): Failure[][] {
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

/** Returns the index from which enough tests fail within a short time; -1 if there is none. */
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
