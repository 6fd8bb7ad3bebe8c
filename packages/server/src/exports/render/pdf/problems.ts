import type { Problem } from "@plumb/contract/runs/reports.ts";
import { type Book, margin } from "./book.ts";
import { plainLine } from "./lines.ts";
import { colors } from "./palette.ts";
import { note } from "./story.ts";

const labels: Readonly<Record<Problem["severity"], string>> = {
  error: "Failure outside tests",
  incomplete: "Incomplete",
  warning: "Warning",
};

/** Draws the problems of the report. */
export function drawProblems(book: Book, problems: readonly Problem[], count: number): void {
  for (const { severity, reason, file, line } of problems) {
    book.need(34);
    book.block(labels[severity], {
      face: "bold",
      size: 8.5,
      color: severity === "warning" ? colors.soft : colors.errorInk,
    });
    const left = book.block(reason, { size: 8.5, maxLines: 12 });
    if (left > 0) note(book, `… ${left} more lines in the report`);
    if (file !== null) {
      const location = plainLine(`${file}${line === null ? "" : `:${line}`}`);
      book.block(location, { size: 7.5, color: colors.quiet, x: margin.left, maxLines: 2 });
    }
    book.y += 6;
  }
  if (count > problems.length) note(book, `… and ${count - problems.length} more in the report`);
}
