import { ask } from "#threads/ask.ts";
import type { ThreadKind, Threads } from "#threads/threads.ts";
import type { Pattern } from "./rule-matching.ts";

/** In their order. */
export interface MatchingJob {
  readonly patterns: readonly (Pattern & {
    /** Where it matches, those after it are not looked at. */
    readonly last: boolean;
  })[];
}

/** The patterns that a text matches, by their places, and of each the line that it matched. */
export type Matches = readonly { readonly place: number; readonly line: string }[];

/** People's expressions take linear time, but many of them over many errors add up: the server answers meanwhile. */
const matching: ThreadKind = {
  script: new URL("matching-thread.ts", import.meta.url),
  // A job, and a preview.
  most: 2,
  shared: true,
  idleMs: 30_000,
  limits: { maxOldGenerationSizeMb: 256 },
};

/** Number of texts sent to the thread at once; it checks for cancellation in between. */
const textsAtOnce = 10;

/** Matches texts against patterns in a separate thread until it is disposed of. */
export interface Matcher extends AsyncDisposable {
  /**
   * @param until The value of `performance.now()` at which to stop; later errors are not included.
   */
  of(texts: readonly string[], until?: number): Promise<Matches[]>;
}

export async function createMatcher(
  threads: Threads,
  patterns: MatchingJob["patterns"],
  signal: AbortSignal = AbortSignal.any([]),
): Promise<Matcher> {
  // Most projects have none: no thread is started for them.
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
