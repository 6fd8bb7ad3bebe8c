import { formatCount, formatDuration, formatRate, rate } from "@plumb/contract/figures.ts";
import type { ReportSummary } from "@plumb/contract/runs/reports.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { type Book, contentWidth, margin } from "./book.ts";
import { colors, type Outcome, outcomeInks, outcomeOf, outcomeLabels } from "./palette.ts";
import { testName } from "./text.ts";

interface Slice {
  readonly outcome: Outcome;
  readonly count: number;
}

/** Returns the outcomes with tests. Flaky tests are subtracted from the passed ones, so that the slices add up to the total. */
function slicesOf(summary: ReportSummary): Slice[] {
  const { total, passed, failed, errored, skipped, flaky } = summary;
  const slices: Slice[] = [
    { outcome: "passed", count: passed - flaky },
    { outcome: "flaky", count: flaky },
    { outcome: "failed", count: failed },
    { outcome: "errored", count: errored },
    { outcome: "skipped", count: skipped },
    { outcome: "running", count: total - passed - failed - errored - skipped },
  ];
  return slices.filter(({ count }) => count > 0);
}

const radius = 42;
const ring = 17;

/** Draws a ring of the outcomes with a legend, and moves `y` below both. */
export function drawOutcomes(book: Book, summary: ReportSummary): void {
  const slices = slicesOf(summary);
  const top = book.y;
  const [centreX, centreY] = [margin.left + radius + ring, top + radius + ring / 2 + 4];
  const { document } = book;
  document.lineWidth(ring);
  let turned = 0;
  for (const { outcome, count } of slices) {
    const share = count / summary.total;
    document.strokeColor(colors[outcome]);
    if (share > 0.9999) document.circle(centreX, centreY, radius).stroke();
    else document.path(arc(centreX, centreY, turned, turned + share)).stroke();
    turned += share;
  }
  if (slices.length === 0) document.strokeColor(colors.line).circle(centreX, centreY, radius).stroke();
  const all = formatCount(summary.total);
  const size = all.length > 6 ? 12 : 16;
  book.line(all, centreX - book.widthOf(all, { face: "bold", size }) / 2, centreY + 3, { face: "bold", size });
  const word = summary.total === 1 ? "test" : "tests";
  book.line(word, centreX - book.widthOf(word, { size: 7.5 }) / 2, centreY + 14, { size: 7.5, color: colors.quiet });
  const legendX = centreX + radius + ring + 22;
  book.y = centreY - (slices.length * 16) / 2;
  for (const { outcome, count } of slices) {
    book.rectangle(legendX, book.y + 3, 8, 8, colors[outcome]);
    // As on screens, passed includes flaky in the legend, but not in the ring.
    const visible = outcome === "passed" ? summary.passed : count;
    const word = outcome === "flaky" ? `of them ${outcomeLabels.flaky.toLowerCase()}` : outcomeLabels[outcome];
    book.line(word, legendX + 15, book.y + 10.5, { color: outcomeInks[outcome] });
    book.label(formatCount(visible), legendX + 75, book.y + 10.5, { width: 60, right: true, face: "bold" });
    book.label(formatRate(rate(visible, summary.total)), legendX + 140, book.y + 10.5, {
      width: 50,
      right: true,
      color: colors.soft,
    });
    book.y += 16;
  }
  book.y = Math.max(book.y, centreY + radius + ring / 2 + 8);
}

/** Returns the path of an arc. `from` and `to` are fractions of a turn, clockwise from the top. */
function arc(x: number, y: number, from: number, to: number): string {
  const at = (slot: number) =>
    `${(x + radius * Math.sin(slot * 2 * Math.PI)).toFixed(3)} ${(y - radius * Math.cos(slot * 2 * Math.PI)).toFixed(3)}`;
  return `M ${at(from)} A ${radius} ${radius} 0 ${to - from > 0.5 ? 1 : 0} 1 ${at(to)}`;
}

/** Draws bars relative to the slowest test. */
export function drawSlowest(book: Book, rows: readonly ResultRow[]): void {
  const longest = Math.max(1, ...rows.map(({ duration }) => duration ?? 0));
  const barX = margin.left + contentWidth * 0.55;
  const barWidth = contentWidth * 0.45 - 56;
  for (const row of rows) {
    const outcome = outcomeOf(row.status, row.flaky);
    book.label(testName(row), margin.left, book.y + 9, { size: 8, width: contentWidth * 0.55 - 8 });
    book.rectangle(barX, book.y + 2.5, Math.max(1, (barWidth * (row.duration ?? 0)) / longest), 8, colors[outcome]);
    book.label(formatDuration(row.duration), margin.left + contentWidth - 52, book.y + 9, {
      size: 8,
      width: 52,
      right: true,
    });
    book.y += 13.5;
  }
}

/** The slowest tests so far, slowest first; equal durations stay in order of arrival. */
export class Slowest {
  readonly rows: ResultRow[] = [];
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  add(row: ResultRow): void {
    const duration = row.duration ?? 0;
    const last = this.rows.at(-1);
    if (duration <= 0 || (this.rows.length === this.#max && duration <= (last?.duration ?? 0))) return;
    const at = this.rows.findIndex((other) => (other.duration ?? 0) < duration);
    this.rows.splice(at === -1 ? this.rows.length : at, 0, row);
    this.rows.length = Math.min(this.rows.length, this.#max);
  }
}
