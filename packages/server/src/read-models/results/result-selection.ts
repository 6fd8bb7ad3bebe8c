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

/** Returns true if the counters of the run contain the number of selected results. */
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

/** Returns true if the filter uses names or tags of tests. */
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
  const alike = await failuresAlike(index, selection);
  if (isCounted(selection) && selection.status === undefined)
    return { columns, places: allPlaces(columns.length), keysOf };
  const of = nameOf(selection, alike);
  const known = latest.get(columns);
  if (known?.of === of) return { columns, places: known.places, keysOf };
  const places = placesOf(columns, conditionsOf(selection, columns, tests, keysOf, alike));
  latest.set(columns, { of, places });
  return { columns, places, keysOf };
}

/** Latest selection per run, because paging repeats it. */
const latest = new WeakMap<ResultColumns, { readonly of: string; readonly places: Int32Array }>();

function nameOf(
  { status, words, tag, author, annotation, browser, failure, file, timedOut }: ResultSelection,
  alike: readonly string[] | undefined,
): string {
  return JSON.stringify({ status, words, tag, author, annotation, browser, failure, file, timedOut, alike });
}

/** Applies the conditions one by one, each to the results that are left. */
function placesOf({ length }: ResultColumns, conditions: readonly Condition[]): Int32Array {
  let places = allPlaces(length);
  for (const holds of conditions) {
    let found = 0;
    for (const place of places) if (holds(place)) places[found++] = place;
    places = places.subarray(0, found);
  }
  return places.slice();
}

export function allPlaces(length: number): Int32Array {
  const places = new Int32Array(length);
  for (let place = 0; place < length; place++) places[place] = place;
  return places;
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

type Condition = (place: number) => boolean;

/** Cheapest conditions first. */
function conditionsOf(
  { status, words, tag, author, annotation, timedOut, ...keys }: ResultSelection,
  columns: ResultColumns,
  tests: TestsOfResults,
  keysOf: Selected["keysOf"],
  alike: readonly string[] | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  const { ranks, authors, annotations } = columns;
  if (status !== undefined) conditions.push((place) => ranksOf[status].includes(ranks[place] as number));
  for (const by of ["browser", "failure", "file"] as const) {
    const requested = keys[by];
    if (requested === undefined) continue;
    const { values, codes } = keysOf(by);
    const names = (by === "failure" ? alike : undefined) ?? [requested];
    const expected = new Set(
      requested === withoutKey ? [-1] : names.map((name) => values.indexOf(name)).filter((code) => code !== -1),
    );
    conditions.push((place) => expected.has(codes[place] as number));
  }
  if (author !== undefined) {
    const code = authors.values.indexOf(author);
    conditions.push((place) => code !== -1 && authors.codes[place] === code);
  }
  if (annotation !== undefined) conditions.push((place) => annotations.get(place)?.includes(annotation) === true);
  if (timedOut !== undefined)
    conditions.push((place) => (annotations.get(place)?.includes(timedOutKey) === true) === timedOut);
  if (tag !== undefined) conditions.push((place) => tests.tags.get(place)?.list.includes(tag) === true);
  for (const word of words) {
    const has = knownWords(columns).get(word) ?? havingWord(word, columns, tests);
    keepLatest(knownWords(columns), word, has, maxWords);
    conditions.push((place) => has[place] === 1);
  }
  return conditions;
}

/** Recent words with their matches, because typing changes only the last word. */
const knownWords = memoizeByRef((_columns: ResultColumns) => new Map<string, Uint8Array>());
const maxWords = 4;

/** Returns an array with 1 for each result that has the word in its names, tags, author or error line. */
function havingWord(word: string, { authors, lines }: ResultColumns, { names, tags }: TestsOfResults): Uint8Array {
  const has = names.having(word);
  for (const [place, line] of lines) if (line.includes(word)) has[place] = 1;
  const inTags = word.replace(/^@/, "");
  for (const [place, { text }] of tags) if (text.includes(inTags)) has[place] = 1;
  const ofAuthors = authors.values.map((name) => searchedText(name).includes(word));
  if (ofAuthors.includes(true))
    for (let place = 0; place < has.length; place++)
      if (ofAuthors[authors.codes[place] as number] === true) has[place] = 1;
  return has;
}
