import { ask } from "#threads/ask.ts";
import type { WorkerKind, WorkerPool } from "#threads/worker-pool.ts";

export interface OwnersJob {
  /** Text of the rules. */
  readonly rules: string;
}

export interface OwnersQuestion {
  readonly places: readonly string[];
  /** After this time, no more places are looked up, except for the first. */
  readonly forMs: number;
}

/** Runs in a thread, because a thousand rules for the files of a large repository take long and the server must stay responsive. */
const finding: WorkerKind = {
  script: new URL("owner-thread.ts", import.meta.url),
  // One for a job and one for a lead who edits rules.
  max: 2,
  shared: true,
  idleMs: 30_000,
  limits: { maxOldGenerationSizeMb: 256 },
};

const locationsAtOnce = 500;
/** Limits the time that other tasks wait for the shared thread. */
const longestResponseMs = 200;

/** Finds owners in a separate thread until it is disposed of. */
export interface OwnersFinder extends AsyncDisposable {
  /** Returns the owners of the first places, in order: of all places, unless `performance.now()` reaches `until` first. */
  of(locations: readonly string[], until?: number): Promise<(string | null)[]>;
}

export async function findOwners(threads: WorkerPool, rules: string, signal?: AbortSignal): Promise<OwnersFinder> {
  const task = await threads.begin(finding, { rules } satisfies OwnersJob, signal === undefined ? {} : { signal });
  return {
    async of(locations, until = Number.POSITIVE_INFINITY) {
      const owners: (string | null)[] = [];
      while (owners.length < locations.length) {
        signal?.throwIfAborted();
        const forMs = Math.min(longestResponseMs, until - performance.now());
        if (forMs <= 0) break;
        const next = locations.slice(owners.length, owners.length + locationsAtOnce);
        owners.push(...(await ask<(string | null)[]>(task, { places: next, forMs } satisfies OwnersQuestion, signal)));
      }
      return owners;
    },
    [Symbol.asyncDispose]: () => task[Symbol.asyncDispose](),
  };
}
