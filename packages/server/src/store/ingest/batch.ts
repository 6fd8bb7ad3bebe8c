import type { TestStatus } from "@plumb/contract/result-event.ts";
import type { NewArtifact } from "#store/results/artifacts.ts";

/** One decided test, as the recorder hands it over. All text is storable (no NUL, well-formed). */
export interface NewResult {
  /** Identity across runs, a UUID. */
  readonly key: string;
  readonly file: string | null;
  readonly titlePath: readonly string[];
  readonly variant: string;
  /** Position among several tests with this key in the run, if the report has it. */
  readonly occurrence?: number | undefined;
  /** For a live source: the unfinished result that this one replaces; null if there is none. */
  readonly replaces?: number | null;
  /** For a live source: its earlier result for this test, if the test had finished and new data has arrived. */
  readonly amends?: Amended | null;
  readonly tags: readonly string[];
  readonly status: TestStatus;
  readonly firstStatus: TestStatus;
  readonly flaky: boolean;
  readonly retries: number;
  readonly worker: number | null;
  readonly durationMs: number | null;
  /** Unix milliseconds. */
  readonly startedAt: number | null;
  /** Executions in the upload, in order; empty if the report has none. */
  readonly attempts: readonly AttemptSpan[];
  readonly browser: string | null;
  readonly author: string | null;
  /** What the list is narrowed by: of each annotation its type, and `type=description` where it has one. */
  readonly annotations: readonly string[];
  readonly errorLine: string | null;
  /** Equal for equal normalised errors; null if nothing failed. */
  readonly failureSignature: string | null;
  /** It has a part in the details of its batch; false if this row is complete. */
  readonly detailed: boolean;
}

/** Fields of a new test. */
export type NewTest = Pick<NewResult, "file" | "key" | "tags" | "titlePath" | "variant">;

/** Fields that an earlier event of a live source adds to other sources. */
export interface Amended {
  readonly retries: number;
  readonly durationMs: number | null;
}

/** When and on which worker an attempt ran. Unix milliseconds and milliseconds; null if the report does not say. */
export type AttemptSpan = readonly [
  startedAt: number | null,
  durationMs: number | null,
  worker: number | null,
  status: TestStatus,
];

export interface BatchArtifact extends NewArtifact {
  /** Which result of the batch it belongs to. */
  readonly index: number;
}

export interface BatchTarget {
  readonly projectId: number;
  readonly runId: number;
  readonly uploadId: number;
  /** Set where the report is one of several shards: then a test that another shard had too is another occurrence. */
  readonly shard: number | null;
}
