import type { AttemptEvent, ResultEvent, TestError, TestEvent } from "@plumb/contract/result-event.ts";
import { limits } from "#limits.ts";
import type { Verdict } from "#results/test-record.ts";
import { cleanText } from "#text/clean-text.ts";
import { plausibleDurationMs, parseTime } from "#text/duration.ts";
import { zonedMs } from "#text/loose-timestamp.ts";
import { artifact, attachmentPaths, withoutAttachments } from "./attachments.ts";
import { caseStatus } from "./case-status.ts";
import { errorOf } from "./failure-error.ts";
import { executionOfTest, type RawCase, type RawFailure } from "./raw-case.ts";
import type { Identity } from "./title-path.ts";

export interface CaseEvents {
  /** All events of the test. The `test` event is the last one. */
  readonly events: ResultEvent[];
  readonly status: Verdict;
  readonly attempts: number;
  /** Number of failure elements. Includes those of earlier executions, because Surefire and WebdriverIO count these too. */
  readonly failures: number;
}

interface Execution {
  readonly status: Verdict;
  readonly durationMs: number | null;
  readonly startedAt: number | null;
  readonly errors: TestError[];
  readonly stdout: string;
  readonly stderr: string;
  /** Texts that may contain paths of attachments. */
  readonly texts: readonly string[];
}

/**
 * Returns the events of a test: its executions, oldest first, then the test event.
 *
 * @param earlier Cases that turned out to be earlier executions of the same test.
 * @param verdict Result of the test, if it differs from its last execution.
 */
export function caseEvents(
  id: string,
  raw: RawCase,
  identity: Identity,
  earlier: readonly RawCase[] = [],
  verdict?: Verdict,
): CaseEvents {
  const ended = caseStatus(raw);
  const final = verdict ?? ended;
  const executions = [...earlier.flatMap(earlierExecutions), ...executionsOf(raw, ended)].slice(
    -limits.attemptsPerTest,
  );
  const events: ResultEvent[] = [];
  for (const [index, execution] of executions.entries()) events.push(...executionEvents(id, index, execution));
  placeAttachments(events, id, executions);
  const failedBefore = executions.slice(0, -1).some(({ status }) => status === "failed" || status === "error");
  events.push({ ...testEvent(id, raw, identity, final), flaky: final === "passed" && failedBefore });
  const failures = [...earlier, raw].reduce((sum, each) => sum + failuresIn(each), 0);
  return { events, status: final, attempts: executions.length, failures };
}

/** Returns the number of failures that the tool counts for this case. */
function failuresIn({ meant, failures, forgiven }: RawCase): number {
  return meant === "skipped" ? 0 : failures.length + forgiven;
}

/** Most tools list a failed execution that was repeated without its failure, or as skipped. */
function earlierExecutions(raw: RawCase): Execution[] {
  if (executionOfTest(raw) !== undefined || raw.failures.length > 0) return executionsOf(raw, caseStatus(raw));
  const execution = executionOf(raw, "failed");
  const texts = [raw.skipped?.message, raw.skipped?.body, raw.skipped === undefined ? "" : raw.stderr];
  const body = texts.find((text) => text !== undefined && text.trim() !== "");
  if (body === undefined) return [{ ...execution, errors: [{ message: withoutReason }] }];
  const unknown = { time: undefined, timestamp: undefined, stdout: "", stderr: "" };
  const error = errorOf({ kind: "failure", role: "rerun", message: undefined, type: undefined, body, ...unknown });
  return [{ ...execution, errors: [error] }];
}

const withoutReason = "This execution failed and was repeated; the report gives no reason";

function executionsOf(raw: RawCase, final: Verdict): Execution[] {
  // Fast path for most cases, which passed on the first attempt.
  if (raw.failures.length === 0) return [executionOf(raw, final)];
  const flaky = raw.failures.filter(({ role }) => role === "flaky").map(failedExecution);
  const reruns = raw.failures.filter(({ role }) => role === "rerun").map(failedExecution);
  const decided = executionOf(raw, final);
  // `failure` is the first execution, and each `rerunFailure` a later one. After `flakyFailure`, the passed execution comes last.
  return final === "passed" ? [...flaky, ...reruns, decided] : [...flaky, decided, ...reruns];
}

function executionOf(raw: RawCase, status: Verdict): Execution {
  const final = raw.failures.filter(({ role }) => role === "final");
  // WebdriverIO writes an empty failure in addition to the error with the reason.
  const withText = final.filter(({ message, body }) => (message ?? "") !== "" || body.trim() !== "");
  const failures = withText.length === 0 ? final : withText;
  return {
    status,
    durationMs: parseTime(raw.attributes.get("time") ?? raw.attributes.get("duration")),
    startedAt: zonedMs(raw.attributes.get("timestamp")),
    errors: failures.slice(0, limits.errorsPerAttempt).map((failure) => errorOf(failure)),
    stdout: raw.stdout,
    stderr: raw.stderr,
    texts: textsOf(raw, failures),
  };
}

