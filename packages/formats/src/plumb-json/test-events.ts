import type { ArtifactEvent, ResultEvent, TestError, TestEvent, TestStatus } from "@plumb/contract/result-event.ts";
import { asPositiveInteger, asString, type JsonObject, objectsOf, stringsOf } from "#json/json-value.ts";
import { limits } from "#limits.ts";
import { cleanText, cleanTitle } from "#text/clean-text.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { plausibleDurationMs } from "#text/duration.ts";
import { parseUnixMs } from "#text/timestamp.ts";

/** Converts a test of the document to events; `repairs` has messages about cut or dropped parts. */
export function testEvents(id: string, test: JsonObject): { events: ResultEvent[]; repairs: Set<string> } {
  const events: ResultEvent[] = [];
  const repairs = new Set<string>();
  const attempts = objectsOf(test["attempts"]);
  if (attempts.length > limits.attemptsPerTest)
    repairs.add(`A test has more than ${limits.attemptsPerTest} attempts; the rest was left out`);
  for (const [index, attempt] of attempts.slice(0, limits.attemptsPerTest).entries())
    attemptEvents(events, repairs, { id, index, attempt });
  artifactEvents(events, repairs, id, test["artifacts"]);
  events.push(testEvent(id, test));
  return { events, repairs };
}

/** Maximum value for an occurrence. Recorded runs have fewer results per test, so larger numbers are invalid. */
const maxOccurrences = 30_000;

function occurrenceOf(value: unknown): { occurrence?: number } {
  const { occurrence = 0 } = positive("occurrence", value);
  return occurrence > 0 && occurrence <= maxOccurrences ? { occurrence } : {};
}

function testEvent(id: string, test: JsonObject): TestEvent {
  const titlePath = stringsOf(test["titlePath"]).map((title) => cleanTitle(title, limits.title));
  if (titlePath.length === 0 || titlePath.at(-1)?.trim() === "")
    titlePath[Math.max(0, titlePath.length - 1)] = "(unnamed)";
  const file = asString(test["file"]);
  const status = statusOf(test["status"]);
  const annotations = objectsOf(test["annotations"])
    .slice(0, limits.annotationsPerTest)
    .flatMap(({ type, description }) =>
      typeof type === "string"
        ? [
            {
              type: cleanTitle(type, limits.annotationValue),
              ...text("description", description, limits.annotationValue),
            },
          ]
        : [],
    );
  const tags = stringsOf(test["tags"])
    .slice(0, limits.annotationsPerTest)
    .map((tag) => cleanTitle(tag, 200));
  return {
    kind: "test",
    id,
    file: file === undefined ? null : cleanTitle(file, limits.title),
    titlePath,
    variant: cleanTitle(asString(test["variant"]) ?? "", limits.title),
    status,
    flaky: status === "passed" && test["flaky"] === true,
    ...positive("line", test["line"]),
    ...occurrenceOf(test["occurrence"]),
    ...text("browser", test["browser"], 100),
    ...text("author", test["author"], 200),
    ...(tags.length === 0 ? {} : { tags }),
    ...(annotations.length === 0 ? {} : { annotations }),
    ...text("skipReason", skipReasonOf(test), limits.message),
  };
}

function skipReasonOf(test: JsonObject): unknown {
  if (test["status"] === "running") return "It was still running when its report was exported";
  return test["status"] === "announced" ? "It had not run when its report was exported" : test["skipReason"];
}

/** A test that was running at the time of the export has no final status. */
function statusOf(status: unknown): Exclude<TestStatus, "running"> {
  return status === "passed" || status === "failed" || status === "error" ? status : "skipped";
}

function attemptEvents(
  events: ResultEvent[],
  repairs: Set<string>,
  { id, index, attempt }: { id: string; index: number; attempt: JsonObject },
): void {
  const worker = attempt["worker"];
  const errors = objectsOf(attempt["errors"]);
  if (errors.length > limits.errorsPerAttempt)
    repairs.add(`An attempt has more than ${limits.errorsPerAttempt} errors; the rest was left out`);
  events.push({
    kind: "attempt",
    test: id,
    index,
    status: statusOf(attempt["status"]),
    startedAt: parseUnixMs(attempt["startTime"]),
    durationMs: plausibleDurationMs(attempt["duration"]),
    errors: errors.slice(0, limits.errorsPerAttempt).map(testError),
    ...(attempt["timedOut"] === true && { timedOut: true }),
    ...(typeof worker === "number" && Number.isSafeInteger(worker) ? { worker } : {}),
  });
  stepEvents(events, repairs, id, index, attempt["steps"]);
  for (const stream of ["stdout", "stderr"] as const) {
    const output = cleanText(asString(attempt[stream]) ?? "", limits.output);
    if (output !== "") events.push({ kind: "stdout", test: id, attempt: index, stream, text: output });
  }
}

