import { trendFormulas } from "@plumb/analysis/trends/formulas.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { moverLists, moverText, weekMetrics } from "@plumb/contract/trends/week-metrics.ts";
import type {
  WeekFigure,
  WeekLine,
  WeekList,
  WeekPart,
  WeekTarget,
  WeekTone,
} from "@plumb/contract/trends/week-model.ts";
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
 * Renders a week as one page with the summary, metrics and most important lines, followed by an appendix with all lines and the formulas.
 *
 * @param origin URL of the app, for links.
 */
export function weekDocument(week: WeekSummary, origin: string, compress = true): Uint8Array {
  const title = `Quality of the week · ${plainLine(week.projectName)} · ${weekTitle(week)}`;
  const book = new Book({ title, now: new Date(week.now), compress });
  const metrics = weekMetrics(week);
  const parts = weekParts(week)
    .map((part) => ({ ...part, lists: part.lists.filter(({ lines }) => lines.length > 0) }))
    .filter(({ lists }) => lists.length > 0);
  book.addPage();
  book.document.outline.addItem("Summary");
  drawHead(book, week);
  drawMetrics(book, metrics);
  drawMovers(book, week);
  drawSummary(book, parts, origin);
  drawAppendix(book, { metrics, parts, origin });
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
  book.block(verdict === null ? text : `${verdict}: ${text}`, { face: "bold", size: 10, maxLines: 4 });
  book.y += 2;
  // The filters may contain a hundred names.
  book.block(`${comparedText(week)} Written ${timeText(week.now)}.`, { size: 7.5, color: colors.quiet, maxLines: 3 });
  book.y += 6;
}

/** Draws three metrics per row, each with the line of its last weeks. */
function drawMetrics(book: Book, metrics: readonly WeekFigure[]): void {
  const columns = 3;
  const width = contentWidth / columns;
  const height = 58;
  for (const [index, { formula, value, before, difference, tone, values }] of metrics.entries()) {
    const x = margin.left + (index % columns) * width;
    const top = book.y + Math.floor(index / columns) * height;
    const label = { width: width - 10 };
    book.label(trendFormulas[formula].name, x, top + 9, { ...label, size: 8, color: colors.quiet });
    book.label(value, x, top + 27, { ...label, size: 15, face: "bold" });
    drawSpark(book, values, { x: x + width - 70, y: top + 14 });
    book.label(before, x, top + 39, { ...label, size: 8, color: colors.soft });
    book.label(difference, x, top + 49, { ...label, size: 8, face: "bold", color: inks[tone] });
  }
  book.y += Math.ceil(metrics.length / columns) * height;
}

/** Draws a line through the values of the weeks, oldest on the left. */
function drawSpark(book: Book, values: readonly number[], { x, y }: { readonly x: number; readonly y: number }): void {
  if (values.length < 2) return;
  const [width, height] = [48, 14];
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest || 1;
  const points = values.map((value, index) => ({
    x: x + (index * width) / (values.length - 1),
    y: y + height - ((value - lowest) / range) * height,
  }));
  const path = points.map((point, index) => `${index === 0 ? "M" : "L"} ${point.x.toFixed(2)} ${point.y.toFixed(2)}`);
  book.document.lineWidth(1.2).strokeColor(colors.soft).path(path.join(" ")).stroke();
  const last = points.at(-1);
  if (last !== undefined) book.document.circle(last.x, last.y, 1.8).fillColor(colors.soft).fill();
}

/** Draws the suites that got worse beside those that got better. */
function drawMovers(book: Book, week: WeekSummary): void {
  const columns = moverLists(week);
  if (columns.length === 0) return;
  const width = contentWidth / 2;
  for (const [index, { title, rows, tone }] of columns.entries()) {
    const x = margin.left + index * width;
    const label = { width: width - 12, size: 8.5 };
    book.label(title, x, book.y + 9, { ...label, face: "bold", color: inks[tone] });
    for (const [row, mover] of rows.entries()) book.label(moverText(mover), x, book.y + 21 + row * 11.5, label);
  }
  book.y += 22 + Math.max(...columns.map(({ rows }) => rows.length)) * 11.5;
}

/** Number of lines of a list on the first page, and their height in points. */
const summaryLines = 3;
const summaryLine = 12;
const summaryTitle = 15;

/** Draws the first lines of the lists for which the first page has room. */
function drawSummary(book: Book, parts: readonly WeekPart[], origin: string): void {
  for (const part of parts)
    for (const { title, summary, lines } of part.lists) {
      const visible = lines.slice(0, summaryLines);
      if (book.room < summaryTitle + (visible.length + 1) * summaryLine) continue;
      const heading = summary === "" ? `${part.title} · ${title}` : `${part.title} · ${title}: ${summary}`;
      book.label(heading, margin.left, book.y + 10, { width: contentWidth, size: 8.5, face: "bold" });
      book.y += summaryTitle;
      for (const line of visible) drawRow(book, line, origin);
      book.y += 3;
    }
  if (book.room >= summaryLine)
    book.label("The appendix has all lines.", margin.left, book.y + 9, {
      width: contentWidth,
      size: 7.5,
      color: colors.quiet,
    });
}

/** Draws tag, linked name and details in one row of columns. */
function drawRow(book: Book, { tag, title, detail, target }: WeekLine, origin: string): void {
  const size = 8;
  const [tagWidth, nameWidth] = [84, 250];
  const baseline = book.y + 8;
  const nameX = margin.left + tagWidth;
  if (tag !== null) book.label(tag.text, margin.left, baseline, { size, width: tagWidth - 6, color: inks[tag.tone] });
  book.label(plainLine(title), nameX, baseline, { size, width: nameWidth - 8, color: colors.brand });
  book.document.link(nameX, book.y, nameWidth - 8, summaryLine - 1, `${origin}${pathOf(target)}`);
  book.label(detail, nameX + nameWidth, baseline, {
    size,
    width: contentWidth - tagWidth - nameWidth,
    color: colors.quiet,
  });
  book.y += summaryLine;
}

interface Appendix {
  readonly metrics: readonly WeekFigure[];
  readonly parts: readonly WeekPart[];
  readonly origin: string;
}

/** Draws the appendix: all lines and the formulas. */
function drawAppendix(book: Book, { metrics, parts, origin }: Appendix): void {
  book.addPage();
  for (const part of parts) {
    section(book, part.title);
    book.document.outline.addItem(part.title);
    if (part.note !== "") note(book, part.note);
    for (const list of part.lists) drawList(book, list, origin);
    book.y += 8;
  }
  book.y += 2;
  section(book, "How this is counted");
  book.document.outline.addItem("How this is counted");
  const formulas = [...metrics, ...parts.flatMap(({ lists }) => lists)].map(({ formula }) => trendFormulas[formula]);
  for (const { name, text } of formulas) {
    book.need(30);
    book.block(name, { face: "bold", size: 8 });
    book.block(text, { size: 8, color: colors.soft });
    book.y += 3;
  }
}

function drawList(book: Book, { title, summary, lines, more }: WeekList, origin: string): void {
  book.need(44);
  book.y += 4;
  book.block(summary === "" ? title : `${title}: ${summary}`, { face: "bold", size: 9 });
  book.y += 2;
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
