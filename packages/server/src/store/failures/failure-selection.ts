import type { FailureColumns } from "./failure-columns.ts";
import type { FailureIndex, ProjectFailures } from "./failure-index.ts";

/** Which failures of a project are asked for. */
export interface FailureSelection {
  readonly projectId: number;
  /** Milliseconds since 1970; null: without a beginning, or without an end. `until` itself is left out. */
  readonly from: number | null;
  readonly until: number | null;
  /** Lower-case words that must all occur in the test's file, titles or variant. */
  readonly words: readonly string[];
  readonly runIds?: readonly number[] | undefined;
  /** Place in `failureClasses`, or `unclassified`. */
  readonly class?: number | undefined;
  readonly groupId?: number | undefined;
}

/** Failures that were selected, added up by what they have in common: a test, an error and a class. */
export interface SelectedFailures {
  readonly failures: ProjectFailures;
  readonly total: number;
  /** By pair: how many, and the place of the latest (-1: none). */
  readonly counts: Int32Array;
  readonly latest: Int32Array;
  /** By pair: place of its class, and the id of its group (0: none). */
  readonly classes: Uint8Array;
  readonly groups: Float64Array;
  /** By pair and by run: 1 where it is asked for. */
  readonly wantedPairs: Uint8Array;
  readonly wantedRuns: Uint8Array;
  readonly from: number;
  readonly until: number;
}

/** What a selection keeps: one pass over the columns. */
export async function selectFailures(index: FailureIndex, selection: FailureSelection): Promise<SelectedFailures> {
  const failures = await index.of(selection.projectId);
  const { columns } = failures;
  const { pairClasses: classes, pairGroups: groups } = failures;
  const wantedPairs = await pairsWanted(index, failures, selection);
  const wantedRuns = runsWanted(failures, selection.runIds);
  const from = selection.from ?? Number.NEGATIVE_INFINITY;
  const until = selection.until ?? Number.POSITIVE_INFINITY;
  const counts = new Int32Array(columns.pairList.length);
  const latest = new Int32Array(columns.pairList.length).fill(-1);
  let total = 0;
  eachSelected({ columns, wantedPairs, wantedRuns, from, until }, (place, pair) => {
    total += 1;
    counts[pair] = (counts[pair] as number) + 1;
    const before = latest[pair] as number;
    if (before === -1 || (columns.at[before] as number) <= (columns.at[place] as number)) latest[pair] = place;
  });
  return { failures, total, counts, latest, classes, groups, wantedPairs, wantedRuns, from, until };
}

interface Pass {
  readonly columns: FailureColumns;
  readonly wantedPairs: Uint8Array;
  readonly wantedRuns: Uint8Array;
  readonly from: number;
  readonly until: number;
}

/** Calls `visit` for each failure that counts and is wanted. */
export function eachSelected(
  { columns: { length, at, runs, pairs, left }, wantedPairs, wantedRuns, from, until }: Pass,
  visit: (place: number, pair: number, run: number) => void,
): void {
  for (let place = 0; place < length; place++) {
    const moment = at[place] as number;
    if (moment < from || moment >= until || left[place] === 1) continue;
    const pair = pairs[place] as number;
    const run = runs[place] as number;
    if (wantedPairs[pair] === 1 && wantedRuns[run] === 1) visit(place, pair, run);
  }
}

async function pairsWanted(
  index: FailureIndex,
  { columns: { pairList }, pairClasses, pairGroups }: ProjectFailures,
  { projectId, words, class: wantedClass, groupId }: FailureSelection,
): Promise<Uint8Array> {
  const wanted = new Uint8Array(pairList.length).fill(1);
  if (wantedClass !== undefined) keep(wanted, (pair) => pairClasses[pair] === wantedClass);
  if (groupId !== undefined) keep(wanted, (pair) => pairGroups[pair] === groupId);
  if (words.length > 0) {
    const texts = await index.texts(projectId, new Set(pairList.map(({ testId }) => testId)));
    keep(wanted, (pair) => {
      const text = texts.get(pairList[pair]?.testId ?? 0)?.text ?? "";
      return words.every((word) => text.includes(word));
    });
  }
  return wanted;
}

function keep(wanted: Uint8Array, holds: (pair: number) => boolean): void {
  for (let pair = 0; pair < wanted.length; pair++) if (wanted[pair] === 1 && !holds(pair)) wanted[pair] = 0;
}

function runsWanted({ columns: { runIds }, runs }: ProjectFailures, asked: readonly number[] | undefined): Uint8Array {
  const wanted = asked === undefined ? undefined : new Set(asked);
  return Uint8Array.from(runIds, (id) => (runs.has(id) && (wanted === undefined || wanted.has(id)) ? 1 : 0));
}
