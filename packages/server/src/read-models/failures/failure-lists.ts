import type { FailingState } from "@plumb/contract/failures/failing-state.ts";
import { failureClasses } from "@plumb/contract/failures/failure-classes.ts";
import type { FailureColumns } from "./failure-columns.ts";
import { type IndexedRun, type ProjectFailures, unclassified } from "./failure-index.ts";
import { type Query, eachOfPairs, eachOfRun, type SelectedFailures } from "./failure-selection.ts";

/** All classes and `unclassified`. */
const classCount = failureClasses.length + 1;

function noneOfAnyClass(): number[] {
  return Array.from({ length: classCount }, () => 0);
}

export interface FailureTotals {
  readonly total: number;
  /** In the order of `failureClasses`, then unclassified ones. */
  readonly byClass: readonly number[];
  readonly groups: number;
  /** Groups with at least two failures. */
  readonly duplicateGroups: number;
  readonly newGroups: number;
}

export type GroupStates = ReadonlyMap<number, FailingState>;

export function totalsOf({ failures, total, counts }: SelectedFailures, states: GroupStates): FailureTotals {
  const { pairClasses, pairGroups } = failures;
  const byClass = noneOfAnyClass();
  const ofGroups = new Map<number, number>();
  for (let pair = 0; pair < counts.length; pair++) {
    const count = counts[pair] as number;
    if (count === 0) continue;
    const name = pairClasses[pair] as number;
    byClass[name] = (byClass[name] ?? 0) + count;
    const group = pairGroups[pair] as number;
    if (group !== 0) ofGroups.set(group, (ofGroups.get(group) ?? 0) + count);
  }
  let [duplicateGroups, newGroups] = [0, 0];
  for (const [group, count] of ofGroups) {
    if (count > 1) duplicateGroups += 1;
    if (states.get(group) === "new") newGroups += 1;
  }
  return { total, byClass, groups: ofGroups.size, duplicateGroups, newGroups };
}

export interface FailedTestCase {
  readonly testId: number;
  readonly failures: number;
  /** Result of the latest failure. */
  readonly resultId: number;
  readonly at: number;
  readonly run: IndexedRun;
  readonly pair: number;
}

/** Failed tests by counts, which are replaced when a failure enters or leaves the period. */
const knownTestCases = new WeakMap<Int32Array, readonly FailedTestCase[]>();

/** Returns the failed tests, sorted by their latest failure, newest first. */
export function testCasesOf(selected: SelectedFailures): readonly FailedTestCase[] {
  const cases = knownTestCases.get(selected.counts) ?? sortedTestCases(selected);
  knownTestCases.set(selected.counts, cases);
  return cases;
}

function sortedTestCases({ failures, counts, latest }: SelectedFailures): FailedTestCase[] {
  const { columns } = failures;
  const tests = new Map<number, { failures: number; place: number; pair: number }>();
  for (let pair = 0; pair < counts.length; pair++) {
    const index = latest[pair] as number;
    if (index === -1) continue;
    const { testId } = columns.pairList[pair] as { testId: number };
    const known = tests.get(testId);
    const count = counts[pair] as number;
    if (known === undefined) tests.set(testId, { failures: count, place: index, pair });
    else {
      known.failures += count;
      if (isLater(columns, index, known.place)) [known.place, known.pair] = [index, pair];
    }
  }
  return [...tests]
    .toSorted(([, a], [, b]) => (isLater(columns, a.place, b.place) ? -1 : 1))
    .flatMap(([testId, { failures: count, place, pair }]) => {
      const run = failures.runs.get(columns.runIds[columns.runs[place] as number] ?? 0);
      if (run === undefined) return [];
      const [resultId, at] = [columns.resultIds[place] as number, columns.at[place] as number];
      return [{ testId, failures: count, resultId, at, run, pair }];
    });
}

function isLater({ at, ids }: FailureColumns, index: number, than: number): boolean {
  const difference = (at[index] as number) - (at[than] as number);
  return difference === 0 ? (ids[index] as number) > (ids[than] as number) : difference > 0;
}

export interface FailedRun {
  readonly run: IndexedRun;
  readonly failures: number;
  readonly byClass: readonly number[];
  readonly groups: number;
  readonly newGroups: number;
  /** Counts by code, most frequent first. */
  readonly subClasses: readonly (readonly [code: string, count: number])[];
}

/** Returns runs with failures, newest first. */
export function suiteRunsOf(
  query: Query,
  states: GroupStates,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): { readonly runs: FailedRun[]; readonly total: number } {
  const { failures, requestedRuns } = query;
  const hasFailures = failedRuns(query);
  const all = failures.columns.runIds
    .flatMap((id, index) => {
      const run = requestedRuns[index] === 1 ? failures.runs.get(id) : undefined;
      return run === undefined || !hasFailures(index) ? [] : [{ run, place: index }];
    })
    .toSorted((a, b) => b.run.startedAt.getTime() - a.run.startedAt.getTime() || b.run.id - a.run.id);
  const runs = all.slice(offset, offset + limit).map(({ run, place }) => {
    const pairs = new Map<number, number>();
    eachOfRun(query, place, (pair) => pairs.set(pair, (pairs.get(pair) ?? 0) + 1));
    return failedRun(failures, states, run, pairs);
  });
  return { runs, total: all.length };
}

/** Returns a function that is true for runs with a selected failure. */
function failedRuns(query: Query): (run: number) => boolean {
  // In a run, the first failure usually is of a wanted pair, unless few pairs are wanted.
  if (query.tagged === null && query.requestedPairs.every((requested) => requested === 1))
    return (run) => hasFailure(query, run);
  const { runs } = query.failures.columns;
  const found = new Uint8Array(query.requestedRuns.length);
  eachOfPairs(query, query.requestedPairs, (index) => {
    found[runs[index] as number] = 1;
  });
  return (run) => found[run] === 1;
}

/** Ends at the first failure. */
function hasFailure({ failures: { columns }, requestedIds, from, until }: Query, run: number): boolean {
  const { ids, at, runs, left, runSpans } = columns;
  const { first, last } = runSpans[run] ?? { first: 0, last: -1 };
  for (let index = first; index <= last; index++) {
    if (runs[index] !== run || left[index] === 1) continue;
    const time = at[index] as number;
    const isRequested = requestedIds === null || requestedIds.has(ids[index] as number);
    if (isRequested && time >= from && time < until) return true;
  }
  return false;
}

function failedRun(
  { groups: known, rules, pairClasses, pairGroups, pairRules }: ProjectFailures,
  states: GroupStates,
  run: IndexedRun,
  pairs: ReadonlyMap<number, number>,
): FailedRun {
  const byClass = noneOfAnyClass();
  const subClasses = new Map<string, number>();
  const seen = new Set<number>();
  let total = 0;
  for (const [pair, count] of pairs) {
    total += count;
    const name = pairClasses[pair] as number;
    byClass[name] = (byClass[name] ?? 0) + count;
    const group = pairGroups[pair] as number;
    if (group === 0) continue;
    seen.add(group);
    const rule = rules.get(pairRules[pair] as number);
    const code = (rule ?? known.get(group))?.subClass ?? null;
    if (code !== null && name !== unclassified) subClasses.set(code, (subClasses.get(code) ?? 0) + count);
  }
  return {
    run,
    failures: total,
    byClass,
    groups: seen.size,
    newGroups: [...seen].filter((group) => states.get(group) === "new").length,
    subClasses: [...subClasses].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)),
  };
}
