import type { TestEvent } from "@plumb/contract/result-event.ts";

export type FinalStatus = "passed" | "failed" | "skipped" | "error";

/** A failure in the words of the report; an empty string is none. */
export interface ToldError {
  readonly message?: string | undefined;
  readonly stack?: string | undefined;
  readonly type?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

export interface ToldStep {
  readonly title: string;
  /** 0 for an outermost step; steps come in document order. */
  readonly depth: number;
  readonly status: "passed" | "failed" | "skipped";
  readonly durationMs: number | null;
  readonly category: string;
  readonly error?: string | undefined;
}

/** One of `path` and `body` (base64); without both it is named but not there. */
export interface ToldFile {
  readonly name?: string | undefined;
  readonly contentType?: string | undefined;
  readonly path?: string | undefined;
  readonly body?: string | undefined;
}

export interface ToldAttempt {
  readonly status: FinalStatus;
  readonly startedAt?: number | null;
  readonly durationMs: number | null;
  readonly errors?: readonly ToldError[];
  readonly steps?: readonly ToldStep[];
  readonly stdout?: string;
  readonly stderr?: string;
  readonly files?: readonly ToldFile[];
  readonly worker?: number | undefined;
}

/** A test as a format understood it: texts as long and as dirty as the report has them. */
export interface ToldTest {
  readonly file?: string | null | undefined;
  /** Empty ones are left out. */
  readonly suites: readonly string[];
  readonly name: string;
  readonly variant?: string;
  readonly line?: number | undefined;
  readonly browser?: string | undefined;
  readonly tags?: readonly string[];
  readonly author?: string | undefined;
  readonly annotations?: NonNullable<TestEvent["annotations"]>;
  /** Looked at only if the test was skipped. */
  readonly skipReason?: string | undefined;
  /** Oldest first; the last one decides. */
  readonly attempts: readonly ToldAttempt[];
}
