import { withSubject } from "@plumb/analysis/errors/error-subject.ts";
import { primaryError } from "@plumb/analysis/errors/primary-error.ts";
import type { FailureSignatures } from "@plumb/analysis/grouping/failure-signature.ts";
import type { TestEvent } from "@plumb/contract/result-event.ts";
import { annotationKeys, timedOutKey } from "@plumb/contract/runs/results.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import { browserInTitles } from "@plumb/formats/text/browser-name.ts";
import { withoutAddresses } from "@plumb/formats/text/object-address.ts";
import { firstLine, storable } from "#core/text.ts";
import type { TextLimits } from "./text-limits.ts";
import type { NewResult } from "#store/ingest/batch.ts";
import type { StoredAttempt } from "#store/results/result-detail.ts";
import { testKey } from "#store/tests/new-test.ts";

interface RowContext {
  readonly signatures: FailureSignatures;
  readonly texts: TextLimits;
  /** True if the test has details besides its row. */
  readonly detailed: boolean;
}

/** Returns the row of a test, which contains only what lists and counts need. */
export function toResultRow(
  event: TestEvent,
  attempts: readonly StoredAttempt[],
  { signatures, texts, detailed }: RowContext,
): NewResult {
  return {
    ...outcome(event, attempts, signatures),
    ...identityOf(event, texts),
    occurrence: event.occurrence,
    tags: (event.tags ?? []).slice(0, limits.tagsPerTest).map((tag) => storable(cut(tag, 200))),
    browser: browserOf(event),
    author: event.author === undefined ? null : storable(cut(event.author, 200)),
    annotations: filteredBy(event, attempts),
    maxRetries: within(event.maxRetries, 32_767),
    timeoutMs: within(event.timeoutMs, 2_147_483_647),
    assertions: within(event.assertions, 32_767),
    detailed,
  };
}

/** Returns the name of a test and its key. */
function identityOf(event: TestEvent, texts: TextLimits) {
  const { file } = event;
  const titlePath = event.titlePath.map(withoutAddresses);
  const variant = withoutAddresses(event.variant);
  return {
    key: testKey({ file, titlePath, variant }),
    file: file === null ? null : storable(cut(file, limits.titleLength)),
    titlePath: titlePath
      .slice(-limits.titleDepth)
      .map((title) => storable(texts.cut(title, limits.titleLength, "Titles"))),
    variant: storable(cut(variant, limits.titleLength)),
  };
}

function outcome(event: TestEvent, attempts: readonly StoredAttempt[], signatures: FailureSignatures) {
  const durations = attempts.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const failed = attempts.findLast(({ errors }) => errors !== undefined);
  const error =
    event.status === "passed" && !event.flaky ? undefined : primaryError((failed?.errors ?? []).map(plainError));
  const plain = error?.message ?? null;
  return {
    status: event.status,
    flaky: event.flaky,
    firstStatus: attempts[0]?.status ?? event.status,
    retries: Math.max(0, attempts.length - 1),
    worker: attempts.at(-1)?.worker ?? runningOn(event).worker,
    durationMs: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
    startedAt: attempts[0]?.startedAt ?? runningOn(event).startedAt,
    attempts: attempts.map(
      ({ startedAt, durationMs, worker, status }) => [startedAt, durationMs, worker ?? null, status] as const,
    ),
    errorLine: plain === null ? skipLine(event) : errorLine(plain),
    failureSignature: error === undefined ? null : signatures.of(error.message, error.stack),
  };
}

interface Started {
  readonly startedAt: number | null;
  readonly worker: number | null;
}
const notRunning: Started = { startedAt: null, worker: null };

/** Returns where and since when a test runs; `null` for other tests. */
function runningOn({ status, startedAt, worker }: TestEvent): Started {
  return status === "running" ? { startedAt: startedAt ?? null, worker: worker ?? null } : notRunning;
}

/** Returns the value if the column can store it. */
function within(value: number | undefined, max: number): number | null {
  return value === undefined || value > max ? null : Math.round(value);
}

/** Returns the annotations to filter by, and whether the test timed out. Authors have their own filter. */
function filteredBy({ status, annotations = [], author }: TestEvent, attempts: readonly StoredAttempt[]): string[] {
  const timedOut = status !== "passed" && attempts.at(-1)?.timedOut === true;
  const reasons = annotations
    .slice(0, filteredAnnotations)
    .filter(({ description }) => description === undefined || description.trim() !== author)
    .flatMap(({ type, description = "" }) => annotationKeys(type, description));
  return [...new Set([...(timedOut ? [timedOutKey] : []), ...reasons.map(storable)])];
}

/** Further annotations are shown in the test, but cannot be filtered by, because the row must stay small. */
const filteredAnnotations = 20;

/** Returns the reason why a test was skipped or did not run. */
function skipLine({ status, skipReason }: TestEvent): string | null {
  return status !== "skipped" || skipReason === undefined ? null : firstLine(stripAnsi(skipReason), limits.errorLine);
}

function plainError({ message, stack }: { readonly message: string; readonly stack?: string | undefined }) {
  return { message: stripAnsi(message.slice(0, consideredLength)), stack };
}

/** Returns the first line of the error. Adds what was checked if the line alone would fit any test. */
function errorLine(message: string): string {
  return cut(storable(withSubject(firstLine(message, limits.errorLine), message)), limits.errorLine);
}

/** Characters of an error message to search, without the page or response that some tools append. */
const consideredLength = 8000;

function browserOf({ browser, titlePath }: TestEvent): string | null {
  const named = browser ?? browserInTitles(titlePath);
  return named === undefined ? null : storable(cut(named, 100));
}
