import { type Execution, hasFailed, ran, type SharedTests, type Source } from "./source.ts";
import { areNamedAttempts, ranElsewhere } from "./place.ts";

/**
 * Relation between two sources of a run, based on the tests they share.
 *
 * - `same`: they report the same executions. - `variant`: they ran at different places.
 * - `shard`: declared shards of one run. - `rerun`: the second repeats the first.
 * - `complement`: no test ran in both. - `unclear`: unknown, so both count.
 */
export type Relation =
  | { readonly kind: "same" | "variant" | "shard" | "complement" | "unclear" }
  /** @property later Id of the source that ran second. */
  | { readonly kind: "rerun"; readonly later: number };

/** Many formats round times to seconds. */
const clockToleranceMs = 1000;

/** Maximum difference between the start times of two reporters for the same execution. Some formats use the start of the suite. */
const startToleranceMs = 5000;

/** Counts a test that two sources share, unless it was skipped. */
export function countShared(shared: SharedTests, a: Execution, b: Execution, hasOtherFormat: boolean): void {
  if (!ran(a) || !ran(b)) return;
  shared.both += 1;
  if (hasFailed(a)) shared.failed[0] += 1;
  if (hasFailed(b)) shared.failed[1] += 1;
  if (isSameExecution(a, b, hasOtherFormat)) shared.agreeing += 1;
}

/**
 * Returns the relation of two sources, which does not depend on their order.
 *
 * @param shared Counted by `countShared` over all shared tests, `a` first.
 */
export function relateSources(a: Source, b: Source, shared: SharedTests): Relation {
  if (ranElsewhere(a, b)) return { kind: "variant" };
  if (a.shard !== null && b.shard !== null && a.shard !== b.shard) return { kind: "shard" };
  if (shared.both === 0) return { kind: "complement" };
  const order = orderOf(a, b);
  if (order !== null && repeatsBroken(a, b, order, shared.both)) return { kind: "rerun", later: order.later };
  const agree = shared.agreeing === shared.both && !isSentAgain(a, b) && !areApart(a, b, a.format !== b.format);
  if (agree) return { kind: "same" };
  if (order === null) return { kind: "unclear" };
  const [first, second, failedFirst] = order.later === b.id ? [a, b, shared.failed[0]] : [b, a, shared.failed[1]];
  const isRerun =
    order.by === "attempt" ||
    areNamedAttempts(a.path, b.path) ||
    failedFirst === shared.both ||
    (first.shard !== null && first.shard === second.shard) ||
    (order.by !== "arrival" && isSentAgain(first, second));
  return isRerun ? { kind: "rerun", later: second.id } : { kind: "unclear" };
}

/** Returns true if the later source repeats an incomplete one: it contains all tests that ran in the first. */
function repeatsBroken(a: Source, b: Source, { later }: Order, ranInBoth: number): boolean {
  const [first, second] = later === b.id ? [a, b] : [b, a];
  return first.broken && !second.broken && ranInBoth >= first.ranTests;
}

/** Returns true if the same file was sent in a later request, because its job ran again. */
function isSentAgain(first: Source, second: Source): boolean {
  if (first.job !== null && second.job !== null && first.job !== second.job) return false;
  return first.path === second.path && first.request !== second.request && first.format === second.format;
}

function isSameExecution(a: Execution, b: Execution, hasOtherFormat: boolean): boolean {
  if (hasFailed(a) !== hasFailed(b)) return false;
  const isSameTime = isSameDuration(a.durationMs, b.durationMs);
  if (a.startedAt === null || b.startedAt === null) return isSameTime;
  const isSameStart = areSimultaneous(a.startedAt, b.startedAt, hasOtherFormat);
  // The same tool measures times consistently. Other tools may include the hooks, or use the start of the suite.
  return hasOtherFormat ? isSameStart || isSameTime : isSameStart && isSameTime;
}

/** @param mayLackZone Accepts differences of whole quarters of an hour, because a time may be local. */
function areSimultaneous(one: number, other: number, mayLackZone: boolean): boolean {
  const quarter = 15 * 60_000;
  const apart = Math.abs(one - other);
  if (apart <= startToleranceMs) return true;
  if (!mayLackZone || apart > 15 * 3_600_000) return false;
  const rest = apart % quarter;
  return Math.min(rest, quarter - rest) <= startToleranceMs;
}

