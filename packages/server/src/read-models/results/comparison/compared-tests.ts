import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { MatrixKind, type MatrixCounts, type MatrixSort, type MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import type { ResultColumns } from "#read-models/results/result-columns.ts";
import type { ResultIndex } from "#read-models/results/result-index.ts";
import { rowsOf } from "#store/results/results.ts";
import { statesOfRows } from "#store/runs/failing-rows.ts";
import { type CauseAt, causesOf } from "./causes.ts";
import type { Matrix } from "./matrix.ts";
import { beganToFail, kindsOf, slowdownOf, type TestInRuns, turnedAt } from "./matrix-kinds.ts";
import { type OrderedMatrix, ordered } from "./matrix-order.ts";
import { textsOfMatrix } from "./matrix-texts.ts";

/** Runs to compare, with filter and order. */
export interface MatrixQuestion {
  readonly projectId: number;
  /** The base comes first, the head last. */
  readonly runIds: readonly number[];
  /** Undefined for all changed tests. */
  readonly show: MatrixKind | "all" | undefined;
  /** Lower-case words that must all occur. */
  readonly words: readonly string[];
  readonly sortBy: MatrixSort;
  readonly sortOrder: "asc" | "desc" | undefined;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

export interface MatrixReply {
  readonly counts: MatrixCounts;
  readonly tests: MatrixTest[];
  readonly total: number;
}

/** Counts the tests of several runs by kind of change and returns a page of the matching tests. */
export async function comparedTests(index: ResultIndex, requested: MatrixQuestion & Page): Promise<MatrixReply> {
  const { list, counts, presentedAt } = await comparedList(index, requested);
  return { counts, tests: await presentedAt(ordered(list, requested)), total: list.rows.length };
}

/** Returns all matching tests of several runs in pages, from one comparison, so that none is missing or repeated if a run continues. */
export async function* allComparedTests(
  index: ResultIndex,
  requested: MatrixQuestion,
  pageSize: number,
): AsyncGenerator<MatrixTest> {
  const { list, presentedAt } = await comparedList(index, requested);
  const all = ordered(list, { ...requested, offset: 0, limit: list.rows.length });
  for (let offset = 0; offset < all.length; offset += pageSize)
    yield* await presentedAt(all.slice(offset, offset + pageSize));
}

interface ComparedList {
  readonly list: OrderedMatrix;
  readonly counts: MatrixCounts;
  /** Reads the tests at these indices of the list's rows. */
  readonly presentedAt: (indices: readonly number[]) => Promise<MatrixTest[]>;
}

async function comparedList(index: ResultIndex, requested: MatrixQuestion): Promise<ComparedList> {
  const { projectId, runIds, show, words, sortBy } = requested;
  const columns: ResultColumns[] = [];
  for (const runId of runIds) columns.push(await index.columns(projectId, runId));
  const matrix = index.matrix(columns);
  const causeAt = await causesOf(index.db, projectId, matrix);
  const texts = words.length > 0 || sortBy === "name" ? await textsOfMatrix(index, projectId, matrix) : null;

  const counts: MatrixCounts = { ...noCounts };
  const rows: number[] = [];
  const kinds: (readonly MatrixKind[])[] = [];
  const test = createCursor(matrix, causeAt, await statesOfStarted(index, requested, matrix, causeAt));
  for (let row = 0; row < matrix.length; row++) {
    if (texts !== null && !words.every((word) => texts.has(row, word))) continue;
    const own = kindsOf(test.at(row));
    counts.all += 1;
    // A test that still fails has no other kind.
    const isChanged = own.length > 0 && own[0] !== "stillFailing";
    if (isChanged) counts.changed += 1;
    for (const kind of own) counts[kind] += 1;
    if (show === undefined ? !isChanged : show !== "all" && !own.includes(show)) continue;
    rows.push(row);
    kinds.push(own);
  }
  const list: OrderedMatrix = { matrix, rows, kinds, nameOf: (row) => texts?.nameOf(row) ?? "" };
  const presentedAt = (indices: readonly number[]) => {
    const visible = indices.map((at) => ({ row: rows[at] as number, kinds: kinds[at] ?? [] }));
    return presented(index, projectId, matrix, test, visible);
  };
  return { list, counts, presentedAt };
}

const noCounts: MatrixCounts = {
  ...(Object.fromEntries(MatrixKind.options.map((kind) => [kind, 0])) as Record<MatrixKind, number>),
  changed: 0,
  all: 0,
};

/** By row of the matrix. */
type StartedStates = ReadonlyMap<number, FailureState>;

/** Returns the states of rows that fail in the head but did not fail in the base for the same cause. */
async function statesOfStarted(
  { db }: ResultIndex,
  { projectId, runIds }: MatrixQuestion,
  matrix: Matrix,
  causeAt: CauseAt,
): Promise<StartedStates> {
  const test = createCursor(matrix, causeAt, new Map());
  const head = matrix.runs.at(-1);
  const rows: number[] = [];
  const results: { testId: number; occurrence: number }[] = [];
  for (let row = 0; row < matrix.length; row++) {
    if (!beganToFail(test.at(row))) continue;
    const index = matrix.places[(row + 1) * matrix.runs.length - 1] as number;
    rows.push(row);
    results.push({ testId: head?.testIds[index] as number, occurrence: head?.occurrences[index] as number });
  }
  const runs = { projectId, runId: runIds.at(-1) as number, baseId: runIds[0] as number };
  const states = await statesOfRows(db, runs, results);
  return new Map(states.map((state, index) => [rows[index] as number, state]));
}

interface Cursor {
  readonly at: (row: number) => TestInRuns;
}

/** Presents one test at a time through a single reused object. */
function createCursor({ runs, places }: Matrix, causeAt: CauseAt, started: StartedStates): Cursor {
  let first = 0;
  const indexIn = (run: number) => places[first + run] as number;
  const test: TestInRuns = {
    runs: runs.length,
    rank: (run) => runs[run]?.ranks[indexIn(run)] ?? -1,
    duration: (run) => runs[run]?.durations[indexIn(run)] ?? Number.NaN,
    cause: (run) => causeAt(run, indexIn(run)),
    // A test that failed in the base for the same cause is known.
    state: () => started.get(first / runs.length) ?? "known",
  };
  return {
    at(row) {
      first = row * runs.length;
      return test;
    },
  };
}

/** Reads the rows of the page with their results in all runs. */
async function presented(
  index: ResultIndex,
  projectId: number,
  matrix: Matrix,
  cursor: Cursor,
  visible: readonly { row: number; kinds: readonly MatrixKind[] }[],
): Promise<MatrixTest[]> {
  const idsOf = (row: number) =>
    matrix.runs.map(({ ids }, run) => ids[matrix.places[row * matrix.runs.length + run] as number]);
  const ids = visible.flatMap(({ row }) => idsOf(row)).filter((id) => id !== undefined);
  const results = new Map((await rowsOf(index.db, projectId, ids)).map((result) => [result.id, result]));
  return visible.flatMap(({ row, kinds }) => {
    const runs = idsOf(row).map((id) => (id === undefined ? undefined : results.get(id)));
    const latest = runs.findLast((result) => result !== undefined);
    // The results were just deleted.
    if (latest === undefined) return [];
    const test = cursor.at(row);
    return {
      testId: latest.testId,
      file: latest.file,
      titlePath: latest.titlePath,
      variant: latest.variant,
      occurrence: latest.occurrence,
      runs: runs.map((result) => (result === undefined ? null : sideOf(result))),
      kinds: [...kinds],
      turnedAt: turnedAt(test, kinds),
      slowdown: slowdownOf(test),
    };
  });
}

function sideOf({ id, status, flaky, duration, errorLine }: ResultRow): MatrixTest["runs"][number] {
  return { resultId: id, status, flaky, duration, errorLine };
}
