import type { ResultColumns } from "#read-models/results/result-columns.ts";

/** Tests of several runs, one per row, with their index in each run's columns. */
export interface Matrix {
  readonly runs: readonly ResultColumns[];
  /** Number of tests. */
  readonly length: number;
  /** By row, then by run; -1 if the test is not in that run. */
  readonly places: Int32Array;
}

/** Maximum number of cells in memory over all matrices, 4 bytes each. */
const maxPositions = 4_000_000;

/** Puts the results of the same test in several runs into one row. If a test has several results, matches them by occurrence. */
function alignRuns(runs: readonly ResultColumns[]): Matrix {
  const byOccurrence: Map<number, number>[] = [];
  let length = 0;
  const rowsOfRuns = runs.map(({ length: results, testIds, occurrences }) => {
    const rows = new Int32Array(results);
    for (let index = 0; index < results; index++) {
      const tests = (byOccurrence[occurrences[index] as number] ??= new Map<number, number>());
      const testId = testIds[index] as number;
      let row = tests.get(testId);
      if (row === undefined) {
        row = length++;
        tests.set(testId, row);
      }
      rows[index] = row;
    }
    return rows;
  });
  const indices = new Int32Array(length * runs.length).fill(-1);
  for (const [run, rows] of rowsOfRuns.entries()) {
    for (const [index, row] of rows.entries()) indices[row * runs.length + run] = index;
  }
  return { runs, length, places: indices };
}

interface Retained {
  readonly runs: readonly WeakRef<ResultColumns>[];
  readonly matrix: Omit<Matrix, "runs">;
}

/** Caches the most recently used matrices, because filters, pages and sort orders use the same one. */
export function createMatrices(): (runs: readonly ResultColumns[]) => Matrix {
  // References to columns are weak, so that they do not keep columns in memory that their own cache has dropped.
  let retained: readonly Retained[] = [];
  return (runs) => {
    const isOf = (each: Retained) =>
      each.runs.length === runs.length && each.runs.every((run, index) => run.deref() === runs[index]);
    const matrix = retained.find(isOf)?.matrix ?? positionsOnly(alignRuns(runs));
    const others = retained.filter((each) => each.matrix !== matrix);
    let left = maxPositions - matrix.places.length;
    const latest = { runs: runs.map((run) => new WeakRef(run)), matrix };
    retained = [latest, ...others.filter((each) => (left -= each.matrix.places.length) >= 0)];
    return { runs, ...matrix };
  };
}

function positionsOnly({ length, places }: Matrix): Omit<Matrix, "runs"> {
  return { length, places };
}
