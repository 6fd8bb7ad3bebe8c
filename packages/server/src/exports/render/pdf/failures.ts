import { counted } from "@plumb/contract/text/counted.ts";
import { subjectFirst } from "@plumb/analysis/errors/error-subject.ts";
import { formatCount, formatDuration } from "@plumb/contract/figures.ts";
import type { FailureState } from "@plumb/contract/failures/failing-state.ts";
import { withVerdicts } from "#failures/verdict.ts";
import type { ExportedArtifact, ExportedResult } from "#exports/source/report-source.ts";
import { type Book, contentWidth, margin } from "./book.ts";
import type { Cause } from "./causes.ts";
import { clippedLines } from "./lines.ts";
import { colors, outcomeInks, outcomeOf, outcomeLabels } from "./palette.ts";
import type { Pictures } from "./pictures.ts";
import { drawErrors, drawPicture, drawSteps, heading, isPicture, note, type StoryLimits } from "./story.ts";
import { testName } from "./text.ts";

const limits: StoryLimits = { errors: 3, linesPerText: 40, steps: 30 };

/** Draws a failed test: its head, its error with the code around it, the steps before it, and its first picture. */
export async function drawFailure(
  book: Book,
  pictures: Pictures,
  result: ExportedResult,
  { state, framework }: { readonly state: FailureState | null; readonly framework: string },
): Promise<void> {
  drawTestHead(book, result, state);
  const attempt = result.attempts.findLast(({ status }) => status === "failed" || status === "error");
  if (attempt === undefined) {
    note(book, "The report has no details for this test.");
    return;
  }
  drawVerdict(book, result, framework);
  if (result.attempts.length > 1) heading(book, `Attempt ${attempt.index + 1} of ${result.attempts.length}`);
  if (attempt.errors.length === 0) note(book, "The report has no error.");
  drawErrors(book, attempt.errors, limits);
  drawSteps(book, attempt, limits);
  const [first] = result.artifacts
    .filter(isPicture)
    .toSorted((one, other) => distance(one, attempt.index) - distance(other, attempt.index));
  if (first !== undefined) await drawPicture(book, pictures, first);
  book.y += 10;
}

/** Draws class, confidence and the first line of evidence for a failure. */
export function drawVerdict(book: Book, result: ExportedResult, framework: string): void {
  const attempts = withVerdicts(
    { titlePath: result.titlePath, attempts: [...result.attempts] },
    framework,
    result.appliedClass,
  );
  const verdict = attempts.findLast((attempt) => attempt.verdict !== null)?.verdict;
  if (verdict === undefined || verdict === null) return;
  const by =
    verdict.decidedBy === "person"
      ? `set by ${verdict.decision?.by ?? "a project member"}`
      : `${verdict.confidence}% sure`;
  const label = [verdict.class, ...(verdict.subClass === null ? [] : [verdict.subClass.name]), by].join(" · ");
  book.block(label, { size: 8, color: colors.ink, face: "bold", x: margin.left + 10, maxLines: 2 });
  const [line] = verdict.evidence;
  if (line !== undefined) book.block(`“${line}”`, { size: 7.5, color: colors.soft, x: margin.left + 10, maxLines: 2 });
  book.y += 4;
}

/** Draws the error that several failures share. */
export function drawCause(book: Book, { errorLine, count, newCount, backCount }: Cause): void {
  const title = causeTitle(errorLine);
  const shape = { face: book.faces.bold, size: 9.5, width: contentWidth };
  const counts = [
    `${formatCount(count)} failed`,
    ...(newCount === 0 ? [] : [`${formatCount(newCount)} new`]),
    ...(backCount === 0 ? [] : [`${formatCount(backCount)} back again`]),
  ];
  book.y += 6;
  for (const line of clippedLines(title, shape, 3)) {
    book.line(line, margin.left, book.y + 10, { face: "bold", size: 9.5, color: colors.errorInk });
    book.y += 13;
  }
  note(book, counts.join(", "));
  book.y += 8;
}

/** Returns the title of an error, distinctive part first. */
export function causeTitle(errorLine: string | null): string {
  return errorLine === null || errorLine.trim() === "" ? "No error message" : subjectFirst(errorLine);
}

/**
 * Draws the name of a test and its main facts.
 *
 * @param state State of a failure compared with the previous run; `null` if unknown.
 */
export function drawTestHead(book: Book, result: ExportedResult, state: FailureState | null = null): void {
  const outcome = outcomeOf(result.status, result.flaky);
  const lines = clippedLines(testName(result), { face: book.faces.bold, size: 10, width: contentWidth - 10 }, 4);
  book.rectangle(margin.left, book.y, 3, lines.length * 13.5 + 12, colors[outcome]);
  for (const line of lines) {
    book.line(line, margin.left + 10, book.y + 10, { face: "bold", size: 10 });
    book.y += 13.5;
  }
  const facts = [
    result.file === null ? null : `${result.file}${result.line === null ? "" : `:${result.line}`}`,
    result.duration === null ? null : formatDuration(result.duration),
    result.browser,
    result.author === null ? null : `by ${result.author}`,
    result.retries === 0 ? null : counted(result.retries, "retry", "retries"),
  ].filter((fact) => fact !== null);
  const word = `${outcomeLabels[outcome]}${state === null ? "" : `, ${state === "back" ? "back again" : state}`}`;
  const style = { size: 8, color: outcomeInks[outcome] };
  book.line(word, margin.left + 10, book.y + 8, style);
  const x = margin.left + 10 + book.widthOf(word, style) + 8;
  const shape = { face: book.faces.sans, size: 8, width: contentWidth - (x - margin.left) };
  book.line(clippedLines(facts.join("  ·  "), shape, 1)[0] ?? "", x, book.y + 8, { size: 8, color: colors.soft });
  book.y += 18;
}

/**
 * Ranks pictures of a failure; the lowest value is the best. Preferred are pictures of this attempt, pictures that can be drawn, and pictures of the
 * actual state.
 */
function distance({ attempt, contentType, name }: ExportedArtifact, index: number): number {
  const drawable = /^image\/(?:png|jpeg)$/.test(contentType);
  return (attempt === index ? 0 : 4) + (drawable ? 0 : 2) + (/-(?:expected|previous|diff)\.\w+$/.test(name) ? 1 : 0);
}
