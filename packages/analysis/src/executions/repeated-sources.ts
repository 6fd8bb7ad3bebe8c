import { orderOf } from "./relate-sources.ts";
import { ranElsewhere } from "./place.ts";
import type { SharedTests, Source } from "./source.ts";

/** Maximum number of comparisons of broken sources with other sources. */
const maxComparisons = 200_000;

/** Failure of a source outside its tests. */
export interface Breakage {
  /** Files or suites that failed; `null` if a failure belongs to none, such as a failed global setup. */
  readonly subjects: readonly string[] | null;
}

/**
 * Finds broken sources that a later source repeats, so that their failure no longer counts: the same shard or job ran again,
 * or the later source is the same file, a report with all tests of the broken one, or contains the files that could not be loaded.
 *
 * @param shared Returns the counts of shared tests of two sources, in this order; `undefined` if there are none.
 * @param holds Returns true if tests of this file or suite ran in a source.
 * @returns Ids of broken sources, each with the last source that repeats it.
 */
export function repeatedSources(
  ordered: readonly Source[],
  breakageOf: (id: number) => Breakage,
  shared: (a: number, b: number) => SharedTests | undefined,
  holds: (id: number, subject: string) => boolean,
): Map<number, number> {
  const repeated = new Map<number, number>();
  // All further sources stay broken, so the run stays failed.
  const max = Math.max(1, Math.floor(maxComparisons / Math.max(1, ordered.length)));
  for (const broken of ordered.filter((source) => source.broken).slice(0, max)) {
    const later = ordered.filter((other) => other.id !== broken.id && ranLater(broken, other));
    const whole = later.findLast((other) => repeats(broken, other, shared(broken.id, other.id)));
    const by = whole ?? coversSubjects(broken, later, breakageOf(broken.id).subjects, holds);
    if (by !== undefined) repeated.set(broken.id, by.id);
  }
  return repeated;
}

function ranLater(broken: Source, other: Source): boolean {
  return !ranElsewhere(broken, other) && orderOf(broken, other)?.later === other.id;
}

function repeats(broken: Source, later: Source, shared: SharedTests | undefined): boolean {
  if (broken.shard !== null || later.shard !== null) return broken.shard === later.shard;
  if (broken.job !== null && later.job !== null && broken.job !== later.job) return false;
  if (broken.job !== null && broken.job === later.job && broken.jobAttempt !== later.jobAttempt) return true;
  if (broken.ranTests > 0) return shared !== undefined && shared.both >= broken.ranTests;
  if (broken.format !== later.format || broken.request === later.request) return false;
  return broken.root !== null && broken.root === later.root;
}

/**
 * Returns the source that completes the files that could not be loaded, if all of them ran later. Returns undefined if tests of such a file ran in
 * the broken source, because more tests must then be repeated.
 */
function coversSubjects(
  broken: Source,
  later: readonly Source[],
  subjects: readonly string[] | null,
  holds: (id: number, subject: string) => boolean,
): Source | undefined {
  if (subjects === null || subjects.length === 0) return undefined;
  if (subjects.some((subject) => holds(broken.id, subject))) return undefined;
  const covering = subjects.map((subject) => later.findLast(({ id }) => holds(id, subject)));
  return covering.every((source) => source !== undefined) ? covering.at(-1) : undefined;
}
