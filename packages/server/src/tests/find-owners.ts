import { ask } from "#threads/ask.ts";
import type { ThreadKind, Threads } from "#threads/threads.ts";

export interface OwnersJob {
  /** As their text. */
  readonly rules: string;
}

export interface OwnersQuestion {
  readonly places: readonly string[];
  /** Places after this time are not answered, but for the first. */
  readonly forMs: number;
}

/** A thousand rules over the files of a large repository take time, and the server must answer in that time. */
const finding: ThreadKind = {
  script: new URL("owner-thread.ts", import.meta.url),
  // A job, and a lead who tries rules.
  most: 2,
  shared: true,
  idleMs: 30_000,
  limits: { maxOldGenerationSizeMb: 256 },
};

const placesAtOnce = 500;
/** Others wait for the thread meanwhile. */
const longestAnswerMs = 200;

/** Finds owners in a separate thread until it is disposed of. */
export interface OwnersFinder extends AsyncDisposable {
  /** The owners of the first places, in order: of all of them if `performance.now()` does not reach `until` first. */
  of(places: readonly string[], until?: number): Promise<(string | null)[]>;
}

export async function findOwners(threads: Threads, rules: string, signal?: AbortSignal): Promise<OwnersFinder> {
  const task = await threads.begin(finding, { rules } satisfies OwnersJob, signal === undefined ? {} : { signal });
  return {
    async of(places, until = Number.POSITIVE_INFINITY) {
      const owners: (string | null)[] = [];
      while (owners.length < places.length) {
        signal?.throwIfAborted();
        const forMs = Math.min(longestAnswerMs, until - performance.now());
        if (forMs <= 0) break;
        const next = places.slice(owners.length, owners.length + placesAtOnce);
        owners.push(...(await ask<(string | null)[]>(task, { places: next, forMs } satisfies OwnersQuestion, signal)));
      }
      return owners;
    },
    [Symbol.asyncDispose]: () => task[Symbol.asyncDispose](),
  };
}
