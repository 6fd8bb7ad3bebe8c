import { orderOf } from "./relate-sources.ts";
import { ranElsewhere } from "./place.ts";
import type { SharedTests, Source } from "./source.ts";

/** Maximum number of comparisons of broken sources with others. */
const maxComparisons = 200_000;

/** Failure of a source outside its tests. */
export interface Breakage {
  /** The files or suites that failed; `null` if one of its failures names none, like a failed global setup. */
  readonly subjects: readonly string[] | null;
}

/**
 * Finds the sources that a later one repeats, so that their breakage is history: the same shard or job ran again,
 * the same file, a report that contains everything in the broken one, or the files that could not be loaded.
 *
 * @param shared The common facts of two sources, the first of them first; `undefined` if none.
 * @param holds True if a source has tests of this file or suite that ran.
 * @returns Ids of broken sources, each with the last one that repeats it.
 */
export function repeatedSources(
  ordered: readonly Source[],
  breakageOf: (id: number) => Breakage,
  shared: (a: number, b: number) => SharedTests | undefined,
  holds: (id: number, subject: string) => boolean,
): Map<number, number> {
  const repeated = new Map<number, number>();
  // Further ones stay broken, and the run red.
  const most = Math.max(1, Math.floor(maxComparisons / Math.max(1, ordered.length)));
  for (const broken of ordered.filter((source) => source.broken).slice(0, most)) {
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
 * Returns true if the files that could not be loaded ran later, each in one of these sources. After a partial run,
 * more has to run again.
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
