import type { TestError } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import { cleanText } from "#text/clean-text.ts";
import { isTraceback, withoutRepeat, splitStack } from "#text/split-stack.ts";
import { sourcePath } from "#text/project-path.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { withoutAttachments } from "./attachments.ts";
import type { RawFailure } from "./raw-case.ts";

/**
 * Converts a failure to an error. The message is the attribute, or the first lines of the text if the attribute is missing or only repeats
 * the title (Playwright before 1.60 writes `file:line:column title`). The whole text is the stack.
 */
export function errorOf(failure: RawFailure): TestError {
  const body = cleanText(withoutAttachments(failure.body), limits.stack)
    .replace(/^\s*\n/, "")
    .trimEnd();
  const input = withItsLines(failure.message?.trim() ?? "", body);
  const useless =
    input === "" || meansNothing.test(input) || (failure.type === "FAILURE" && /^\S+:\d+:\d+ /.test(input));
  const derived = useless || isTraceback(input) ? derivedFrom(useless ? body : input) : input;
  const message = derived === "" ? input : derived;
  const type = failure.type === "FAILURE" || failure.type === "NoneType" ? undefined : failure.type?.trim();
  return {
    message: message === "" ? fallback(failure, type) : cleanText(message, limits.message),
    ...(body.trim() === "" || body.trim() === message ? {} : { stack: body }),
    ...(type === undefined || type === "" ? {} : { type: cleanText(type, limits.annotationValue) }),
    ...(failure.place === undefined ? {} : locationOf(failure.place)),
  };
}

/**
 * Restores the line breaks of a message. XML turns line breaks of an attribute into spaces, and some writers drop them. If the
 * text of the element begins with the same message, its line breaks are used.
 */
function withItsLines(message: string, body: string): string {
  if (message === "" || message.includes("\n") || !body.includes("\n")) return message;
  const head = body.slice(0, 2 * message.length + limits.title);
  const named = /^\s*[\w.$]{1,200}(?: \[\w+\])?: /.exec(head)?.[0].length ?? 0;
  for (const from of new Set([0, named])) {
    const end = endOfSame(message, head, from);
    if (end !== undefined) return head.slice(from, end).trim();
  }
  return message;
}

/** Returns the index at which the message ends in the text, ignoring white space. Undefined if the text does not begin with it. */
function endOfSame(message: string, text: string, from: number): number | undefined {
  let at = from;
  for (const character of message.replace(/\s+/g, "")) {
    while (at < text.length && /\s/.test(text[at] ?? "")) at++;
    if (!text.startsWith(character, at)) return undefined;
    at += character.length;
  }
  return at;
}

function locationOf({
  file,
  line,
}: {
  readonly file: string;
  readonly line: number;
}): Pick<TestError, "file" | "line"> {
  const path = sourcePath(cleanText(file, limits.title));
  return Number.isSafeInteger(line) && line > 0 ? { file: path, line } : { file: path };
}

function fallback(failure: RawFailure, type: string | undefined): string {
  if (type !== undefined && type !== "") return cleanText(type, limits.message);
  return failure.kind === "error" ? "Error without a message" : "Failure without a message";
}

/** Placeholders for messages: by behave for steps that are not implemented, by nose2 and Dart's junitreport for every failure. */
const meansNothing = /^(?:None|null|undefined|test failure|\d+ (?:failure|error)s?, see stacktrace for details)$/;
/** Headings before the message: by Dart's junitreport, and by Jest for a file that could not run. */
const heading = /^(?:Failure:|Error:|\s*● Test suite failed to run)[ \t]*\n\s*/;

function derivedFrom(body: string): string {
  return isTraceback(body) ? splitStack(body).message : withoutRepeat(firstStatement(body));
}

/** Returns the first paragraph that is not a heading by Playwright (`  [chromium] › a.spec.ts:1:1 › title ────`). */
function firstStatement(body: string): string {
  const paragraphs = stripAnsi(body.slice(0, limits.message))
    .replace(heading, "")
    .split(/\n[ \t]*\n/);
  const paragraph = paragraphs.find(
    (text) => text.trim() !== "" && !/ › .*[─=]{3}|^\s*\S+:\d+:\d+ › [^\n]*$/.test(text),
  );
  const lines = (paragraph ?? "").split("\n");
  const stackAt = lines.findIndex(
    (line, index) => index > 0 && /^(?:\s+at \S|stack traceback:|(?:at )?(?:[a-z]:)?[\\/]?\S+\.php:\d+$)/i.test(line),
  );
  return (stackAt === -1 ? lines : lines.slice(0, stackAt))
    .slice(0, 20)
    .map((line) => line.trim())
    .join("\n")
    .trim();
}
