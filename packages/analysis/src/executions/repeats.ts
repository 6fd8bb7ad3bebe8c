import { areRepetitions, laterAttempt } from "./attempt-path.ts";
import { laterByClock } from "./clocks.ts";
import { differingTraits, ranElsewhere, stemWords } from "./location.ts";
import { type Execution, hasFailed, isCarriedOver, ran, type Source } from "./source.ts";

/** Above this number of sources, only declared repeats are recognised, because all pairs would have to be compared. */
const maxCompared = 500;

/** A declaration that one of two sources repeats the other. */
export interface Declaration {
  /** The source that ran second; `null` if the order is unknown, so that a failure in either of them counts. */
  readonly later: number | null;
}

/** Returns the declaration that one source repeats the other; `null` if there is none. docs/architecture/repeats.md lists all declarations. */
export function declaredRepeat(a: Source, b: Source): Declaration | null {
  if (areOtherJobs(a, b)) return null;
  if (a.job !== null && a.job === b.job && isKnownAndOther(a.jobAttempt, b.jobAttempt))
    return { later: (a.jobAttempt as number) > (b.jobAttempt as number) ? a.id : b.id };
  if (a.rerun !== b.rerun) return { later: a.rerun ? a.id : b.id };
  const byPath = a.format === b.format ? laterAttempt(a.path, b.path) : null;
  if (byPath !== null) return { later: byPath === "a" ? a.id : b.id };
  return isSameFileOfJob(a, b) ? { later: laterByClock(a, b) } : null;
}

/**
 * Returns true if a job sent the same file twice in one attempt, as in a loop that repeats its tests, or if both are declared re-runs. Other hosts are
 * other legs of a matrix.
 */
function isSameFileOfJob(a: Source, b: Source): boolean {
  return (
    (a.job !== null || a.rerun) &&
    a.job === b.job &&
    a.path === b.path &&
    a.format === b.format &&
    a.request !== b.request &&
    a.shard === b.shard &&
    !areOtherHosts(a, b)
  );
}

function areOtherJobs(a: Source, b: Source): boolean {
  return isKnownAndOther(a.job, b.job);
}

function areOtherHosts(a: Source, b: Source): boolean {
  return isKnownAndOther(a.host, b.host) || isKnownAndOther(a.senderHost, b.senderHost);
}

function isKnownAndOther<Value>(one: Value | null, other: Value | null): boolean {
  return one !== null && other !== null && one !== other;
}

/**
 * Returns true if nothing excludes that the second source repeats the first: it began after the first ended by comparable clocks, and nothing
 * distinguishes the two. This alone never replaces a failure.
 */
export function mayRepeat(first: Source, second: Source): boolean {
  return (
    first.format === second.format &&
    !areOtherJobs(first, second) &&
    !isKnownAndOther(first.shard, second.shard) &&
    !areOtherHosts(first, second) &&
    differingTraits(first, second).length === 0 &&
    !ranElsewhere(first, second) &&
    !areRepetitions(first.path, second.path) &&
    stemWords(first.path) === stemWords(second.path) &&
    laterByClock(first, second) === second.id &&
    declaredRepeat(first, second)?.later !== first.id
  );
}

/** A result of a test with the source that reported it. */
export interface SourceResult extends Execution {
  readonly sourceId: number;
}

/**
 * Finds sources that repeat failures without a declaration, such as `--last-failed`. Such a source ran only tests that had failed in sources that it may
 * repeat, and left out a test that had passed there.
 *
 * @param tests The results of each test that several sources contain.
 */
export function retriesOfFailures(
  sources: readonly Source[],
  tests: readonly (readonly SourceResult[])[],
): ReadonlySet<number> {
  if (sources.length < 2 || sources.length > maxCompared) return new Set();
  const byId = new Map(sources.map((source) => [source.id, source]));
  const known = new Map<string, boolean>();
  // Asked only for sources with a test in common, because a run may have hundreds of reports.
  const isEarlier = (first: number, second: number) => {
    const key = `${first} ${second}`;
    const found = known.get(key) ?? mayRepeat(byId.get(first) as Source, byId.get(second) as Source);
    known.set(key, found);
    return found;
  };
  const repeatedTests = new Map<number, number>();
  const unfit = new Set<number>();
  for (const results of tests) {
    const bySource = Map.groupBy(results.filter(ran), ({ sourceId }) => sourceId);
    for (const [id, own] of bySource) {
      const before = [...bySource].flatMap(([other, earlier]) =>
        other !== id && isEarlier(other, id) ? [earlier] : [],
      );
      const isRepeat = before.every((earlier) => earlier.some(hasFailed) || areCarriedOver(earlier, own));
      if (before.length === 0 || !isRepeat) unfit.add(id);
      repeatedTests.set(id, (repeatedTests.get(id) ?? 0) + own.length);
    }
  }
  return new Set(
    sources.flatMap(({ id, ranTests }) => {
      const ranOnlyRepeats = (repeatedTests.get(id) ?? 0) === ranTests && ranTests > 0 && !unfit.has(id);
      if (!ranOnlyRepeats) return [];
      const leftOut = sources.some((other) => other.id !== id && other.passedTests > 0 && isEarlier(other.id, id));
      return leftOut ? [id] : [];
    }),
  );
}

function areCarriedOver(earlier: readonly Execution[], own: readonly Execution[]): boolean {
  return own.every((result, index) => {
    const before = earlier[index];
    return before !== undefined && isCarriedOver(before, result);
  });
}
