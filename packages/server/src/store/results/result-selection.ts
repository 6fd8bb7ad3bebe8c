import { type GroupBy, type ResultFilter, withoutKey } from "@plumb/contract/runs/results.ts";
import type { TestText } from "#store/tests/test-texts.ts";
import { signaturesAlike } from "#store/failures/causes-of-results.ts";
import type { Repeated, ResultColumns } from "./result-columns.ts";
import type { ResultIndex, TestsOfResults } from "./result-index.ts";

/** Ranks of the list that a filter keeps; flaky is part of passed. */
export const ranksOf: Record<ResultFilter, readonly number[]> = {
  failed: [0],
  error: [1],
  running: [2],
  flaky: [3],
  skipped: [4],
  passed: [3, 5],
};

/** Which results of a run are asked for. */
export interface ResultSelection extends Readonly<Partial<Record<GroupBy, string | undefined>>> {
  readonly projectId: number;
  readonly runId: number;
  readonly status: ResultFilter | undefined;
  /** Lower-case words that must all occur in file, titles, variant, tags, owner or the error's line. */
  readonly words: readonly string[];
  readonly tag?: string | undefined;
  readonly author?: string | undefined;
  /** A type, or `type=description`. */
  readonly annotation?: string | undefined;
}

/** Results of a run, as places in its columns, in the order of the list. */
export interface Selected {
  readonly columns: ResultColumns;
  readonly places: Int32Array;
  /** What results are gathered by. */
  readonly keysOf: (by: GroupBy) => Repeated;
}

/** True where the run's own counters know how many results are selected. */
export function isCounted({ words, failure, file, browser, tag, author, annotation }: ResultSelection): boolean {
  return words.length === 0 && [failure, file, browser, tag, author, annotation].every((key) => key === undefined);
}

/** True where the selection asks for what tests are called, or for their tags. */
function needsTests({ words, tag }: ResultSelection): boolean {
  return words.length > 0 || tag !== undefined;
}

/** What a selection keeps. @param by What the results will be gathered by. */
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

/** What was selected last of a run: whoever pages through what a search found asks for the same again. */
const latest = new WeakMap<ResultColumns, { readonly of: string; readonly places: Int32Array }>();

function nameOf(
  { status, words, tag, author, annotation, browser, failure, file }: ResultSelection,
  alike: readonly string[] | undefined,
): string {
  return JSON.stringify({ status, words, tag, author, annotation, browser, failure, file, alike });
}

function placesOf({ length }: ResultColumns, conditions: readonly Condition[]): Int32Array {
  const places = allPlaces(length);
  let found = 0;
  for (let place = 0; place < length; place++) {
    if (conditions.every((holds) => holds(place))) places[found++] = place;
  }
  return places.slice(0, found);
}

function allPlaces(length: number): Int32Array {
  const places = new Int32Array(length);
  for (let place = 0; place < length; place++) places[place] = place;
  return places;
}

/** One cause may have several signatures. */
async function failuresAlike(
  { db }: ResultIndex,
  { projectId, failure }: ResultSelection,
): Promise<readonly string[] | undefined> {
  if (failure === undefined || failure === withoutKey) return undefined;
  return signaturesAlike(db, projectId, failure);
}

const noTests: TestsOfResults = { texts: [], tags: [] };
const noFiles: Repeated = { values: [], codes: new Int32Array() };

type Condition = (place: number) => boolean;

/** The cheap ones first. */
function conditionsOf(
  { status, words, tag, author, annotation, ...keys }: ResultSelection,
  columns: ResultColumns,
  { texts, tags }: TestsOfResults,
  keysOf: Selected["keysOf"],
  alike: readonly string[] | undefined,
): Condition[] {
  const conditions: Condition[] = [];
  const { ranks, authors, lines, annotations } = columns;
  if (status !== undefined) conditions.push((place) => ranksOf[status].includes(ranks[place] as number));
  for (const by of ["browser", "failure", "file"] as const) {
    const wanted = keys[by];
    if (wanted === undefined) continue;
    const { values, codes } = keysOf(by);
    const names = (by === "failure" ? alike : undefined) ?? [wanted];
    const expected = new Set(
      wanted === withoutKey ? [-1] : names.map((name) => values.indexOf(name)).filter((code) => code !== -1),
    );
    conditions.push((place) => expected.has(codes[place] as number));
  }
  if (author !== undefined) {
    const code = authors.values.indexOf(author);
    conditions.push((place) => code !== -1 && authors.codes[place] === code);
  }
  if (annotation !== undefined) conditions.push((place) => annotations.get(place)?.includes(annotation) === true);
  if (tag !== undefined) conditions.push((place) => texts[place]?.tags.includes(tag) === true);
  for (const word of words) {
    const ofAuthors = authors.values.map((name) => name.toLowerCase().includes(word));
    const byAuthor = ofAuthors.includes(true);
    const inTags = word.replace(/^@/, "");
    const inLines = new Set([...lines].flatMap(([place, line]) => (line.includes(word) ? [place] : [])));
    conditions.push(
      (place) =>
        (texts[place] as TestText).text.includes(word) ||
        (byAuthor && ofAuthors[authors.codes[place] as number] === true) ||
        inLines.has(place) ||
        tags[place]?.includes(inTags) === true,
    );
  }
  return conditions;
}
