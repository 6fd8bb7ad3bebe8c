import type { AttachmentRecord, AttemptRecord, ErrorRecord, TestRecord } from "@plumb/formats/results/test-record.ts";
import { unexplainedAttempts } from "@plumb/formats/results/unexplained-attempts.ts";
import { asText } from "@plumb/formats/json/json-value.ts";
import { tagsIn } from "@plumb/formats/text/tags-in-titles.ts";
import type { PlannedTest } from "@plumb/reporter-core/test-record-reporter.ts";
import type { TestCase } from "vitest/node";

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

export function plannedTest(test: TestCase): PlannedTest {
  const titlePath = [...suitesOf(test), test.name];
  const meta = Object.entries(test.meta()).flatMap(([type, value]) => {
    const description = asText(value);
    return description === undefined ? [] : [{ type, description }];
  });
  return {
    file: test.module.relativeModuleId,
    titlePath,
    variant: test.project.name,
    line: test.location?.line,
    // Since 4.
    tags: [...((test.tags as readonly string[] | undefined) ?? []), ...tagsIn(titlePath)],
    annotations: meta,
  };
}

export function finishedTest(test: TestCase, printed: Printed | undefined): TestRecord {
  const planned = plannedTest(test);
  const result = test.result();
  const notes = annotationsOf(test);
  const status = result.state === "pending" ? "skipped" : result.state;
  const attempts = attemptsOf(test, status);
  const last = attempts.at(-1);
  if (last !== undefined) attempts[attempts.length - 1] = { ...last, ...printed, attachments: notes.attachments };
  return {
    ...planned,
    status,
    annotations: [...(planned.annotations ?? []), ...notes.annotations],
    skipReason: result.state === "skipped" ? (result.note ?? skipReason(test)) : undefined,
    attempts,
  };
}

/**
 * Returns the reason why a test was skipped if it has no own reason. An error before the tests of a suite skips its tests and those of nested suites.
 */
function skipReason(test: TestCase): string | undefined {
  const { mode } = test.options;
  if (mode === "todo") return "To do";
  if (mode === "skip") return undefined;
  let suite: TestCase["parent"] = test.parent;
  for (; suite.errors().length === 0; suite = suite.parent) if (suite.type === "module") return undefined;
  return `beforeAll failed: ${messageOf(suite.errors()[0] ?? {}).split("\n", 1)[0]}`;
}

/** Before version 5, Vitest reports the number of attempts and all errors, but not which error belongs to which attempt. */
function attemptsOf(test: TestCase, status: AttemptRecord["status"]): AttemptRecord[] {
  const diagnostic = test.diagnostic();
  // A test that is expected to fail is repeated after it fails; this is not flaky.
  if (test.options.fails === true && status === "passed")
    return [{ status, startedAt: diagnostic?.startTime, durationMs: diagnostic?.duration, errors: [] }];
  const attempts = (test.attempts as (() => ReturnType<TestCase["attempts"]>) | undefined)?.call(test) ?? [];
  if (attempts.length > 1)
    return attempts.map((attempt, index) => ({
      status: index === attempts.length - 1 ? status : attempt.state === "passed" ? "passed" : "failed",
      startedAt: attempt.startTime,
      durationMs: attempt.duration,
      errors: (attempt.errors ?? []).map(errorOf),
    }));
  const retries = diagnostic?.retryCount ?? 0;
  const errors = (test.result().errors ?? []).map(errorOf);
  const failures = retries + (status === "failed" ? 1 : 0);
  const last = { status, startedAt: diagnostic?.startTime, durationMs: diagnostic?.duration };
  if (retries === 0 || errors.length !== failures)
    return [...unexplainedAttempts(retries), { ...last, errors: status === "failed" ? errors : [] }];
  return [
    ...errors.slice(0, retries).map((error): AttemptRecord => ({ status: "failed", errors: [error] })),
    { ...last, errors: errors.slice(retries) },
  ];
}

export function errorOf(error: {
  readonly message?: unknown;
  readonly name?: unknown;
  readonly stack?: unknown;
  readonly diff?: unknown;
}): ErrorRecord {
  const { message, name, stack, diff } = error;
  const hasOwnName = typeof message === "string" && typeof name === "string" && name !== "Error" && name !== "";
  return { message: hasOwnName ? `${name}: ${message}` : message, stack, type: name, snippet: diff };
}

export function messageOf(error: Parameters<typeof errorOf>[0]): string {
  const { message } = errorOf(error);
  return typeof message === "string" ? message : "An error without a message";
}

/** Returns the annotations of a test (`annotate`). */
function annotationsOf(test: TestCase): {
  annotations: { type: string; description: string }[];
  attachments: AttachmentRecord[];
} {
  // Since 3.2.
  const all = (test.annotations as (() => ReturnType<TestCase["annotations"]>) | undefined)?.call(test) ?? [];
  const attachments = all.flatMap(({ message, attachment }): AttachmentRecord[] =>
    attachment === undefined
      ? []
      : [{ name: message, contentType: attachment.contentType, path: attachment.path, body: bodyOf(attachment.body) }],
  );
  return { annotations: all.map(({ type, message }) => ({ type, description: message })), attachments };
}

function bodyOf(body: string | Uint8Array | undefined): string | undefined {
  return typeof body === "string" || body === undefined ? body : Buffer.from(body).toString("base64");
}

/** Returns the suites from the outermost to the innermost. */
function suitesOf(test: TestCase): string[] {
  const names: string[] = [];
  for (let suite = test.parent; suite.type === "suite"; suite = suite.parent) names.unshift(suite.name);
  return names;
}
