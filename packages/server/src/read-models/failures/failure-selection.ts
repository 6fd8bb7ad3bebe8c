import { indexOfFailure } from "./failure-columns.ts";
import type { FailureIndex, ProjectFailures } from "./failure-index.ts";
import { failuresOfIncident } from "#store/failures/incidents/incident-rows.ts";
import {
  browserIndices,
  type FailureFilter,
  matchesRun,
  type Owned,
  ownedTests,
  type Tagged,
  taggedWith,
} from "./failure-filter.ts";
import { positionsByPair } from "./positions-by-pair.ts";

/** Filter for the failures of a project. */
export interface FailureSelection {
  readonly projectId: number;
  /** Unix milliseconds; `null` for no bound. `until` is exclusive. */
  readonly from: number | null;
  readonly until: number | null;
  /** Lower-case words that must all occur in the test's file, titles or variant. */
  readonly words: readonly string[];
  readonly runIds?: readonly number[] | undefined;
  /** Index in `failureClasses`, or `unclassified`. */
  readonly class?: number | undefined;
  readonly groupId?: number | undefined;
  readonly incidentId?: number | undefined;
  readonly filter?: FailureFilter | undefined;
}

/** A selection that is resolved to the pairs and runs of the index. */
export interface Query {
  readonly failures: ProjectFailures;
  /** Per pair and per run: 1 if it is selected. */
  readonly requestedPairs: Uint8Array;
  readonly requestedRuns: Uint8Array;
  /** Ids of the selected failures; `null` for all. */
  readonly requestedIds: ReadonlySet<number> | null;
  /** Runs and pairs with a selected tag; `null` if no tag is selected. */
  readonly tagged: Tagged | null;
  /** Runs and pairs with an excluded tag. */
  readonly excludedTags?: Tagged | null;
  /** Unix milliseconds; infinite if the period has no bound. */
  readonly from: number;
  readonly until: number;
}

/** Selected failures, counted by pair. */
export interface SelectedFailures extends Query {
  readonly total: number;
  /** Per pair: the number of failures, and the position of the latest one (-1 if there is none). */
  readonly counts: Int32Array;
  readonly latest: Int32Array;
}

export async function askFailures(index: FailureIndex, selection: FailureSelection, owned?: Owned): Promise<Query> {
  const { projectId, filter = {} } = selection;
  const theirs = owned ?? (await ownedTests(index, projectId, filter));
  const failures = await index.of(projectId);
  return {
    failures,
    requestedPairs: await pairsRequested(index, failures, selection, theirs),
    requestedRuns: runsRequested(failures, selection),
    requestedIds: await idsRequested(index, selection),
    tagged: await taggedWith(index, failures, projectId, filter.tag),
    excludedTags: await taggedWith(index, failures, projectId, filter.not?.["tag"]),
    from: selection.from ?? Number.NEGATIVE_INFINITY,
    until: selection.until ?? Number.POSITIVE_INFINITY,
  };
}

/** Reading a column sequentially is faster by about this factor than jumping between the failures of a pair. */
const alongColumns = 4;

/** Calls `visit` for each selected failure of these pairs that counts. Reads all failures, those of the runs, or those of the pairs, whichever is fastest. */
export function eachOfPairs(
  query: Omit<Query, "requestedPairs">,
  requestedPairs: Uint8Array,
  visit: (index: number, pair: number) => void,
): void {
  const { failures, requestedRuns, requestedIds, from, until } = query;
  const { length, ids, at, runs, pairs, left, runSpans } = failures.columns;
  const consider = (index: number, pair: number) => {
    const run = runs[index] as number;
    if (left[index] === 1 || requestedRuns[run] === 0 || !matchesTags(query, run, pair)) return;
    if (requestedIds === null || requestedIds.has(ids[index] as number)) visit(index, pair);
  };
  const along = (first: number, last: number, only: number) => {
    for (let index = first; index <= last; index++) {
      const time = at[index] as number;
      if (time < from || time >= until || (only !== -1 && runs[index] !== only)) continue;
      const pair = pairs[index] as number;
      if (requestedPairs[pair] === 1) consider(index, pair);
    }
  };
  const { starts, places } = positionsByPair(failures);
  let ofPairs = 0;
  for (let pair = 0; pair < requestedPairs.length; pair++)
    if (requestedPairs[pair] === 1) ofPairs += (starts[pair + 1] as number) - (starts[pair] as number);
  let ofRuns = 0;
  for (const [run, { first, last }] of runSpans.entries()) if (requestedRuns[run] === 1) ofRuns += last - first + 1;
  if (Math.min(length, ofRuns) <= ofPairs * alongColumns) {
    if (ofRuns >= length) along(0, length - 1, -1);
    else for (const [run, { first, last }] of runSpans.entries()) if (requestedRuns[run] === 1) along(first, last, run);
    return;
  }
  for (let pair = 0; pair < requestedPairs.length; pair++) {
    if (requestedPairs[pair] === 0) continue;
    const end = starts[pair + 1] as number;
    for (let next = starts[pair] as number; next < end; next++) {
      const index = places[next] as number;
      const time = at[index] as number;
      if (time >= from && time < until) consider(index, pair);
    }
  }
}

