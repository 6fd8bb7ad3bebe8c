import type { LongText } from "@plumb/contract/text/long-text.ts";
import type { StepEvent, TestError, TestEvent } from "@plumb/contract/result-event.ts";

/** Result of a test or an execution. */
export type Verdict = "passed" | "failed" | "skipped" | "error";

/**
 * A test as in the report, before texts are cleaned, cut and checked. Formats create it, and `ReportWriter` converts it
 * to events. Undefined and `null` mean unknown.
 */
export interface TestRecord {
  /** Path in the report. It is made relative to the project if possible. */
  readonly file?: string | null | undefined;
  /** Suites from the outermost to the innermost, then the title of the test. Empty suites are dropped. */
  readonly titlePath: readonly string[];
  readonly variant?: string | undefined;
  /** Default: status of the last attempt, or skipped if there is none. */
  readonly status?: Verdict | undefined;
  /** Default: true if the test passed after an execution that did not. */
  readonly flaky?: boolean | undefined;
  /** Oldest first. The last one determines the result. */
  readonly attempts: readonly AttemptRecord[];
  readonly line?: unknown;
  /** Default: the browser in the variant, if there is one. */
  readonly browser?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly author?: string | undefined;
  readonly annotations?: readonly AnnotationRecord[] | undefined;
  /** Only used if the test was skipped. */
  readonly skipReason?: string | undefined;
}

export type AnnotationRecord = NonNullable<TestEvent["annotations"]>[number];

export interface AttemptRecord {
  readonly status: Verdict;
  /** Unix milliseconds or an ISO timestamp. A timestamp without a time zone is dropped. */
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

/** An error. If it has no message, its type or the first line of its stack is used. Empty errors are dropped. */
export type ErrorRecord = { readonly [Key in keyof TestError]?: unknown };

export interface StepRecord {
  readonly title: string;
  /** 0 for an outermost step. */
  readonly depth: number;
  readonly status: StepEvent["status"];
  /** Milliseconds. */
  readonly durationMs?: unknown;
  /** Default: a step of the test. */
  readonly category?: string | undefined;
  readonly error?: string | undefined;
  /** Location in the test code. */
  readonly file?: string | undefined;
  readonly line?: unknown;
}

/** An attachment. Dropped if it has neither a path nor a body. */
export interface AttachmentRecord {
  /** Index (from 0) of the attempt's step that attached it. */
  readonly step?: number | undefined;
  readonly name?: string | undefined;
  readonly contentType?: string | undefined;
  /** Relative or absolute path. Web addresses are dropped. */
  readonly path?: string | undefined;
  /** Base64, with or without a `data:` prefix. */
  readonly body?: string | undefined;
}
