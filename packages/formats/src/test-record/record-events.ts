import type { AttemptEvent, ResultEvent, TestError, TestEvent } from "@plumb/contract/result-event.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { asPositiveInteger, asString } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { zonedMs } from "#text/loose-moment.ts";
import { sourcePath } from "#text/project-path.ts";
import { attachmentEvent } from "./attachment-event.ts";
import type { AttachmentRecord, AttemptRecord, ErrorRecord, StepRecord, TestRecord } from "./test-record.ts";

/** The events of one test: its attempts with what belongs to them, then the decision. What was cut goes to `repairs`. */
export function recordEvents(id: string, record: TestRecord, repairs: Set<string>): ResultEvent[] {
  const events: ResultEvent[] = [];
  if (record.attempts.length > limits.attemptsPerTest)
    repairs.add(`A test has more than ${limits.attemptsPerTest} attempts; the oldest were left out`);
  const kept = record.attempts.slice(-limits.attemptsPerTest);
  for (const [index, attempt] of kept.entries()) attemptEvents(events, repairs, { id, index, attempt });
  events.push(testEvent(id, record, repairs));
  return events;
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
  stepEvents(events, repairs, id, index, attempt.steps ?? []);
  for (const stream of ["stdout", "stderr"] as const) {
    const whole = attempt[stream] ?? "";
    if (whole.trim() === "") continue;
    if (whole.length > limits.output)
      repairs.add(`The output of a test is longer than ${limits.output} characters and was cut`);
    events.push({ kind: "stdout", test: id, attempt: index, stream, text: cleanText(whole, limits.output) });
  }
  attachmentEvents(events, repairs, attempt.attachments ?? [], { test: id, attempt: index });
}

function attachmentEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  attachments: readonly AttachmentRecord[],
  whose: { readonly test: string; readonly attempt: number },
): void {
  if (attachments.length > limits.artifactsPerAttempt)
    repairs.add(`A test has more than ${limits.artifactsPerAttempt} attachments; the rest was left out`);
  for (const attachment of attachments.slice(0, limits.artifactsPerAttempt)) {
    const event = attachmentEvent(attachment, whose);
    if (event !== undefined) events.push(event);
  }
}

function errorsOf({ status, errors = [] }: AttemptRecord, repairs: Set<string>): TestError[] {
  if (errors.length > limits.errorsPerAttempt)
    repairs.add(`An attempt has more than ${limits.errorsPerAttempt} errors; the rest was left out`);
  const told = errors.slice(0, limits.errorsPerAttempt).map(testError);
  if (told.length > 0 || (status !== "failed" && status !== "error")) return told;
  return [{ message: "Failed; the report does not say why" }];
}

function testError(error: ErrorRecord): TestError {
  const stack = textOf(error.stack, limits.stack);
  const type = textOf(error.type, limits.annotationValue);
  const snippet = textOf(error.snippet, limits.message);
  const file = textOf(error.file, limits.title);
  const line = asPositiveInteger(error.line);
  const column = asPositiveInteger(error.column);
  const message = textOf(error.message, limits.message) ?? firstLine(stack) ?? type;
  return {
    message: message ?? "Failed without a message",
    ...(stack === undefined || stack === message ? {} : { stack }),
    ...(snippet === undefined ? {} : { snippet }),
    ...(type === undefined ? {} : { type: stripAnsi(type) }),
    ...(file === undefined ? {} : { file: sourcePath(file) }),
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

function textOf(value: unknown, max: number): string | undefined {
  const text = asString(value);
  return text === undefined || text.trim() === "" ? undefined : cleanText(text, max);
}

function firstLine(text: string | undefined): string | undefined {
  return text?.trimStart().split("\n", 1)[0];
}

function stepEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  test: string,
  attempt: number,
  steps: Iterable<StepRecord>,
): void {
  let count = 0;
  for (const step of steps) {
    if (++count > limits.stepsPerAttempt) {
      repairs.add(`A test has more than ${limits.stepsPerAttempt} steps; the rest was left out`);
      return;
    }
    const error = textOf(step.error, limits.message);
    events.push({
      kind: "step",
      test,
      attempt,
      title: cleanTitle(step.title, limits.title),
      depth: Math.min(step.depth, limits.stepDepth),
      status: step.status,
      durationMs: plausibleDurationMs(step.durationMs),
      category: step.category ?? "test.step",
      ...(error === undefined ? {} : { error: stripAnsi(error) }),
    });
  }
}

function testEvent(id: string, record: TestRecord, repairs: Set<string>): TestEvent {
  const { status } = record;
  const titles = record.titlePath.slice(0, -1).filter((title) => title.trim() !== "");
  const own = record.titlePath.at(-1) ?? "";
  const path = [...titles.slice(0, limits.suiteDepth), own.trim() === "" ? "(unnamed)" : own];
  if (path.some((title) => title.length > limits.title))
    repairs.add(`A title is longer than ${limits.title} characters and was cut`);
  const line = asPositiveInteger(record.line);
  const reason = status === "skipped" ? textOf(record.skipReason, limits.message) : undefined;
  const failedBefore = record.attempts.slice(0, -1).some((each) => each.status === "failed" || each.status === "error");
  const browser = cleanTitle(record.browser ?? "", 100).trim();
  const author = cleanTitle(record.author ?? "", 200).trim();
  return {
    kind: "test",
    id,
    file: fileOf(record.file),
    titlePath: path.map((title) => cleanTitle(title, limits.title)),
    variant: cleanTitle(record.variant ?? "", limits.title),
    status,
    flaky: status === "passed" && (record.flaky ?? failedBefore),
    ...(line === undefined ? {} : { line }),
    ...(browser === "" ? {} : { browser }),
    ...tagsOf(record.tags ?? []),
    ...(author === "" ? {} : { author }),
    ...annotationsOf(record.annotations ?? []),
    ...(reason === undefined ? {} : { skipReason: stripAnsi(reason) }),
  };
}

function fileOf(file: string | null | undefined): string | null {
  return file === undefined || file === null || file.trim() === "" ? null : sourcePath(cleanTitle(file, limits.title));
}

function tagsOf(told: readonly string[]): Pick<TestEvent, "tags"> {
  const tags = told.slice(0, limits.tagsPerTest).map((tag) => cleanTitle(tag, 200).trim().replace(/^@/, ""));
  const unique = [...new Set(tags)].filter((tag) => tag !== "");
  return unique.length === 0 ? {} : { tags: unique };
}

function annotationsOf(told: NonNullable<TestRecord["annotations"]>): Pick<TestEvent, "annotations"> {
  const annotations = told.slice(0, limits.annotationsPerTest).map(({ type, description }) => ({
    type: cleanTitle(type, limits.annotationValue),
    ...(description === undefined || description === ""
      ? {}
      : { description: cleanText(description, limits.annotationValue) }),
  }));
  return annotations.length === 0 ? {} : { annotations };
}
