import { expectedReceivedIn } from "./expected-received.ts";
import type { Frame } from "./stack-frames.ts";
import { errorType } from "./error-type.ts";
import { actionIn, hostIn, statusIn, targetIn } from "./error-parts.ts";
import { type SortedLines, sortedLines } from "./sorted-lines.ts";

/** A failure as in the report. */
export interface ReportedFailure {
  readonly message: string;
  readonly stack?: string | null;
  /**
   * The stored text of the page at the failure: Playwright's snapshot. It shows the cause if the error is only a
   * symptom.
   */
  readonly page?: string | null;
  /** The report's format or framework, in any wording; it decides where the text leaves a choice. */
  readonly framework?: string | null;
}

/** An error in its parts. Missing or ambiguous parts are `null`; `text` is always complete. */
export interface ReadError {
  /** `TimeoutError`, `org.openqa.selenium.NoSuchElementException`: the innermost class that is named. */
  readonly type: string | null;
  /** What was being done: `page.goto`, `expect.toBeVisible`, `findElement`, `cy.visit`, `assertEquals`. */
  readonly action: string | null;
  /** The locator, or else the address, that it was done to. */
  readonly target: string | null;
  readonly expected: string | null;
  readonly received: string | null;
  /** The HTTP status that was answered. */
  readonly status: number | null;
  readonly host: string | null;
  /** First frame in code of the team's own; null if only the language, the runner and libraries are named. */
  readonly frame: Frame | null;
  /** The failing line of source, where the tool prints it. */
  readonly code: string | null;
  /** What the tool saw of the page meanwhile: its call log and snapshot. */
  readonly page: readonly string[];
  /** `Caused by:` lines, outermost first. */
  readonly causes: readonly string[];
  /** The message without code frame, stack and call log. */
  readonly text: string;
}

/** Parses an error. Reads only the start and the end of very long texts. */
export function readError(failure: ReportedFailure): ReadError {
  return readLines(sortedLines(failure), failure.framework ?? "");
}

/** The same of lines that are sorted already. */
export function readLines(lines: SortedLines, framework: string): ReadError {
  const text = lines.text.map((line) => line.trim()).join("\n");
  const { page, causes, code, frame } = lines;
  const compared = expectedReceivedIn(lines.text);
  return {
    type: errorType([...lines.heads, ...lines.text.slice(0, 4).map((line) => line.trim())], causes),
    action: actionIn(text, code, framework),
    target: targetIn(text, page),
    expected: compared?.expected ?? null,
    received: compared?.received ?? null,
    status: statusIn(text, page, code, compared),
    host: hostIn(text, page),
    frame,
    code,
    page,
    causes,
    text,
  };
}