/** Compares durations with a tolerance, because formats round to milliseconds, hundredths or tenths of a second. */
function isSameDuration(one: number | null, other: number | null): boolean {
  if (one === null || other === null) return false;
  return Math.abs(one - other) <= Math.max(1, Math.min(60, 0.02 * Math.max(one, other)));
}

/** Returns true if one source began after the other ended, by more than the tolerance for two reports of the same run. */
function areApart(a: Source, b: Source, mayLackZone: boolean): boolean {
  const [one, other] = windowsOf(a, b);
  if (one === null || other === null || areSimultaneous(one.start, other.start, mayLackZone)) return false;
  return one.start > other.end + startToleranceMs || other.start > one.end + startToleranceMs;
}

interface Window {
  readonly start: number;
  readonly end: number;
}

/** Returns the periods of two sources by comparable clocks. Local times are assumed to be from the same machine. */
function windowsOf(a: Source, b: Source): readonly [Window | null, Window | null] {
  if (a.startedAt === null && b.startedAt === null)
    return [windowOf(a.localStartedAt, a.durationMs), windowOf(b.localStartedAt, b.durationMs)];
  return [windowOf(a.startedAt, a.durationMs), windowOf(b.startedAt, b.durationMs)];
}

function windowOf(start: number | null, durationMs: number | null): Window | null {
  return start === null ? null : { start, end: start + (durationMs ?? 0) };
}

/** Returns true if one source began after the other ended. Parts of a matrix, which run in parallel, do not count. */
function isAfter(later: Window, earlier: Window): boolean {
  const apart = later.start - earlier.start;
  return apart > (earlier.end - earlier.start) / 2 && later.start >= earlier.end - clockToleranceMs;
}

interface Order {
  readonly later: number;
  /**
   * `clock`: by their own clocks. `attempt`: by the CI attempt or the path. `server`: by the server's clock.
   * `arrival`: by the order of arrival.
   */
  readonly by: "clock" | "attempt" | "server" | "arrival";
}

/** Returns which of two sources ran later; `null` if they ran in parallel or the order is unknown. */
export function orderOf(a: Source, b: Source): Order | null {
  if (
    a.job !== null &&
    a.job === b.job &&
    a.jobAttempt !== null &&
    b.jobAttempt !== null &&
    a.jobAttempt !== b.jobAttempt
  )
    return { later: a.jobAttempt > b.jobAttempt ? a.id : b.id, by: "attempt" };
  const [one, other] = windowsOf(a, b);
  if (
    one !== null &&
    other !== null &&
    !(one.start === other.start && (one.end === one.start || other.end === other.start))
  ) {
    if (isAfter(other, one)) return { later: b.id, by: "clock" };
    return isAfter(one, other) ? { later: a.id, by: "clock" } : null;
  }
  // The durations are zero or unknown.
  const named = attemptInPath(a.path) - attemptInPath(b.path);
  if (named !== 0) return { later: named > 0 ? a.id : b.id, by: "attempt" };
  if (a.request === null || a.request === b.request) return null;
  const [first, second] = a.receivedAt <= b.receivedAt ? [a, b] : [b, a];
  const began = second.durationMs === null ? null : second.receivedAt - second.durationMs;
  const isClear = began !== null && second.durationMs !== 0 && began >= first.receivedAt;
  return { later: second.id, by: isClear ? "server" : "arrival" };
}

/**
 * Returns the number of the attempt in a path, 0 if there is none. Bazel stores the attempts before the last one as `test_attempts/attempt_N.xml`, so
 * their numbers are negative. Retries of other tools follow the report without a number.
 */
export function attemptInPath(path: string): number {
  const bazel = /(?:^|\/)test_attempts\/attempt_(\d+)\.xml$/.exec(path);
  if (bazel !== null) return Number(bazel[1]) - 1_000_000;
  const named = /(?:^|[/_.-])(?:re-?runs?|re-?tr(?:y|ies)|attempt)[/_.-]?(\d*)(?=$|[/_.-])/i.exec(path);
  return named === null ? 0 : Number(named[1] || 1);
}
