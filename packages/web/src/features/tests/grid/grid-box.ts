import type { GridCause } from "@plumb/contract/tests/test-grid.ts";
import type { GridModel, GridPosition } from "./grid-model.ts";

/** Cells between two corners, both included. */
export interface GridBox {
  readonly from: GridPosition;
  readonly to: GridPosition;
}

export interface BoxSummary {
  /** Failed and errored results, and flaky ones. */
  readonly failures: number;
  readonly flaky: number;
  /** Known causes, most frequent first. */
  readonly causes: readonly { readonly cause: GridCause; readonly tests: number }[];
  /** Number of tests and columns with failures or flaky results. */
  readonly tests: number;
  readonly columns: number;
  /** Cells whose failure has no known cause. */
  readonly withoutCause: number;
}

export function sortedBox({ from, to }: GridBox): GridBox {
  return {
    from: { row: Math.min(from.row, to.row), column: Math.min(from.column, to.column) },
    to: { row: Math.max(from.row, to.row), column: Math.max(from.column, to.column) },
  };
}

/** Counts the failures in a box. */
export function summaryOfBox(model: GridModel, box: GridBox): BoxSummary {
  const { from, to } = sortedBox(box);
  const columns = new Set<number>();
  const rows = new Set<number>();
  const causes = new Map<GridCause, Set<number>>();
  let [failures, flaky, withoutCause] = [0, 0, 0];
  for (let row = from.row; row <= to.row; row++)
    for (let column = from.column; column <= to.column; column++) {
      if (model.firstCause({ row, column }) === -3) continue;
      const cell = model.cell({ row, column });
      if (cell === null || cell.failure === null) continue;
      if (cell.letter === "K") flaky += cell.similar;
      else failures += cell.similar;
      columns.add(column);
      rows.add(row);
      if (cell.failure.causes.length === 0) withoutCause += 1;
      for (const cause of cell.failure.causes) causes.set(cause, (causes.get(cause) ?? new Set()).add(row));
    }
  return {
    failures,
    flaky,
    causes: [...causes]
      .map(([cause, tests]) => ({ cause, tests: tests.size }))
      .toSorted((a, b) => b.tests - a.tests || b.cause.cells - a.cause.cells),
    tests: rows.size,
    columns: columns.size,
    withoutCause,
  };
}
