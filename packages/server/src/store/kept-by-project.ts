import { createBatcher } from "#store/batcher.ts";

/** How to load and refresh the value of a project. */
export interface KeepingPlan<Value> {
  /** Maximum weight of all values over all projects. */
  readonly most: number;
  /** Returns the weight in the unit of `most`. Called for every value after each refresh, so it must be cheap. */
  readonly weigh: (value: Value) => number;
  /**
   * Reads the current value from the database. `before` is the result of the last refresh, or undefined if it is not cached. It may be changed in
   * place and returned, because it is dropped if the refresh fails.
   */
  readonly refresh: (projectId: number, before: Value | undefined) => Promise<Value>;
}

/** Cached values per project that are too expensive to load for each query. */
export interface KeptByProject<Value> {
  /** Returns a value that is at least as new as this call. Use it before the next `await`, because the next refresh may change it in place. */
  fresh(projectId: number): Promise<Value>;
  /** Runs `work` on a value that no refresh changes until it ends: the cached value, or a new one if there is none. */
  alone<Found>(projectId: number, work: (value: Value) => Promise<Found>): Promise<Found>;
}

/**
 * Caches a value per project and evicts the least recently used ones above the weight `most`. The latest value is
 * never evicted, so memory is bounded by `most` or the largest project.
 *
 * Refreshes of one project run one after another, those of different projects in parallel. Callers that arrive
 * during a refresh share the next one, so a project has at most two. A failed refresh rejects its callers and leaves
 * nothing behind: the next one starts without `before`.
 */
export function keepByProject<Value>({ most, weigh, refresh }: KeepingPlan<Value>): KeptByProject<Value> {
  /** Least recently used entry first. */
  const kept = new Map<number, Value>();
  const lastTurns = new Map<number, Promise<unknown>>();

  function inTurn<Found>(projectId: number, work: () => Promise<Found>): Promise<Found> {
    const turn = (lastTurns.get(projectId) ?? Promise.resolve()).then(work, work);
    lastTurns.set(projectId, turn);
    return turn.finally(() => {
      if (lastTurns.get(projectId) === turn) lastTurns.delete(projectId);
    });
  }

  async function refreshed(projectId: number): Promise<Value> {
    const before = kept.get(projectId);
    kept.delete(projectId);
    const value = await refresh(projectId, before);
    kept.set(projectId, value);
    forgetOldest();
    return value;
  }

  function forgetOldest(): void {
    let total = 0;
    for (const value of kept.values()) total += weigh(value);
    for (const [oldest, value] of kept) {
      if (total <= most || kept.size === 1) return;
      kept.delete(oldest);
      total -= weigh(value);
    }
  }

  const refreshes = createBatcher<number, Value>({
    async work(asked) {
      const value = await refreshed(asked[0] as number);
      return asked.map(() => value);
    },
    run: (batch, projectId) => inTurn(Number(projectId), batch),
  });

  return {
    fresh: (projectId) => refreshes(projectId, projectId),
    alone: (projectId, work) =>
      inTurn(projectId, async () => work(kept.get(projectId) ?? (await refreshed(projectId)))),
  };
}
