import { counted } from "@plumb/contract/text/counted.ts";
import { formatCount, formatDuration } from "@plumb/contract/figures.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { ResultRow } from "@plumb/contract/runs/results.ts";
import { type Book, contentWidth, margin } from "./book.ts";
import type { Causes } from "./causes.ts";
import { drawOutcomes, drawSlowest } from "./charts.ts";
import { clippedLines, plainLine } from "./lines.ts";
import { colors } from "./palette.ts";
import { timeText, rateText } from "./text.ts";

const runLabels: Readonly<Record<Report["status"], { word: string; ink: string }>> = {
  completed: { word: "Completed", ink: "#04704f" },
  failed: { word: "Failed", ink: "#c81e1e" },
  running: { word: "Still running: this document shows the results received so far", ink: "#1d4ed8" },
  interrupted: { word: "Interrupted", ink: "#8f4f06" },
};

/** Limited, because some reports have more metadata than anyone reads on paper. */
const maxMetadata = 6;

/** Returns a text such as `11 from 2 causes; 3 new since the previous run, 1 back again, 7 known`. */
function failureText({ failures, counts, causes }: SummaryData): string {
  const by = `${formatCount(failures)} from ${counted(causes, "cause")}`;
  if (counts === null) return by;
  const back = counts.back === 0 ? "" : ` ${formatCount(counts.back)} back again,`;
  const known = failures - counts.new - counts.back;
  return `${by}; ${formatCount(counts.new)} new since the previous run,${back} ${formatCount(known)} known`;
}

/** Data of the first page: the run, its outcome, and its slowest tests. */
export interface SummaryData {
  readonly report: Report;
  readonly projectName: string;
  readonly now: Date;
  /** URL of the report on the server. */
  readonly address: string;
  readonly slowest: readonly ResultRow[];
  readonly failures: number;
  /** Number of new and returned failures; `null` if there is no base run. */
  readonly counts: Causes["counts"];
  readonly causes: number;
  readonly notes: readonly string[];
}

export function drawSummary(book: Book, facts: SummaryData): void {
  const { report, slowest, notes } = facts;
  const { summary } = report;
  book.line("Test report", margin.left, book.y + 9, { size: 9, color: colors.brand, face: "bold" });
  book.y += 16;
  const title = `${plainLine(report.testSuite)} #${report.number}`;
  for (const line of clippedLines(title, { face: book.faces.bold, size: 20, width: contentWidth }, 3)) {
    book.line(line, margin.left, book.y + 20, { face: "bold", size: 20 });
    book.y += 26;
  }
  const { word, ink } = runLabels[report.status];
  book.line(word, margin.left, book.y + 11, { face: "bold", size: 11, color: ink });
  book.y += 26;
  const known = factsOf(facts);
  drawFacts(book, known, known.length > 14 ? 1 : 2);
  book.y += 10;
  section(book, "Results");
  drawOutcomes(book, summary);
  book.y += 6;
  drawFacts(book, [
    ["Pass rate", `${rateText(summary.passRate)} excluding skipped tests (final attempt)`],
    ["First attempts", `${rateText(summary.firstAttemptPassRate)} excluding skipped tests`],
    ...(facts.failures === 0 ? [] : ([["Failures", failureText(facts)]] as const)),
    ...(typeof report.interruption === "string" ? ([["Interrupted", report.interruption]] as const) : []),
    ...(report.problemCount === 0
      ? []
      : ([["Problems", `${formatCount(report.problemCount)} in the report itself, listed at the end`]] as const)),
  ]);
  if (slowest.length > 0 && book.room > 100) {
    book.y += 10;
    section(book, "Slowest tests");
    drawSlowest(book, slowest.slice(0, Math.max(0, Math.floor((book.room - 10 - notes.length * 24) / 13.5))));
  }
  book.y += 8;
  for (const text of notes) {
    for (const line of clippedLines(text, { face: book.faces.sans, size: 7.5, width: contentWidth }, 2)) {
      book.line(line, margin.left, book.y + 8, { size: 7.5, color: colors.quiet });
      book.y += 11;
    }
  }
}

function endLabel({ endTime, status }: Report): string {
  if (endTime !== null) return timeText(endTime);
  return status === "running" ? "not yet" : "N/A";
}

/** Returns facts about the run as pairs of label and value. */
export function factsOf({
  report,
  projectName,
  now,
  address,
}: Pick<SummaryData, "report" | "projectName" | "now" | "address">) {
  const pairs: (readonly [string, string | null])[] = [
    ["Project", projectName],
    ["Environment", report.environment],
    ["Framework", report.framework],
    ["Branch", report.branch],
    ["Commit", report.commit],
    ["Build", report.build],
    ["Commit author", report.commitAuthor],
    ["Pull request", report.pullRequest],
    ["CI job", report.ciUrl],
    ["Started", timeText(report.startTime)],
    ["Ended", endLabel(report)],
    ["Duration", report.summary.duration === null ? "N/A" : formatDuration(report.summary.duration)],
    ["Authors", report.authors.join(", ")],
    ["Tags", report.tags.join(", ")],
    ["Facts", report.facts.join(", ")],
    ["On the server", address],
    ["This document", `written ${timeText(now)}`],
  ];
  const visibleValues = new Set(pairs.map(([, value]) => value));
  const more = Object.entries(report.metadata).filter(([, value]) => !visibleValues.has(value));
  pairs.splice(-2, 0, ...more.slice(0, maxMetadata));
  return pairs.flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value] as const]));
}

const nameWidth = 92;
const webAddress = /^https?:\/\/[\x21-\x7e]{1,2000}$/;

/** @param maxLines Maximum number of lines per value. */
export function drawFacts(book: Book, facts: readonly (readonly [string, string])[], maxLines = 2): void {
  for (const [name, value] of facts) {
    const shape = { face: book.faces.sans, size: 8.5, width: contentWidth - nameWidth };
    book.label(plainLine(name), margin.left, book.y + 9, { size: 8.5, width: nameWidth - 8, color: colors.quiet });
    const x = margin.left + nameWidth;
    const leads = webAddress.test(value);
    for (const line of clippedLines(value, shape, maxLines)) {
      book.line(line, x, book.y + 9, { size: 8.5, ...(leads && { color: colors.brand }) });
      if (leads) book.document.link(x, book.y, book.widthOf(line, { size: 8.5 }), 12, value);
      book.y += 12.5;
    }
  }
}

export function section(book: Book, title: string): void {
  book.need(60);
  book.block(title, { face: "bold", size: 12 });
  book.y += 2;
  book.rule();
  book.y += 6;
}
