import type { AttemptEvent, ResultEvent, StepEvent, TestError, TestEvent } from "@plumb/contract/result-event.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { isShortened } from "@plumb/contract/text/long-text.ts";
import { asPositiveInteger, asString } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { browserIn } from "#text/browser-name.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { sourcePath } from "#text/project-path.ts";
import { attachmentEvent } from "./attachment-event.ts";
import type { AttachmentRecord, AttemptRecord, ErrorRecord, StepRecord, TestRecord, Verdict } from "./test-record.ts";

/** The events of a test: its attempts with their details, then the test event. */
export interface TestEvents {
  readonly events: readonly ResultEvent[];
  readonly status: Verdict;
  /** Messages about cut parts. */
  readonly repairs: ReadonlySet<string>;
}

/** @param id Id of the test within its report. */
export function testEvents(id: string, record: TestRecord): TestEvents {
  const repairs = new Set<string>();
  const events: ResultEvent[] = [];
  if (record.attempts.length > limits.attemptsPerTest)
    repairs.add(`A test has more than ${limits.attemptsPerTest} attempts; the oldest were left out`);
  const retained = record.attempts.slice(-limits.attemptsPerTest);
  for (const [index, attempt] of retained.entries()) attemptEvents(events, repairs, { id, index, attempt });
  const status = record.status ?? retained.at(-1)?.status ?? "skipped";
  events.push(testEvent(id, record, status, repairs));
  return { events, status, repairs };
}

interface AttemptOf {
  readonly id: string;
  readonly index: number;
  readonly attempt: AttemptRecord;
}

function attemptEvents(events: ResultEvent[], repairs: Set<string>, { id, index, attempt }: AttemptOf): void {
  const { worker } = attempt;
  const event: AttemptEvent = {
    kind: "attempt",
    test: id,
    index,
    status: attempt.status,
    startedAt: zonedMs(attempt.startedAt),
    durationMs: plausibleDurationMs(attempt.durationMs),
    errors: errorsOf(attempt, repairs),
    ...(typeof worker === "number" && Number.isSafeInteger(worker) && worker >= 0 ? { worker } : {}),
  };
  events.push(event);
  stepEvents(events, repairs, { test: id, attempt: index }, attempt.steps ?? []);
  for (const stream of ["stdout", "stderr"] as const) {
    const text = outputText(String(attempt[stream] ?? ""), repairs);
    if (text !== "") events.push({ kind: "stdout", test: id, attempt: index, stream, text });
  }
  attachmentEvents(events, repairs, { test: id, attempt: index }, attempt.attachments ?? []);
}

/** Returns the output of a test, shortened if it is too long, and empty if it is blank. */
export function outputText(full: string, repairs: Set<string>): string {
  if (full.trim() === "") return "";
  const text = cleanText(full, limits.output);
  if (isShortened(text))
    repairs.add(`The output of a test is longer than ${limits.output} characters; its middle was left out`);
  return text;
}

interface Whose {
  readonly test: string;
  readonly attempt: number;
}

function attachmentEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  whose: Whose,
  attachments: readonly AttachmentRecord[],
): void {
  if (attachments.length > limits.artifactsPerAttempt)
    repairs.add(`A test has more than ${limits.artifactsPerAttempt} attachments; the rest was left out`);
  for (const attachment of attachments.slice(0, limits.artifactsPerAttempt)) {
    const event = attachmentEvent(attachment, whose);
    if (event !== undefined) events.push(event);
  }
}

function isFailure(status: Verdict): boolean {
  return status === "failed" || status === "error";
}

function errorsOf({ status, errors = [] }: AttemptRecord, repairs: Set<string>): TestError[] {
  if (!isFailure(status)) return [];
  if (errors.length > limits.errorsPerAttempt)
    repairs.add(`A test has more than ${limits.errorsPerAttempt} errors; the rest was left out`);
  if (errors.length > 0) return errors.slice(0, limits.errorsPerAttempt).map(testError);
  return [{ message: status === "error" ? "Error without a message" : "Failure without a message" }];
}

