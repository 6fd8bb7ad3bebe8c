import { withSubject } from "@plumb/analysis/errors/error-subject.ts";
import { tellingError } from "@plumb/analysis/errors/telling-error.ts";
import type { FailureSignatures } from "@plumb/analysis/grouping/failure-signature.ts";
import type { TestEvent } from "@plumb/contract/result-event.ts";
import { annotationKeys, timedOutKey } from "@plumb/contract/runs/results.ts";
import { stripAnsi } from "@plumb/contract/text/ansi.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { limits } from "@plumb/formats/limits.ts";
import { browserInTitles } from "@plumb/formats/text/browser-name.ts";
import { withoutAddresses } from "@plumb/formats/text/object-address.ts";
import { firstLine, storable } from "#core/text.ts";
import type { TextLimits } from "#ingest/record/text-limits.ts";
import type { NewResult } from "#store/ingest/batch.ts";
import type { StoredAttempt } from "#store/results/result-detail.ts";
import { testKey } from "#store/tests/test-key.ts";

interface RowContext {
  readonly signatures: FailureSignatures;
  readonly texts: TextLimits;
  /** There is more of the test than its row. */
  readonly detailed: boolean;
}

/** The slim row of a test, which lists and counts read. */
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
    detailed,
  };
}

/** The name of a test and the key of its history. */
function identityOf(event: TestEvent, texts: TextLimits) {
  const { file } = event;
  const titlePath = event.titlePath.map(withoutAddresses);
  const variant = withoutAddresses(event.variant);
  return {
    key: testKey({ file, titlePath, variant }),
    file: file === null ? null : storable(cut(file, limits.keptTitle)),
    titlePath: titlePath
      .slice(-limits.keptTitleDepth)
      .map((title) => storable(texts.cut(title, limits.keptTitle, "Titles"))),
    variant: storable(cut(variant, limits.keptTitle)),
  };
}

function outcome(event: TestEvent, attempts: readonly StoredAttempt[], signatures: FailureSignatures) {
  const durations = attempts.flatMap(({ durationMs }) => (durationMs === null ? [] : [durationMs]));
  const failed = attempts.findLast(({ errors }) => errors !== undefined);
  const error =
    event.status === "passed" && !event.flaky ? undefined : tellingError((failed?.errors ?? []).map(plainError));
  const plain = error?.message ?? null;
  return {
    status: event.status,
    flaky: event.flaky,
    firstStatus: attempts[0]?.status ?? event.status,
    retries: Math.max(0, attempts.length - 1),
    worker: attempts.at(-1)?.worker ?? null,
    durationMs: durations.length === 0 ? null : durations.reduce((sum, duration) => sum + duration, 0),
    startedAt: attempts[0]?.startedAt ?? null,
    attempts: attempts.map(
      ({ startedAt, durationMs, worker, status }) => [startedAt, durationMs, worker ?? null, status] as const,
    ),
    errorLine: plain === null ? skipLine(event) : errorLine(plain),
    failureSignature: error === undefined ? null : signatures.of(error.message, error.stack),
  };
}

/** The annotations that the list can filter by, and whether the test timed out. Authors have their own filter. */
function filteredBy({ status, annotations = [], author }: TestEvent, attempts: readonly StoredAttempt[]): string[] {
  const timedOut = status !== "passed" && attempts.at(-1)?.timedOut === true;
  const told = annotations
    .slice(0, filteredAnnotations)
    .filter(({ description }) => description === undefined || description.trim() !== author)
    .flatMap(({ type, description = "" }) => annotationKeys(type, description));
  return [...new Set([...(timedOut ? [timedOutKey] : []), ...told.map(storable)])];
}

/** Beyond them a test still shows its annotations; the row must stay slim. */
const filteredAnnotations = 20;

/** Why a skipped test was skipped, or did not run. */
function skipLine({ status, skipReason }: TestEvent): string | null {
  return status !== "skipped" || skipReason === undefined
    ? null
    : firstLine(stripAnsi(skipReason), limits.keptErrorLine);
}

function plainError({ message, stack }: { readonly message: string; readonly stack?: string | undefined }) {
  return { message: stripAnsi(message.slice(0, consideredLength)), stack };
}

/** The first line, with what the check was about where that line would fit any test. */
function errorLine(message: string): string {
  return cut(storable(withSubject(firstLine(message, limits.keptErrorLine), message)), limits.keptErrorLine);
}

/** The beginning of an error message, without the page or the response that some tools append. */
const consideredLength = 8000;

function browserOf({ browser, titlePath }: TestEvent): string | null {
  const named = browser ?? browserInTitles(titlePath);
  return named === undefined ? null : storable(cut(named, 100));
}