/** Returns whether a failure is selected and counts. */
export function includesFailure(query: Query, id: number): boolean {
  const { requestedPairs, requestedRuns, requestedIds, from, until } = query;
  const { columns } = query.failures;
  const index = indexOfFailure(columns, id);
  if (index === undefined || columns.left[index] === 1 || requestedIds?.has(id) === false) return false;
  const [time, run, pair] = [
    columns.at[index] as number,
    columns.runs[index] as number,
    columns.pairs[index] as number,
  ];
  return (
    time >= from &&
    time < until &&
    requestedRuns[run] === 1 &&
    requestedPairs[pair] === 1 &&
    matchesTags(query, run, pair)
  );
}

function matchesTags(
  { tagged, excludedTags = null }: Pick<Query, "tagged" | "excludedTags">,
  run: number,
  pair: number,
) {
  return (tagged === null || hasTag(tagged, run, pair)) && (excludedTags === null || !hasTag(excludedTags, run, pair));
}

function hasTag({ runs, pairs }: Tagged, run: number, pair: number): boolean {
  return runs[run] === 1 || pairs[pair] === 1;
}

/** Calls `visit` for each selected failure of a run that counts. */
export function eachOfRun(query: Omit<Query, "requestedRuns">, run: number, visit: (pair: number) => void): void {
  const { requestedPairs, requestedIds, from, until } = query;
  const { columns } = query.failures;
  const { ids, at, runs, pairs, left, runSpans } = columns;
  const { first, last } = runSpans[run] ?? { first: 0, last: -1 };
  for (let index = first; index <= last; index++) {
    if (runs[index] !== run || left[index] === 1) continue;
    if (requestedIds !== null && !requestedIds.has(ids[index] as number)) continue;
    const [time, pair] = [at[index] as number, pairs[index] as number];
    if (time >= from && time < until && requestedPairs[pair] === 1 && matchesTags(query, run, pair)) visit(pair);
  }
}

async function pairsRequested(
  index: FailureIndex,
  failures: ProjectFailures,
  { projectId, words, class: requestedClass, groupId, filter = {} }: FailureSelection,
  owned: Owned | undefined,
): Promise<Uint8Array> {
  const { columns, pairClasses, pairGroups } = failures;
  const { pairList } = columns;
  const browsers = browserIndices(failures, filter.browser);
  const excludedBrowsers = browserIndices(failures, filter.not?.["browser"]);
  const requested = new Uint8Array(pairList.length).fill(1);
  if (requestedClass !== undefined) keep(requested, (pair) => pairClasses[pair] === requestedClass);
  if (groupId !== undefined) keep(requested, (pair) => pairGroups[pair] === groupId);
  const { tests, excluded } = owned ?? {};
  const testOf = (pair: number) => pairList[pair]?.testId ?? 0;
  if (tests !== undefined) keep(requested, (pair) => tests.has(testOf(pair)));
  if (excluded !== undefined) keep(requested, (pair) => !excluded.has(testOf(pair)));
  if (browsers !== undefined) keep(requested, (pair) => browsers.has(pairList[pair]?.browser ?? 0));
  if (excludedBrowsers !== undefined) keep(requested, (pair) => !excludedBrowsers.has(pairList[pair]?.browser ?? 0));
  if (words.length > 0) {
    const testIds = Float64Array.from(pairList, ({ testId }) => testId);
    await index.texts(projectId, testIds, (pair, test) => {
      if (!words.every((word) => test?.text.includes(word) === true)) requested[pair] = 0;
    });
  }
  return requested;
}

async function idsRequested(
  { db }: FailureIndex,
  { projectId, incidentId }: FailureSelection,
): Promise<ReadonlySet<number> | null> {
  return incidentId === undefined ? null : new Set(await failuresOfIncident(db, projectId, incidentId));
}

function keep(requested: Uint8Array, holds: (pair: number) => boolean): void {
  for (let pair = 0; pair < requested.length; pair++) if (requested[pair] === 1 && !holds(pair)) requested[pair] = 0;
}

function runsRequested(
  { columns: { runIds }, runs }: ProjectFailures,
  { runIds: requested, filter = {} }: FailureSelection,
): Uint8Array {
  const selected = requested === undefined ? undefined : new Set(requested);
  const matches = matchesRun(filter);
  return Uint8Array.from(runIds, (id) => {
    const run = runs.get(id);
    return run !== undefined && (selected === undefined || selected.has(id)) && matches(run) ? 1 : 0;
  });
}
