import { formatCount, formatDuration } from "@plumb/contract/figures.ts";
import type { TestError } from "@plumb/contract/result-event.ts";
import type { Attempt, Step } from "@plumb/contract/runs/results.ts";
import type { ExportedArtifact } from "#exports/source/report-source.ts";
import { type Book, contentWidth, margin } from "./book.ts";
import { clippedLines, plainLine } from "./lines.ts";
import { colors } from "./palette.ts";
import type { Pictures } from "./pictures.ts";

/** Limits of what is drawn of one attempt; a note replaces the rest. */
export interface StoryLimits {
  readonly errors: number;
  readonly linesPerText: number;
  readonly steps: number;
}

/** Height of a picture, so that two of them with their errors fit on a page. */
const pictureRoom = 250;

/** Draws the errors of an attempt with the code around them, then the steps before them. */
export function drawErrors(book: Book, errors: readonly TestError[], limits: StoryLimits): void {
  for (const error of errors.slice(0, limits.errors)) {
    const message = error.message.trim() === "" ? (error.type ?? "No message reported") : error.message;
    drawText(book, message, limits.linesPerText, colors.errorInk);
    if (error.snippet !== undefined && error.snippet !== "" && !message.includes(error.snippet))
      drawText(book, error.snippet, limits.linesPerText, colors.ink);
    const location = [error.file, error.line, error.column].filter((part) => part !== undefined).join(":");
    if (error.file !== undefined) book.block(location, { size: 7.5, color: colors.soft, face: "mono" });
    const stack = stackBeyond(message, error.stack);
    if (stack !== null) drawText(book, stack, Math.ceil(limits.linesPerText / 2), colors.soft);
    book.y += 4;
  }
  if (errors.length > limits.errors) note(book, `… and ${formatCount(errors.length - limits.errors)} more errors`);
}

/** Returns the frames of a stack that starts with the message. */
function stackBeyond(message: string, stack: string | undefined): string | null {
  if (stack === undefined || stack.trim() === "") return null;
  const at = stack.indexOf(message.trim());
  const rest = at === -1 || at > 200 ? stack : stack.slice(at + message.trim().length);
  return rest.trim() === "" ? null : rest.replace(/^\s*\n/, "");
}

/** Draws a text on a background, over several pages if needed. */
export function drawText(book: Book, text: string, maxLines: number, color: string): void {
  const left = book.block(text, {
    face: "mono",
    size: 7.2,
    color,
    x: margin.left + 8,
    maxLines,
    ground: colors.ground,
  });
  if (left > 0) note(book, `… ${formatCount(left)} more lines in the report`);
  book.y += 4;
}

export function note(book: Book, text: string): void {
  book.block(text, { size: 7.5, color: colors.quiet });
}

export function heading(book: Book, text: string, size = 9): void {
  book.need(size * 4);
  book.y += size * 0.6;
  book.block(text, { face: "bold", size });
  book.y += 2;
}

/** Draws the steps up to the failure, if there is one; only the last ones if there are too many. */
export function drawSteps(book: Book, attempt: Attempt, limits: StoryLimits): void {
  const failedAt = attempt.steps.findLastIndex(({ status }) => status === "failed");
  const led = failedAt === -1 ? attempt.steps : attempt.steps.slice(0, failedAt + 1);
  if (led.length === 0) return;
  heading(book, failedAt === -1 ? "Steps" : "Steps to the failure");
  const from = Math.max(0, led.length - limits.steps);
  if (from > 0) note(book, `${formatCount(from)} earlier steps are omitted`);
  for (const step of led.slice(from)) drawStep(book, step);
}

const stepMarks = { passed: "✓", failed: "✗", skipped: "–" } as const;
const stepInks = { passed: "#04704f", failed: colors.errorInk, skipped: "#8f4f06" } as const;

function drawStep(book: Book, step: Step): void {
  const x = margin.left + Math.min(step.depth, 8) * 10;
  const width = contentWidth - (x - margin.left) - 74;
  const lines = clippedLines(step.title, { face: book.faces.sans, size: 8, width }, 2);
  book.need(lines.length * 11);
  const style = { size: 8, color: stepInks[step.status] };
  book.line(stepMarks[step.status], x, book.y + 8, style);
  const text =
    step.status === "passed" ? formatDuration(step.duration) : `${step.status} ${formatDuration(step.duration)}`;
  book.label(text, margin.left + contentWidth - 70, book.y + 8, { ...style, size: 7.5, width: 70, right: true });
  for (const line of lines) {
    book.line(line, x + 11, book.y + 8, { size: 8, ...(step.status === "failed" && { color: colors.errorInk }) });
    book.y += 11;
  }
}

/** Draws a picture with its name, or its name and why it is missing. */
export async function drawPicture(book: Book, pictures: Pictures, artifact: ExportedArtifact): Promise<void> {
  const name = plainLine(artifact.name);
  const placed = await pictures.place(artifact);
  if ("note" in placed) {
    note(book, `Picture “${name}”: ${placed.note}`);
    return;
  }
  // A pixel is never drawn larger than on a screen with 96 pixels per inch.
  const scale = Math.min(contentWidth / placed.width, pictureRoom / placed.height, 0.75);
  const [width, height] = [placed.width * scale, placed.height * scale];
  book.need(height + 22);
  book.y += 4;
  book.rectangle(margin.left - 0.5, book.y - 0.5, width + 1, height + 1, colors.line);
  book.picture(placed, margin.left, book.y, width, height);
  book.y += height + 3;
  note(book, name);
  book.y += 4;
}

export function isPicture({ contentType, kind }: ExportedArtifact): boolean {
  return contentType.startsWith("image/") || kind === "screenshot";
}
