import { ranElsewhere } from "./location.ts";
import { declaredRepeat, mayRepeat } from "./repeats.ts";
import type { Relation } from "./relate-sources.ts";
import type { SharedTests, Source } from "./source.ts";

/** Maximum number of comparisons between broken sources and other sources. */
const maxComparisons = 200_000;

/** Failure of a source outside its tests. */
export interface Breakage {
  /** Files or suites that failed; `null` if a failure belongs to none, such as a failed global setup. */
  readonly subjects: readonly string[] | null;
}

/** The tests of a run, as `repeatedSources` needs them. */
export interface RunTests {
  readonly breakageOf: (id: number) => Breakage;
  /** Returns the counts of shared tests of two sources, in this order; `undefined` if there are none. */
  readonly shared: (a: number, b: number) => SharedTests | undefined;
  readonly relation: (a: number, b: number) => Relation;
  /** Returns true if tests of this file or suite ran in a source. */
  readonly holds: (id: number, subject: string) => boolean;
}

/**
 * Finds broken sources that a later source repeats, so that their failure no longer counts: a declared repeat, the same shard after a setup
 * that failed before any test, a complete report after one that was cut off, or the files that could not be loaded (decision 22).
 *
 * @returns Ids of broken sources, each with the last source that repeats it.
 */
export function repeatedSources(ordered: readonly Source[], tests: RunTests): Map<number, number> {
  const repeated = new Map<number, number>();
  // All further sources stay broken, so the run stays failed.
  const max = Math.max(1, Math.floor(maxComparisons / Math.max(1, ordered.length)));
  for (const broken of ordered.filter((source) => source.broken).slice(0, max)) {
    const others = ordered.filter(({ id }) => id !== broken.id);
    const full = others.findLast((other) => repeats(broken, other, tests));
    const by = full ?? coversSubjects(broken, others, tests);
    if (by !== undefined) repeated.set(broken.id, by.id);
  }
  return repeated;
}

function repeats(broken: Source, other: Source, { relation, shared }: RunTests): boolean {
  if (ranElsewhere(broken, other)) return false;
  if (declaredRepeat(broken, other)?.later === other.id) return true;
  if (broken.ranTests === 0) return broken.shard !== null && broken.shard === other.shard && mayRepeat(broken, other);
  // The results of a report with a failure outside its tests may be complete, so repeating them proves nothing.
  if (broken.hasRunError || relation(broken.id, other.id).kind !== "rerun") return false;
  return mayRepeat(broken, other) && (shared(broken.id, other.id)?.both ?? 0) >= broken.ranTests;
}

/**
 * Returns the source that completes the files that could not be loaded, if all of them ran later. Returns undefined if tests of such a file ran in
 * the broken source, because more tests must then be repeated.
 */
function coversSubjects(broken: Source, others: readonly Source[], tests: RunTests): Source | undefined {
  const { subjects } = tests.breakageOf(broken.id);
  if (subjects === null || subjects.length === 0) return undefined;
  if (subjects.some((subject) => tests.holds(broken.id, subject))) return undefined;
  const later = others.filter(
    (other) => mayRepeat(broken, other) && ranNoPassedTest(tests.shared(broken.id, other.id)),
  );
  const covering = subjects.map((subject) => later.findLast(({ id }) => tests.holds(id, subject)));
  return covering.every((source) => source !== undefined) ? covering.at(-1) : undefined;
}

/** Returns true if the second of two sources ran none of the tests that had passed in the first, as a run of only the failed files does. */
export function ranNoPassedTest(shared: SharedTests | undefined): boolean {
  return shared === undefined || shared.failed[0] === shared.both;
}
