import type { SentCommit } from "@plumb/contract/runs/commits.ts";
import type { UploadQuery } from "@plumb/contract/runs/ingest.ts";
import type { TrendEventKind } from "@plumb/contract/trends/events.ts";
import type { WorkerKind } from "#threads/worker-pool.ts";

/** Generates the example data, which ships with the demo. */
export const generating: WorkerKind = {
  script: new URL("../../../../../../demo/example-runs.ts", import.meta.url),
  max: 1,
  shared: true,
  idleMs: 0,
  limits: { maxOldGenerationSizeMb: 128 },
};

export interface ExampleJob {
  /** Unix milliseconds. All runs have ended before. */
  readonly now: number;
}

/** Message to the thread: returns an `ExampleHistory`, or the `ExampleUpload` with this index. */
export type ExampleRequest = "history" | number;

/** Commits and events of the runs, and the number of uploads. */
export interface ExampleHistory {
  readonly repository: string;
  readonly commits: readonly SentCommit[];
  readonly events: readonly {
    readonly at: string;
    readonly kind: TrendEventKind;
    readonly title: string;
    readonly url: string | null;
    readonly environment: string | null;
  }[];
  /** Number of uploads, oldest first. */
  readonly uploads: number;
}

/** An upload as a CI job would send it. */
export interface ExampleUpload {
  readonly query: UploadQuery;
  readonly files: readonly { readonly name: string; readonly content: Uint8Array }[];
}
