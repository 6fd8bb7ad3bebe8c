import type { LongText } from "@plumb/contract/text/long-text.ts";
import type { StepEvent, TestError, TestEvent } from "@plumb/contract/result-event.ts";

/** How a test or one of its executions ended. */
export type Verdict = "passed" | "failed" | "skipped" | "error";

/**
 * A test as in the report, before cleaning, cutting and checks: formats fill it in, and `ReportWriter` converts it
 * to events. Undefined and `null` mean unknown.
 */
export interface TestRecord {
  /** The path in the report, made relative to the project if possible. */
  readonly file?: string | null | undefined;
  /** Suites from the outside in, then the test's own title. Empty suites are left out. */
  readonly titlePath: readonly string[];
  readonly variant?: string | undefined;
  /** Absent: as the last attempt ended, or skipped if there is none. */
  readonly status?: Verdict | undefined;
  /** Absent: it passed after an execution that did not. */
  readonly flaky?: boolean | undefined;
  /** The last of these counts; oldest first. */
  readonly attempts: readonly AttemptRecord[];
  readonly line?: unknown;
  /** Absent: the one that the variant names. */
  readonly browser?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly author?: string | undefined;
  readonly annotations?: readonly AnnotationRecord[] | undefined;
  /** Looked at only if the test was skipped. */
  readonly skipReason?: string | undefined;
}

export type AnnotationRecord = NonNullable<TestEvent["annotations"]>[number];

export interface AttemptRecord {
  readonly status: Verdict;
  /** Unix milliseconds or an ISO moment; one without a zone is left out. */
  readonly startedAt?: unknown;
  /** Milliseconds. */
  readonly durationMs?: unknown;
  readonly worker?: unknown;
  readonly errors?: readonly ErrorRecord[] | undefined;
  /** In document order. */
  readonly steps?: Iterable<StepRecord> | undefined;
  readonly attachments?: readonly AttachmentRecord[] | undefined;
  readonly stdout?: string | LongText | undefined;
  readonly stderr?: string | LongText | undefined;
}

/** An error; without a message its type or the first line of its stack is used. Empty texts are not errors. */
export type ErrorRecord = { readonly [Key in keyof TestError]?: unknown };

export interface StepRecord {
  readonly title: string;
  /** 0 for an outermost step. */
  readonly depth: number;
  readonly status: StepEvent["status"];
  /** Milliseconds. */
  readonly durationMs?: unknown;
  /** Absent: a step of the test. */
  readonly category?: string | undefined;
  readonly error?: string | undefined;
  /** Location in the code of the tests. */
  readonly file?: string | undefined;
  readonly line?: unknown;
}

/** With neither path nor body it is none. */
export interface AttachmentRecord {
  /** The step of its attempt in which it was attached, from 0. */
  readonly step?: number | undefined;
  readonly name?: string | undefined;
  readonly contentType?: string | undefined;
  /** A path, relative or absolute; an address of the web is none. */
  readonly path?: string | undefined;
  /** Base64, with or without the `data:` prefix that pages use. */
  readonly body?: string | undefined;
}
