import { trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { weekMetrics } from "@plumb/contract/trends/week-metrics.ts";
import type { WeekFigure, WeekLine, WeekList, WeekTarget, WeekTone } from "@plumb/contract/trends/week-model.ts";
import { weekSentence } from "@plumb/contract/trends/week-sentence.ts";
import { comparedText, weekParts, weekTitle } from "@plumb/contract/trends/week-page.ts";
import { Book, contentWidth, margin } from "./book.ts";
import { clippedLines, plainLine } from "./lines.ts";
import { colors, outcomeInks } from "./palette.ts";
import { note } from "./story.ts";
import { section } from "./summary.ts";
import { timeText } from "./text.ts";

const inks: Readonly<Record<WeekTone, string>> = {
  bad: colors.errorInk,
  flaky: outcomeInks.flaky,
  good: outcomeInks.passed,
  plain: colors.soft,
};

/**
 * Renders a week as a document of a few pages.
 *
 * @param origin URL of the app, for links.
 */
export function weekDocument(week: WeekSummary, origin: string, compress = true): Uint8Array {
  const title = `Quality of the week · ${plainLine(week.projectName)} · ${weekTitle(week)}`;
  const book = new Book({ title, now: new Date(week.now), compress });
  book.addPage();
  drawHead(book, week);
  const metrics = weekMetrics(week);
  drawMetrics(book, metrics);
  const parts = weekParts(week);
  for (const part of parts) {
    book.y += 8;
    section(book, part.title);
    book.document.outline.addItem(part.title);
    if (part.note !== "") note(book, part.note);
    for (const list of part.lists) drawList(book, list, origin);
  }
  book.y += 10;
  section(book, "How this is counted");
  book.document.outline.addItem("How this is counted");
  const formulas = [...metrics, ...parts.flatMap(({ lists }) => lists)].map(({ formula }) => trendFormulas[formula]);
  for (const { name, text } of formulas) {
    book.need(30);
    book.block(name, { face: "bold", size: 8 });
    book.block(text, { size: 8, color: colors.soft });
    book.y += 3;
  }
  book.end();
  return book.written();
}

function drawHead(book: Book, week: WeekSummary): void {
  book.line("Quality of the week", margin.left, book.y + 9, { size: 9, color: colors.brand, face: "bold" });
  book.y += 16;
  const shape = { face: book.faces.bold, size: 18, width: contentWidth };
  for (const line of clippedLines(week.projectName, shape, 2)) {
    book.line(line, margin.left, book.y + 18, { face: "bold", size: 18 });
    book.y += 24;
  }
  book.block(`${weekTitle(week)}${week.soFar ? ", so far" : ""}`, { size: 11 });
  book.y += 4;
  const { verdict, text } = weekSentence(week);
  book.block(verdict === null ? text : `${verdict}: ${text}`, { face: "bold", size: 10 });
  book.y += 2;
  note(book, `${comparedText(week)} Written ${timeText(week.now)}.`);
  book.y += 6;
}

/** Draws three metrics per row. */
function drawMetrics(book: Book, metrics: readonly WeekFigure[]): void {
  const columns = 3;
  const width = contentWidth / columns;
  const height = 58;
  for (const [index, { formula, value, before, difference, tone }] of metrics.entries()) {
    const x = margin.left + (index % columns) * width;
    const top = book.y + Math.floor(index / columns) * height;
    const label = { width: width - 10 };
    book.label(trendFormulas[formula].name, x, top + 9, { ...label, size: 8, color: colors.quiet });
    book.label(value, x, top + 27, { ...label, size: 15, face: "bold" });
    book.label(before, x, top + 39, { ...label, size: 8, color: colors.soft });
    book.label(difference, x, top + 49, { ...label, size: 8, face: "bold", color: inks[tone] });
  }
  book.y += Math.ceil(metrics.length / columns) * height;
}

function drawList(book: Book, { title, summary, lines, empty, more }: WeekList, origin: string): void {
  book.need(44);
  book.y += 4;
  book.block(summary === "" ? title : `${title}: ${summary}`, { face: "bold", size: 9 });
  book.y += 2;
  if (lines.length === 0) note(book, empty);
  for (const line of lines) drawLine(book, line, origin);
  if (more !== null && more.text !== "") note(book, `… ${more.text} in Plumb`);
}

/** Draws tag, linked name and details of a line. */
function drawLine(book: Book, { tag, title, detail, target }: WeekLine, origin: string): void {
  const size = 8.5;
  const tagText = tag === null ? "" : `${tag.text}  `;
  const start = margin.left + (tagText === "" ? 0 : book.widthOf(tagText, { size }));
  const shape = { face: book.faces.sans, size, width: contentWidth - (start - margin.left) };
  const names = clippedLines(title, shape, 2);
  book.need(names.length * 11.5 + 14);
  if (tag !== null) book.line(tagText.trimEnd(), margin.left, book.y + size, { size, color: inks[tag.tone] });
  for (const name of names) {
    book.line(name, start, book.y + size, { size, color: colors.brand });
    book.document.link(start, book.y, book.widthOf(name, { size }), 11, `${origin}${pathOf(target)}`);
    book.y += 11.5;
  }
  book.label(detail, margin.left, book.y + 7.5, { size: 7.5, width: contentWidth, color: colors.quiet });
  book.y += 13;
}

function pathOf({ kind, id }: WeekTarget): string {
  return kind === "test" ? `/tests/${id}` : kind === "cause" ? `/defects?group=${id}` : `/analysis?annotation=${id}`;
}