/** In Testmo's convention, a property named `attachment` contains a path. */
function textsOf(raw: RawCase, failures: readonly RawFailure[]): string[] {
  const named = valuesOf(raw, /^attachment\d*$/i).map((path) => `[[ATTACHMENT|${path}]]`);
  return [raw.stdout, raw.stderr, ...failures.map(({ body }) => body), ...named].filter((text) => text !== "");
}

function failedExecution(failure: RawFailure): Execution {
  return {
    status: failure.kind === "error" ? "error" : "failed",
    durationMs: plausibleDurationMs(parseTime(failure.time)),
    startedAt: zonedMs(failure.timestamp),
    errors: [errorOf(failure)],
    stdout: failure.stdout,
    stderr: failure.stderr,
    texts: [failure.stdout, failure.stderr, failure.body],
  };
}

function executionEvents(test: string, attempt: number, execution: Execution): ResultEvent[] {
  const event: AttemptEvent = {
    kind: "attempt",
    test,
    index: attempt,
    status: execution.status,
    startedAt: execution.startedAt,
    durationMs: execution.durationMs,
    errors: execution.errors,
  };
  const events: ResultEvent[] = [event];
  for (const stream of ["stdout", "stderr"] as const) {
    const text = cleanText(withoutAttachments(execution[stream]), limits.output).trim();
    if (text !== "") events.push({ kind: "stdout", test, attempt, stream, text });
  }
  return events;
}

/** Playwright lists the files of all attempts in the case. The folder of a retry ends in `-retry1`. */
function placeAttachments(events: ResultEvent[], test: string, executions: readonly Execution[]): void {
  if (executions.every(({ texts }) => texts.length === 0)) return;
  const last = executions.length - 1;
  const seen = new Set<string>();
  for (const [index, execution] of executions.entries()) {
    for (const path of execution.texts.flatMap(attachmentPaths)) {
      if (seen.has(path) || seen.size >= limits.artifactsPerAttempt) continue;
      seen.add(path);
      const retry = /-retry(\d+)[\\/]/.exec(path)?.[1];
      const named = index === last && last > 0 && /-retry\d+|test-results/.test(path) ? Number(retry ?? 0) : index;
      events.push(artifact(path, test, Math.min(named, last)));
    }
  }
}

function testEvent(id: string, raw: RawCase, identity: Identity, status: Verdict): TestEvent {
  const line = identity.line ?? Number(raw.attributes.get("line"));
  const reason = status === "skipped" ? skipReason(raw) : undefined;
  return {
    kind: "test",
    id,
    file: identity.file,
    titlePath: identity.titlePath,
    variant: identity.variant,
    status,
    flaky: false,
    ...(Number.isSafeInteger(line) && line > 0 ? { line } : {}),
    ...(identity.browser === undefined ? {} : { browser: identity.browser }),
    ...(raw.properties.length === 0 ? {} : recorded(raw)),
    ...(reason === undefined ? {} : { skipReason: reason }),
  };
}

/** Returns the tags and properties that the author of a test recorded. */
function recorded(raw: RawCase): Pick<TestEvent, "tags" | "author" | "annotations"> {
  const [author] = valuesOf(raw, /^(author|owner)$/i);
  const tags = valuesOf(raw, /^tags?$/i)
    .flatMap((value) => value.split(/[,\s]+/))
    .filter((tag) => tag !== "");
  const annotations = raw.properties
    .filter(([name]) => !/^(author|owner|tags?|attachment\d*|repetition)$/i.test(name))
    .map(([type, description]) => (description === "" ? { type } : { type, description }));
  return {
    ...(tags.length === 0 ? {} : { tags: [...new Set(tags)] }),
    ...(author === undefined ? {} : { author }),
    ...(annotations.length === 0 ? {} : { annotations }),
  };
}

function valuesOf(raw: RawCase, name: RegExp): string[] {
  return raw.properties.filter(([key, value]) => name.test(key) && value !== "").map(([, value]) => value);
}

function skipReason(raw: RawCase): string | undefined {
  const { skipped } = raw;
  const texts = [skipped?.message, skipped?.body]
    .map((text) => text?.trim() ?? "")
    .find((text) => text !== "" && text !== "true");
  const expected =
    skipped?.type === "pytest.xfail" ? "Expected failure" : skipped?.type === "todo" ? "To do" : undefined;
  const status = raw.attributes.get("status") ?? raw.attributes.get("result");
  const fallback = skipped === undefined && status !== undefined ? `Status "${status}"` : undefined;
  const reason = [expected, texts].filter((text) => text !== undefined).join(": ");
  return reason === "" ? fallback : cleanText(reason, limits.message);
}
