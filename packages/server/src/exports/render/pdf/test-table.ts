import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import { formatDuration } from "@plumb/contract/figures.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { type Book, contentWidth, margin } from "./book.ts";
import { type Contents, link } from "./contents.ts";
import { clippedLine, clippedLines, plainLine } from "./lines.ts";
import { colors, type Outcome, outcomeInks, outcomeOf, outcomeLabels } from "./palette.ts";
import { testName } from "./text.ts";

const outcomeWidth = 58;
const durationWidth = 58;
const testX = margin.left + outcomeWidth;
const testWidth = contentWidth - outcomeWidth - durationWidth - 8;
const max = { title: 4, error: 2 };

/** Link target of a failure that is described in full. */
export interface FailureLink {
  readonly page: number;
  readonly name: string;
}

/** Table of all tests, one per row, with a heading per outcome. The header of the table is on every page. */
export class TestTable {
  readonly #book: Book;
  readonly #contents: Contents;
  #outcome: Outcome | null = null;

  constructor(book: Book, contents: Contents) {
    this.#book = book;
    this.#contents = contents;
  }

  add(row: ResultRow, target: FailureLink | undefined): void {
    const book = this.#book;
    const outcome = outcomeOf(row.status, row.flaky);
    const sans = book.faces.sans;
    const title = clippedLines(testName(row), { face: sans, size: 8, width: testWidth }, max.title);
    const error =
      row.errorLine === null
        ? []
        : clippedLines(subjectFirst(row.errorLine), { face: book.faces.mono, size: 6.8, width: testWidth }, max.error);
    const height = title.length * 10.5 + error.length * 9 + (row.file === null ? 0 : 9) + 5;
    if (outcome !== this.#outcome) this.#begin(outcome, height);
    else if (book.need(height)) this.#drawHead();
    const top = book.y;
    book.rectangle(margin.left, top + 3, 5, 5, colors[outcome]);
    book.line(outcomeLabels[outcome], margin.left + 9, top + 8.5, { size: 7.5, color: outcomeInks[outcome] });
    book.label(formatDuration(row.duration), margin.left + contentWidth - durationWidth, top + 8.5, {
      size: 8,
      width: durationWidth,
      right: true,
    });
    for (const line of title) {
      book.line(line, testX, book.y + 8.5, { size: 8 });
      book.y += 10.5;
    }
    for (const line of error) {
      book.line(line, testX, book.y + 7, { face: "mono", size: 6.8, color: colors.errorInk });
      book.y += 9;
    }
    if (row.file !== null) {
      const file = clippedLine(plainLine(row.file), { face: sans, size: 7, width: testWidth });
      book.line(file, testX, book.y + 7, { size: 7, color: colors.quiet });
    }
    if (target !== undefined) {
      const text = `page ${target.page}`;
      const x = margin.left + contentWidth - book.widthOf(text, { size: 7.5 });
      link(book, text, x, top + 19, target.name);
    }
    book.y = Math.max(top + height, target === undefined ? 0 : top + 25);
    book.rule(book.y - 1.5);
  }

  #begin(outcome: Outcome, height: number): void {
    const book = this.#book;
    this.#outcome = outcome;
    book.need(height + 46);
    book.y += 6;
    this.#contents.add(outcomeLabels[outcome], 1);
    book.line(outcomeLabels[outcome], margin.left, book.y + 11, {
      face: "bold",
      size: 10.5,
      color: outcomeInks[outcome],
    });
    book.y += 18;
    this.#drawHead();
  }

  #drawHead(): void {
    const book = this.#book;
    const style = { size: 7.5, color: colors.quiet };
    book.line("Outcome", margin.left, book.y + 8, style);
    book.line("Test", testX, book.y + 8, style);
    book.label("Duration", margin.left + contentWidth - durationWidth, book.y + 8, {
      ...style,
      width: durationWidth,
      right: true,
    });
    book.y += 13;
    book.rule(book.y - 1.5);
  }
}
