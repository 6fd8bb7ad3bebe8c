import { searchedText } from "@plumb/contract/text/search-words.ts";
import { type GroupBy, type ResultFilter, timedOutKey, withoutKey } from "@plumb/contract/runs/results.ts";
import { signaturesAlike } from "#store/failures/causes-of-results.ts";
import { JoinedTexts } from "./joined-texts.ts";
import type { Repeated, ResultColumns } from "./result-columns.ts";
import type { ResultIndex, TestsOfResults } from "./result-index.ts";
import { memoizeByRef } from "#store/memoize-by-ref.ts";
import { keepLatest } from "#store/keep-latest.ts";

/** Ranks that each filter selects. Flaky results and those that passed on the first attempt are also `passed`. */
export const ranksOf: Record<ResultFilter, readonly number[]> = {
  failed: [0],
  error: [1],
  running: [2],
  flaky: [3],
  skipped: [4],
  passed: [3, 5],
  firstPassed: [5],
};

/** Filter for the results of a run. */
export interface ResultSelection extends Readonly<Partial<Record<GroupBy, string | undefined>>> {
  readonly projectId: number;
  readonly runId: number;
  readonly status: ResultFilter | undefined;
  /** Lower-case words that must all occur in file, titles, variant, tags, owner or error line. */
  readonly words: readonly string[];
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  /** An annotation type, or `type=description`. */
  readonly annotation?: string | undefined;
  readonly timedOut?: boolean | undefined;
}

/** Selected results of a run in the order of the list, as indices in its columns. */
export interface Selected {
  readonly columns: ResultColumns;
  readonly places: Int32Array;
  /** Returns the keys to group results by. */
  readonly keysOf: (by: GroupBy) => Repeated;
}

/** Returns true if the run's counters contain the number of selected results. */
export function isCounted({
  words,
  failure,
  file,
  browser,
  tag,
  author,
  annotation,
  timedOut,
}: ResultSelection): boolean {
  const keys = [failure, file, browser, tag, author, annotation, timedOut];
  return words.length === 0 && keys.every((key) => key === undefined);
}

/** Returns true if the filter uses test names or tags. */
function needsTests({ words, tag }: ResultSelection): boolean {
  return words.length > 0 || tag !== undefined;
}

/**
 * Evaluates a selection.
 *
 * @param by The key by which the caller groups the results.
 */
export async function selected(index: ResultIndex, selection: ResultSelection, by?: GroupBy): Promise<Selected> {
  const { projectId, runId } = selection;
  const columns = await index.columns(projectId, runId);
  const tests = needsTests(selection) ? await index.tests(projectId, columns) : noTests;
  const files = by === "file" || selection.file !== undefined ? await index.files(projectId, columns) : noFiles;
  const keysOf = (of: GroupBy) => (of === "file" ? files : of === "browser" ? columns.browsers : columns.failures);
  const similar = await failuresAlike(index, selection);
  if (isCounted(selection) && selection.status === undefined)
    return { columns, places: allIndices(columns.length), keysOf };
  const of = nameOf(selection, similar);
  const known = latest.get(columns);
  if (known?.of === of) return { columns, places: known.places, keysOf };
  const indices = indicesOf(columns, conditionsOf(selection, columns, tests, keysOf, similar));
  latest.set(columns, { of, places: indices });
  return { columns, places: indices, keysOf };
}

/** Latest selection per run, because paging repeats it. */
const latest = new WeakMap<ResultColumns, { readonly of: string; readonly places: Int32Array }>();

function nameOf(
  { status, words, tag, author, annotation, browser, failure, file, timedOut }: ResultSelection,
  similar: readonly string[] | undefined,
): string {
  return JSON.stringify({ status, words, tag, author, annotation, browser, failure, file, timedOut, alike: similar });
}

/** Applies the conditions one by one, each to the remaining results. */
function indicesOf({ length }: ResultColumns, conditions: readonly Condition[]): Int32Array {
  let indices = allIndices(length);
  for (const holds of conditions) {
    let found = 0;
    for (const index of indices) if (holds(index)) indices[found++] = index;
    indices = indices.subarray(0, found);
  }
  return indices.slice();
}

export function allIndices(length: number): Int32Array {
  const indices = new Int32Array(length);
  for (let index = 0; index < length; index++) indices[index] = index;
  return indices;
}

/** Returns all signatures of the same cause, because a cause may have several. */
async function failuresAlike(
  { db }: ResultIndex,
  { projectId, failure }: ResultSelection,
): Promise<readonly string[] | undefined> {
  if (failure === undefined || failure === withoutKey) return undefined;
  return signaturesAlike(db, projectId, failure);
}

const noTests: TestsOfResults = { names: new JoinedTexts([]), tags: new Map() };
const noFiles: Repeated = { values: [], codes: new Int32Array() };

type Condition = (index: number) => boolean;

/** Cheapest conditions first. */
function conditionsOf(
  { status, words, tag, author, annotation, timedOut, ...keys }: ResultSelection,
  columns: ResultColumns,
  tests: TestsOfResults,
  keysOf: Selected["keysOf"],
  similar: readonly string[] | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  const { ranks, authors, annotations } = columns;
  if (status !== undefined) conditions.push((index) => ranksOf[status].includes(ranks[index] as number));
  for (const by of ["browser", "failure", "file"] as const) {
    const requested = keys[by];
    if (requested === undefined) continue;
    const { values, codes } = keysOf(by);
    const names = (by === "failure" ? similar : undefined) ?? [requested];
    const expected = new Set(
      requested === withoutKey ? [-1] : names.map((name) => values.indexOf(name)).filter((code) => code !== -1),
    );
    conditions.push((index) => expected.has(codes[index] as number));
  }
  if (author !== undefined) {
    const code = authors.values.indexOf(author);
    conditions.push((index) => code !== -1 && authors.codes[index] === code);
  }
  if (annotation !== undefined) conditions.push((index) => annotations.get(index)?.includes(annotation) === true);
  if (timedOut !== undefined)
    conditions.push((index) => (annotations.get(index)?.includes(timedOutKey) === true) === timedOut);
  if (tag !== undefined) conditions.push((index) => tests.tags.get(index)?.list.includes(tag) === true);
  for (const word of words) {
    const has = knownWords(columns).get(word) ?? havingWord(word, columns, tests);
    keepLatest(knownWords(columns), word, has, maxWords);
    conditions.push((index) => has[index] === 1);
  }
  return conditions;
}

/** Recent words with their matches, because typing changes only the last word. */
const knownWords = memoizeByRef((_columns: ResultColumns) => new Map<string, Uint8Array>());
const maxWords = 4;

/** Returns an array with 1 for each result that contains the word in its names, tags, author or error line. */
function havingWord(word: string, { authors, lines }: ResultColumns, { names, tags }: TestsOfResults): Uint8Array {
  const has = names.having(word);
  for (const [index, line] of lines) if (line.includes(word)) has[index] = 1;
  const inTags = word.replace(/^@/, "");
  for (const [position, { text }] of tags) if (text.includes(inTags)) has[position] = 1;
  const ofAuthors = authors.values.map((name) => searchedText(name).includes(word));
  if (ofAuthors.includes(true))
    for (let rank = 0; rank < has.length; rank++) if (ofAuthors[authors.codes[rank] as number] === true) has[rank] = 1;
  return has;
}