/** The texts were already cut when the original report was read, so only the largest limit, that of a stack, applies. */
function testError(error: JsonObject): TestError {
  return {
    message: cleanText(asString(error["message"]) ?? "", limits.stack),
    ...text("stack", error["stack"], limits.stack),
    ...text("snippet", error["snippet"], limits.stack),
    ...text("type", error["type"], limits.annotationValue),
    ...text("file", error["file"], limits.title),
    ...positive("line", error["line"]),
    ...positive("column", error["column"]),
  };
}

function stepEvents(events: ResultEvent[], repairs: Set<string>, test: string, attempt: number, steps: unknown): void {
  const listed = objectsOf(steps);
  // The attempts may come from several files, to which the limits were already applied, so a higher limit applies here.
  if (listed.length > limits.stepsPerAttempt * 2)
    repairs.add(`An attempt has more than ${limits.stepsPerAttempt * 2} steps; the rest was left out`);
  for (const step of listed.slice(0, limits.stepsPerAttempt * 2)) {
    const depth = step["depth"];
    const { error } = text("error", step["error"], limits.stack);
    events.push({
      kind: "step",
      test,
      attempt,
      title: cleanTitle(asString(step["title"]) ?? "", limits.title),
      depth:
        typeof depth === "number" && Number.isSafeInteger(depth) ? Math.min(Math.max(depth, 0), limits.stepDepth) : 0,
      status: step["status"] === "failed" || step["status"] === "skipped" ? step["status"] : "passed",
      durationMs: plausibleDurationMs(step["duration"]),
      ...text("category", step["category"], limits.annotationValue),
      ...(error === undefined ? {} : { error: stripAnsi(error) }),
      ...text("file", step["file"], limits.title),
      ...positive("line", step["line"]),
    });
  }
}

function artifactEvents(events: ResultEvent[], repairs: Set<string>, test: string, artifacts: unknown): void {
  const listed = objectsOf(artifacts);
  if (listed.length > limits.artifactsPerAttempt)
    repairs.add(`A test has more than ${limits.artifactsPerAttempt} artifacts; the rest was left out`);
  for (const artifact of listed.slice(0, limits.artifactsPerAttempt)) {
    const attempt = artifact["attempt"];
    const event: ArtifactEvent = { ...artifactEvent(artifact), test };
    if (
      typeof attempt === "number" &&
      Number.isSafeInteger(attempt) &&
      attempt >= 0 &&
      attempt < limits.attemptsPerTest
    ) {
      event.attempt = attempt;
      const { step } = artifact;
      if (typeof step === "number" && Number.isSafeInteger(step) && step >= 0) event.step = step;
    }
    events.push(event);
  }
}

/** Converts a file that belongs to the run and not to a test. */
export function fileEvent(file: JsonObject | undefined): ArtifactEvent | undefined {
  return file === undefined ? undefined : artifactEvent(file);
}

function artifactEvent(artifact: JsonObject): ArtifactEvent {
  const sha256 = asString(artifact["sha256"]);
  return {
    kind: "artifact",
    name: cleanTitle(asString(artifact["name"]) ?? "attachment", limits.title),
    contentType: cleanTitle(asString(artifact["contentType"]) ?? "application/octet-stream", 200),
    ...text("path", artifact["path"], limits.title),
    ...(sha256 !== undefined && /^[0-9a-f]{64}$/.test(sha256) && { sha256 }),
  };
}

/** Returns `{name: text}`, or an empty object if there is no text. */
function text<Name extends string>(name: Name, value: unknown, max: number): { [key in Name]?: string } {
  return typeof value === "string" && value !== ""
    ? ({ [name]: cleanText(value, max) } as { [key in Name]?: string })
    : {};
}

function positive<Name extends string>(name: Name, value: unknown): { [key in Name]?: number } {
  const number = asPositiveInteger(value);
  return number === undefined ? {} : ({ [name]: number } as { [key in Name]?: number });
}
