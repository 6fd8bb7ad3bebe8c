import type { ResultColumns } from "#read-models/results/result-columns.ts";

/** The tests of several runs, each once, with its place in the columns of every run. */
export interface Matrix {
  readonly runs: readonly ResultColumns[];
  /** How many tests there are. */
  readonly length: number;
  /** By row, then by run; -1 where the test is not in that run. */
  readonly places: Int32Array;
}

/** Places that stay in memory over all matrices: 4 bytes each. */
const mostPlaces = 4_000_000;

/** Puts the results of the same test in several runs into one row: the same occurrence of it, where it appears several times. */
function alignRuns(runs: readonly ResultColumns[]): Matrix {
  const byOccurrence: Map<number, number>[] = [];
  let length = 0;
  const rowsOfRuns = runs.map(({ length: results, testIds, occurrences }) => {
    const rows = new Int32Array(results);
    for (let place = 0; place < results; place++) {
      const tests = (byOccurrence[occurrences[place] as number] ??= new Map<number, number>());
      const testId = testIds[place] as number;
      let row = tests.get(testId);
      if (row === undefined) {
        row = length++;
        tests.set(testId, row);
      }
      rows[place] = row;
    }
    return rows;
  });
  const places = new Int32Array(length * runs.length).fill(-1);
  for (const [run, rows] of rowsOfRuns.entries()) {
    for (const [place, row] of rows.entries()) places[row * runs.length + run] = place;
  }
  return { runs, length, places };
}

interface Kept {
  readonly runs: readonly WeakRef<ResultColumns>[];
  readonly matrix: Omit<Matrix, "runs">;
}

/** Keeps the matrices that were asked for last: a filter, a page and an order are questions about the same one. */
export function createMatrices(): (runs: readonly ResultColumns[]) => Matrix {
  // Columns are not cached here: their readers decide how many to keep.
  let kept: readonly Kept[] = [];
  return (runs) => {
    const isOf = (each: Kept) =>
      each.runs.length === runs.length && each.runs.every((run, index) => run.deref() === runs[index]);
    const matrix = kept.find(isOf)?.matrix ?? placesOnly(alignRuns(runs));
    const others = kept.filter((each) => each.matrix !== matrix);
    let left = mostPlaces - matrix.places.length;
    const latest = { runs: runs.map((run) => new WeakRef(run)), matrix };
    kept = [latest, ...others.filter((each) => (left -= each.matrix.places.length) >= 0)];
    return { runs, ...matrix };
  };
}

function placesOnly({ length, places }: Matrix): Omit<Matrix, "runs"> {
  return { length, places };
}
