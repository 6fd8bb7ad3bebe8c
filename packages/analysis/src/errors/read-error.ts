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
   * Stored page content at the time of the failure (Playwright's snapshot). It shows the cause if the error is only a
   * symptom.
   */
  readonly page?: string | null;
  /** Format or framework of the report, in any spelling; used if the text is ambiguous. */
  readonly framework?: string | null;
}

/** An error in its parts. Missing or ambiguous parts are `null`; `text` is always complete. */
export interface ReadError {
  /** Innermost class in the error, such as `TimeoutError` or `org.openqa.selenium.NoSuchElementException`. */
  readonly type: string | null;
  /** Failed action, such as `page.goto`, `expect.toBeVisible`, `findElement`, `cy.visit` or `assertEquals`. */
  readonly action: string | null;
  /** Target of the action: a locator, or else an address. */
  readonly target: string | null;
  readonly expected: string | null;
  readonly received: string | null;
  /** HTTP status of the response. */
  readonly status: number | null;
  readonly host: string | null;
  /** First frame in the team's code; `null` if the stack contains only the language, the runner and libraries. */
  readonly frame: Frame | null;
  /** Failing line of source code, if the tool prints it. */
  readonly code: string | null;
  /** Lines of the call log and of the page snapshot. */
  readonly page: readonly string[];
  /** `Caused by:` lines, outermost first. */
  readonly causes: readonly string[];
  /** Message without code frame, stack and call log. */
  readonly text: string;
}

/** Parses an error. Only the start and the end of very long texts are used. */
export function readError(failure: ReportedFailure): ReadError {
  return readLines(sortedLines(failure), failure.framework ?? "");
}

/** Like `readError`, for lines that are already sorted. */
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
