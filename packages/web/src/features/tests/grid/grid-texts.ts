import type { GridTest, TestGrid } from "@plumb/contract/tests/test-grid.ts";
import { counted, cut, formatCalendarDay, formatTimestamp, shortCommit } from "#lib/format/format.ts";
import { outcomeStyles } from "#ui/outcome/outcome.ts";
import { cellOutcomes, type GridModel, type GridPosition } from "./grid-model.ts";

/** Returns file, titles and variant, without a first title that repeats the file. */
export function testName({ file, title, variant }: Pick<GridTest, "file" | "title" | "variant">): string {
  const repeats = file !== null && (title === file || title.startsWith(`${file} › `));
  return [...(file === null || repeats ? [] : [file]), title].join(" › ") + (variant === "" ? "" : ` [${variant}]`);
}

const nameless = { run: "", day: "", commit: "No commit", environment: "No environment", browser: "No browser" };

/** Returns the header of a column. */
export function columnName({ by, columns, runs }: TestGrid, index: number): string {
  const column = columns[index];
  if (column === undefined) return "";
  if (by === "run") return `#${runs[column.runs[0] ?? -1]?.number ?? ""}`;
  if (column.name === null || column.name === "") return nameless[by];
  if (by === "commit") return shortCommit(column.name);
  return by === "day" ? formatCalendarDay(column.name) : column.name;
}

/** Returns details of the runs of a column: for one run, those of the run. */
export function columnDetails({ columns, runs }: TestGrid, index: number): string {
  const own = columns[index]?.runs.flatMap((run) => runs[run] ?? []) ?? [];
  const [only] = own;
  if (only === undefined) return "";
  if (own.length > 1) return counted(own.length, "run");
  return [
    `#${only.number}`,
    `${only.failed} of ${counted(only.total, "test")} failed`,
    only.suite,
    only.environment,
    ...(only.branch === null ? [] : [only.branch]),
    ...(only.commit === null ? [] : [shortCommit(only.commit)]),
    ...only.facts,
    formatTimestamp(only.startTime),
  ].join(" · ");
}

export function outcomeText(model: GridModel, at: GridPosition): string {
  const cell = model.cell(at);
  if (cell === null) return "Not run";
  const { word } = outcomeStyles[cellOutcomes[cell.letter]];
  return cell.all === 1 ? word : `${word}: ${cell.similar} of ${counted(cell.all, "result")}`;
}

export function causeText(model: GridModel, at: GridPosition): string | null {
  const failure = model.cell(at)?.failure ?? null;
  if (failure === null) return null;
  const [first, ...others] = failure.causes;
  if (first === undefined) return failure.hasOther ? "Another cause" : "Not grouped yet";
  const more = others.length === 0 ? "" : ` and ${counted(others.length, "other cause")}`;
  return `${cut(first.message, 160)}${more}`;
}

/** Returns a cell in words, for screen readers. */
export function spokenCell(model: GridModel, at: GridPosition): string {
  const test = model.test(at.row);
  return [
    test === undefined ? "" : testName(test),
    columnName(model.grid, at.column),
    outcomeText(model, at),
    causeText(model, at) ?? "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}