/** Uses the message, the first line of the stack or the type, in this order. */
function testError(error: ErrorRecord): TestError {
  const stack = textOf(error.stack, limits.stack)
    ?.replace(/^\s*\n/, "")
    .trimEnd();
  const type = asString(error.type) === undefined ? "" : cleanTitle(String(error.type), limits.annotationValue).trim();
  const snippet = textOf(error.snippet, limits.message);
  const file = textOf(error.file, limits.title);
  const line = asPositiveInteger(error.line);
  const column = asPositiveInteger(error.column);
  const ownMessage = textOf(error.message, limits.message)?.trim() ?? stack?.trimStart().split("\n", 1)[0];
  const message = ownMessage ?? (type === "" ? "Failure without a message" : type);
  return {
    message,
    ...(stack === undefined || stack.trim() === message ? {} : { stack }),
    ...(snippet === undefined ? {} : { snippet }),
    ...(type === "" ? {} : { type }),
    ...(file === undefined ? {} : { file: sourcePath(file) }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

/** Returns undefined for an empty text and for values that are not text. */
function textOf(value: unknown, max: number): string | undefined {
  const text = asString(value);
  return text === undefined || text.trim() === "" ? undefined : cleanText(text, max);
}

function stepEvents(events: ResultEvent[], repairs: Set<string>, whose: Whose, steps: Iterable<StepRecord>): void {
  let count = 0;
  for (const step of steps) {
    if (++count > limits.stepsPerAttempt) {
      repairs.add(`A test has more than ${limits.stepsPerAttempt} steps; the rest was left out`);
      return;
    }
    const error = textOf(step.error, limits.message)?.trim();
    events.push({
      kind: "step",
      ...whose,
      title: cleanTitle(step.title, limits.title),
      depth: Math.min(step.depth, limits.stepDepth),
      status: step.status,
      durationMs: plausibleDurationMs(step.durationMs),
      category: step.category ?? "test.step",
      ...(error === undefined ? {} : { error: stripAnsi(error) }),
      ...locationOfStep(step),
    });
  }
}

function locationOfStep({ file, line }: StepRecord): Pick<StepEvent, "file" | "line"> {
  const location = fileOf(file);
  const at = asPositiveInteger(line);
  return location === null ? {} : { file: location, ...(at === undefined ? {} : { line: at }) };
}

function testEvent(id: string, record: TestRecord, status: Verdict, repairs: Set<string>): TestEvent {
  const line = asPositiveInteger(record.line);
  const reason = status === "skipped" ? textOf(record.skipReason, limits.message)?.trim() : undefined;
  const failedBefore = record.attempts.slice(0, -1).some((each) => isFailure(each.status));
  const variant = cleanTitle(record.variant ?? "", limits.title);
  const browser = record.browser === undefined ? browserIn(variant) : cleanTitle(record.browser, 100).trim();
  const author = cleanTitle(record.author ?? "", limits.annotationValue).trim();
  return {
    kind: "test",
    id,
    file: fileOf(record.file),
    titlePath: titlePathOf(record.titlePath, repairs),
    variant,
    status,
    flaky: status === "passed" && (record.flaky ?? failedBefore),
    ...(line === undefined ? {} : { line }),
    ...(browser === undefined || browser === "" ? {} : { browser }),
    ...tagsOf(record.tags ?? []),
    ...(author === "" ? {} : { author }),
    ...annotationsOf(record.annotations ?? [], repairs),
    ...(reason === undefined ? {} : { skipReason: stripAnsi(reason) }),
  };
}

function titlePathOf(titles: readonly string[], repairs: Set<string>): string[] {
  const suites = titles.slice(0, -1).filter((title) => title.trim() !== "");
  const own = titles.at(-1) ?? "";
  const path = [...suites.slice(0, limits.suiteDepth), own.trim() === "" ? "(unnamed)" : own];
  if (path.some((title) => title.length > limits.title))
    repairs.add(`A title is longer than ${limits.title} characters and was cut`);
  return path.map((title) => cleanTitle(title, limits.title).trim());
}

function fileOf(file: string | null | undefined): string | null {
  return file === undefined || file === null || file.trim() === "" ? null : sourcePath(cleanTitle(file, limits.title));
}

function tagsOf(reported: readonly string[]): Pick<TestEvent, "tags"> {
  const unique = new Set(reported.map((tag) => cleanTitle(tag, 200).trim().replace(/^@/, "")));
  unique.delete("");
  return unique.size === 0 ? {} : { tags: [...unique].slice(0, limits.tagsPerTest) };
}

function annotationsOf(
  reported: NonNullable<TestRecord["annotations"]>,
  repairs: Set<string>,
): Pick<TestEvent, "annotations"> {
  if (reported.length > limits.annotationsPerTest)
    repairs.add(`A test has more than ${limits.annotationsPerTest} properties; the rest was left out`);
  const annotations = reported.slice(0, limits.annotationsPerTest).map(({ type, description }) => {
    const text = cleanText(description ?? "", limits.annotationValue).trim();
    return { type: cleanTitle(type, limits.annotationValue), ...(text === "" ? {} : { description: text }) };
  });
  return annotations.length === 0 ? {} : { annotations };
}
