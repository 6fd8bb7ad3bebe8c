import { asNumber, asObject, asString, asText, type JsonObject, stringsOf } from "#json/json-value.ts";
import type { AnnotationRecord, AttemptRecord, ErrorRecord, TestRecord, Verdict } from "#results/test-record.ts";
import { unexplainedAttempts } from "#results/unexplained-attempts.ts";
import { splitStack } from "#text/split-stack.ts";
import { tagsIn } from "#text/tags-in-titles.ts";

interface TestFile {
  readonly path: string | undefined;
  /** Project of the file, if the report contains it. */
  readonly variant: string | undefined;
  /** Message of the whole file. */
  readonly message: string;
}

/** Returns the record of one entry in a test file. */
export function testRecord(test: JsonObject, file: TestFile): TestRecord {
  const status = verdictOf(test);
  const ancestors = stringsOf(test["ancestorTitles"]);
  const title = asString(test["title"]) ?? "";
  const crashed = title === "" && ancestors.length === 0;
  const titlePath = [...ancestors, crashed ? "(the test file)" : title];
  const errors = status === "failed" || status === "error" ? errorsOf(test, file) : [];
  const { startAt, duration } = test;
  return {
    file: file.path,
    titlePath,
    variant: file.variant,
    status,
    line: asObject(test["location"])?.["line"],
    tags: [...stringsOf(test["tags"]), ...tagsIn(titlePath)],
    annotations: annotationsOf(test),
    skipReason: test["status"] === "todo" ? "To do" : undefined,
    attempts: [...retried(test), { status, startedAt: startAt, durationMs: duration, errors }],
  };
}

/** Since Jest 30.5, a file that could not run has an entry without a title. */
function verdictOf(test: JsonObject): Verdict {
  const { status } = test;
  const nameless = (asString(test["title"]) ?? "") === "" && stringsOf(test["ancestorTitles"]).length === 0;
  if (status === "error" || (status === "failed" && nameless)) return "error";
  if (status === "failed" || status === "passed") return status;
  return stringsOf(test["failureMessages"]).length > 0 ? "failed" : "skipped";
}

function errorsOf(test: JsonObject, file: TestFile): ErrorRecord[] {
  const messages = stringsOf(test["failureMessages"]).filter((message) => message.trim() !== "");
  if (messages.length > 0) return messages.map((message) => splitStack(withoutPlaceholder(message)));
  return file.message === "" ? [] : [splitStack(file.message)];
}

/** Removes the placeholder that Vitest 3 adds to the message of a test that timed out. */
function withoutPlaceholder(message: string): string {
  return message.replace(/^(?:Error: )?STACK_TRACE_ERROR(?=\n|$)/, "Error: Test timed out");
}

/**
 * Returns executions before the last one, with a reason if there is one. Vitest only keeps the errors of passed
 * tests.
 */
function retried(test: JsonObject): AttemptRecord[] {
  const messages = test["status"] === "passed" ? test["failureMessages"] : [];
  const texts =
    [test["retryReasons"], test["retryMessages"], messages].map(stringsOf).find((list) => list.length > 0) ?? [];
  // An execution has several errors if a hook fails after its test; the report does not show which errors belong together.
  const before = (asNumber(test["invocations"]) ?? texts.length + 1) - 1;
  const reported = Math.min(texts.length, Math.max(1, before));
  const attempts = Array.from({ length: reported }, (_, index): AttemptRecord => {
    const own = index === reported - 1 ? texts.slice(index) : [texts[index] as string];
    return { status: "failed", errors: own.map((text) => splitStack(text)) };
  });
  return [...attempts, ...unexplainedAttempts(Math.max(0, before - reported))];
}

/** Vitest's `meta` contains values set by the authors of the tests. */
function annotationsOf(test: JsonObject): AnnotationRecord[] {
  const meta = Object.entries(asObject(test["meta"]) ?? {}).flatMap(([type, value]) => {
    const description = asText(value);
    return description === undefined ? [] : [{ type, description }];
  });
  return [...(test["failing"] === true ? [{ type: "failing", description: "Expected to fail" }] : []), ...meta];
}
