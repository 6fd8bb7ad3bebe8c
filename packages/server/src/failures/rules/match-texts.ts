import { ask } from "#threads/ask.ts";
import type { WorkerKind, WorkerPool } from "#threads/worker-pool.ts";
import type { Pattern } from "./rule-matching.ts";

/** Patterns in the order of the rules. */
export interface MatchingJob {
  readonly patterns: readonly (Pattern & {
    /** Whether to skip the remaining patterns if this one matches. */
    readonly last: boolean;
  })[];
}

/** Patterns that match a text, by position, each with the matching line. */
export type Matches = readonly { readonly place: number; readonly line: string }[];

/** User-defined expressions take linear time, but many of them for many errors take long, so they run outside the server's thread. */
const matching: WorkerKind = {
  script: new URL("matching-thread.ts", import.meta.url),
  // One for a job and one for a preview.
  max: 2,
  shared: true,
  idleMs: 30_000,
  limits: { maxOldGenerationSizeMb: 256 },
};

/** Number of texts per message to the thread. Cancellation is checked in between. */
const textsAtOnce = 10;

/** Matches texts against patterns in a separate thread until it is disposed of. */
export interface Matcher extends AsyncDisposable {
  /**
   * @param until The value of `performance.now()` at which to stop; later errors are not included.
   */
  of(texts: readonly string[], until?: number): Promise<Matches[]>;
}

export async function createMatcher(
  threads: WorkerPool,
  patterns: MatchingJob["patterns"],
  signal: AbortSignal = AbortSignal.any([]),
): Promise<Matcher> {
  // Most projects have no rules, so no thread is started for them.
  if (patterns.length === 0) return matchesNothing;
  const task = await threads.begin(matching, { patterns } satisfies MatchingJob, { signal });
  return {
    async of(texts, until = Number.POSITIVE_INFINITY) {
      const found: Matches[] = [];
      for (let from = 0; from < texts.length && performance.now() < until; from += textsAtOnce) {
        signal.throwIfAborted();
        found.push(...(await ask<Matches[]>(task, texts.slice(from, from + textsAtOnce), signal)));
      }
      return found;
    },
    [Symbol.asyncDispose]: () => task[Symbol.asyncDispose](),
  };
}

const matchesNothing: Matcher = {
  of: (texts) => Promise.resolve(texts.map(() => [])),
  [Symbol.asyncDispose]: () => Promise.resolve(),
};
