import type { TestStatus } from "@plumb/contract/result-event.ts";
import type { NewArtifact } from "#store/results/artifacts.ts";
import type { AttemptSpan } from "#store/results/results.ts";
import type { NewTest } from "#store/tests/new-test.ts";

/** A finished test from the recorder. All text is storable (no NUL, well-formed). */
export interface NewResult extends NewTest {
  /** Position among several tests with this key in the run, if the report contains it. */
  readonly occurrence?: number | undefined;
  /** For a live source: the unfinished result that this one replaces; `null` if there is none. */
  readonly replaces?: number | null;
  /** For a live source: its earlier result for this test, if the test had finished and new data has arrived. */
  readonly amends?: Amended | null;
  readonly status: TestStatus;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly worker: number | null;
  readonly durationMs: number | null;
  /** Unix milliseconds. */
  readonly startedAt: number | null;
  /** Executions in the source, in order; empty if the report has none. */
  readonly attempts: readonly AttemptSpan[];
  readonly browser: string | null;
  readonly author: string | null;
  /** Values for the annotation filter: the type of each annotation, and `type=description` if it has a description. */
  readonly annotations: readonly string[];
  readonly errorLine: string | null;
  /** Identical for errors that are equal after normalisation; `null` if nothing failed. */
  readonly failureSignature: string | null;
  /** Limits that the report states, and the number of assertions in the last attempt; `null` if the report does not contain them. */
  readonly maxRetries: number | null;
  readonly timeoutMs: number | null;
  readonly assertions: number | null;
  /** True if the details of the batch contain an entry for it, false if this row is complete. */
  readonly detailed: boolean;
}

/** Values of the earlier result that are subtracted when it is replaced. */
export interface Amended {
  readonly retries: number;
  readonly durationMs: number | null;
}

export interface BatchArtifact extends NewArtifact {
  /** Index of its result in the batch. */
  readonly index: number;
}

export interface BatchTarget {
  readonly projectId: number;
  readonly runId: number;
  readonly sourceId: number;
  /** Set for a report of one shard. A test that another shard also ran is then a separate occurrence. */
  readonly shard: number | null;
}
