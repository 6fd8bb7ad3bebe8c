import type { GridCause } from "@plumb/contract/tests/test-grid.ts";
import type { GridModel } from "./grid-model.ts";

/** Columns in which many tests fail for one cause, as if a host or a service was down. */
export interface CauseMark {
  readonly cause: GridCause;
  /** In their order. */
  readonly columns: readonly number[];
  /** Failed tests of the last of these columns, and those with a result that is not skipped. */
  readonly failed: number;
  readonly executed: number;
  /** Facts of all runs of these columns that not all other runs have, such as the host. */
  readonly traits: readonly string[];
}

const fewestTests = 5;
const leastShare = 0.2;
const fewestColumns = 3;

/** Returns causes with a column in which at least a fifth of the tests, and five of them, fail for them. The cause of the latest column comes first. */
export function causeMarks(model: GridModel): CauseMark[] {
  const marks = new Map<GridCause, CauseMark>();
  for (const column of model.grid.columns.keys()) {
    const found = mainCauseOf(model, column);
    if (found === null) continue;
    const columns = [...(marks.get(found.cause)?.columns ?? []), column];
    marks.delete(found.cause);
    marks.set(found.cause, { ...found, columns, traits: traitsOf(model, new Set(columns)) });
  }
  return [...marks.values()].toReversed();
}

function mainCauseOf(model: GridModel, column: number): Pick<CauseMark, "cause" | "executed" | "failed"> | null {
  const byCause = new Map<number, number>();
  let executed = 0;
  for (let row = 0; row < model.rows; row++) {
    const letter = model.letter({ row, column });
    if (letter === "." || letter === "S") continue;
    executed += 1;
    const index = model.firstCause({ row, column });
    if (letter !== "K" && index >= 0) byCause.set(index, (byCause.get(index) ?? 0) + 1);
  }
  let [main, failed] = [-1, 0];
  for (const [index, count] of byCause) if (count > failed) [main, failed] = [index, count];
  const cause = model.grid.causes[main];
  return cause === undefined || failed < fewestTests || failed < leastShare * executed
    ? null
    : { cause, failed, executed };
}

function traitsOf({ grid: { columns, runs } }: GridModel, marked: ReadonlySet<number>): string[] {
  const runsOf = (isMarked: boolean) =>
    columns
      .flatMap((column, index) => (marked.has(index) === isMarked ? column.runs : []))
      .flatMap((run) => runs[run] ?? []);
  const traitsOfRun = (run: (typeof runs)[number]) => [`environment ${run.environment}`, ...run.facts];
  const others = runsOf(false);
  const [first, ...rest] = runsOf(true).map(traitsOfRun);
  return (first ?? []).filter(
    (trait) =>
      rest.every((traits) => traits.includes(trait)) && others.some((run) => !traitsOfRun(run).includes(trait)),
  );
}

/** Returns whether a test failed for one cause in each column that ran it, at least three. */
export function failsThroughout(model: GridModel, row: number): boolean {
  let [columns, first] = [0, -3];
  for (let column = 0; column < model.columns; column++) {
    const letter = model.letter({ row, column });
    if (letter === "." || letter === "S") continue;
    const index = model.firstCause({ row, column });
    if (letter === "K" || index < 0 || (columns > 0 && index !== first)) return false;
    first = index;
    columns += 1;
  }
  return columns >= fewestColumns;
}
