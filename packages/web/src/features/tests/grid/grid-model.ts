import type { GridCause, GridRun, GridTest, TestGrid } from "@plumb/contract/tests/test-grid.ts";

/** Outcome of a cell by its letter in `GridTest`. */
export const cellOutcomes = {
  F: "failed",
  E: "errored",
  K: "flaky",
  R: "running",
  S: "skipped",
  P: "passed",
} as const;
type CellLetter = keyof typeof cellOutcomes;

export interface GridPosition {
  readonly row: number;
  readonly column: number;
}

export interface GridCell {
  readonly letter: CellLetter;
  /** Results with this outcome, and all. */
  readonly similar: number;
  readonly all: number;
  /** Failure of a failed, errored or flaky cell. */
  readonly failure: CellFailure | null;
}

interface CellFailure {
  readonly resultId: number;
  readonly run: GridRun;
  /** Known causes, most frequent first; empty if not grouped yet. */
  readonly causes: readonly GridCause[];
  /** True if it has a cause that is not in the list of causes. */
  readonly hasOther: boolean;
}

const isRed = (letter: string) => letter === "F" || letter === "E" || letter === "K";

/** Cells of a grid by row and column. */
export class GridModel {
  readonly grid: TestGrid;
  /** By row, then by column. */
  readonly #firstCauses: Int16Array;

  constructor(grid: TestGrid) {
    this.grid = grid;
    const width = grid.columns.length;
    this.#firstCauses = new Int16Array(grid.tests.length * width).fill(-3);
    for (const [row, { outcomes, causes }] of grid.tests.entries())
      for (let column = 0, red = 0; column < width; column++)
        if (isRed(outcomes.charAt(column))) this.#firstCauses[row * width + column] = causes[red++]?.[0] ?? -1;
  }

  get rows(): number {
    return this.grid.tests.length;
  }

  get columns(): number {
    return this.grid.columns.length;
  }

  test(row: number): GridTest | undefined {
    return this.grid.tests[row];
  }

  letter({ row, column }: GridPosition): string {
    return this.grid.tests[row]?.outcomes.charAt(column) ?? ".";
  }

  /** Returns the index of the most frequent cause of a failed, errored or flaky cell; -1 and -2 as in `GridTest`, and -3 for other cells. */
  firstCause({ row, column }: GridPosition): number {
    return this.#firstCauses[row * this.columns + column] ?? -3;
  }

  /** Returns `null` without a result. */
  cell({ row, column }: GridPosition): GridCell | null {
    const test = this.grid.tests[row];
    const letter = test?.outcomes.charAt(column);
    if (test === undefined || letter === undefined || !(letter in cellOutcomes)) return null;
    const before = test.outcomes.slice(0, column);
    const filled = 2 * countOf(before, (each) => each !== ".");
    const [similar = 1, all = 1] = test.counts?.slice(filled, filled + 2) ?? [];
    const failure = isRed(letter) ? this.#failure(test, countOf(before, isRed)) : null;
    return { letter: letter as CellLetter, similar, all, failure };
  }

  #failure(test: GridTest, red: number): CellFailure | null {
    const run = this.grid.runs[test.runs[red] ?? -1];
    const resultId = test.results[red];
    if (run === undefined || resultId === undefined) return null;
    const indices = test.causes[red] ?? [];
    const causes = indices.flatMap((index) => this.grid.causes[index] ?? []);
    return { resultId, run, causes, hasOther: indices.includes(-2) };
  }
}

function countOf(letters: string, matches: (letter: string) => boolean): number {
  let count = 0;
  for (const letter of letters) if (matches(letter)) count++;
  return count;
}
