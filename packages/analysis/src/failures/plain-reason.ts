import { plainLine } from "@plumb/contract/text/plain.ts";
import { errorSubject } from "#errors/error-subject.ts";

/** Only the start of an error contains its reason. */
const consideredLength = 8000;
const longestReason = 500;

/** An error class in front of its message, such as `ReferenceError: ` or `java.lang.IllegalStateException: `. */
const errorClass =
  /^(?:Uncaught |Unhandled )?(?:[\w$]{1,100}[.\\]){0,10}\w{0,100}(?:Error|Exception|Failure)(?: \[\w{1,60}\])?: +(?=\S)/;
const comparison = /^(?:(.+?) · )?expected (.+?)(?: · received (.+))?$/;
const notFound = /^<?element\(s\) not found>?$/;
const timeout = /\bTimeout\b|\btimed out\b|\btimeout of\b/i;
const codeLine = /^(?:await|return|const|let|yield)\s/;

/**
 * Returns the reason of a failure as a person would write it in a title: one line, without the class of the error.
 *
 * Examples: `applyVoucher is not defined`, `expected "Paid", received "Refused" in getByRole('status')`, `timed out waiting for locator('#pay')`.
 *
 * @param message The error as in the report.
 */
export function plainReason(message: string): string {
  const text = message.slice(0, consideredLength);
  const first = text.split("\n").find((line) => line.trim() !== "") ?? "";
  const subject = errorSubject(text);
  const reason = subject === null ? first : reasonOf(subject, first);
  return withoutClass(plainLine(reason).trim().slice(0, longestReason));
}

function reasonOf(subject: string, first: string): string {
  const [, target, expected, received] = comparison.exec(subject) ?? [];
  if (expected !== undefined) {
    if (target !== undefined && received !== undefined && notFound.test(received)) return `${target} was not found`;
    const compared = received === undefined ? `expected ${expected}` : `expected ${expected}, received ${received}`;
    return target === undefined ? compared : `${compared} in ${target}`;
  }
  if (!timeout.test(first)) return subject;
  return `timed out ${codeLine.test(subject) ? "at" : "waiting for"} ${subject}`;
}

function withoutClass(reason: string): string {
  // Some tools print the class twice: `Error: AssertionError: …`.
  const line = reason.replace(errorClass, "").replace(errorClass, "");
  return line.endsWith(".") && !line.endsWith("..") ? line.slice(0, -1) : line;
}
