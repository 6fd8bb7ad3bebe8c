/** What is kept of each project, and how it is brought up to date. */
export interface KeepingPlan<Value> {
  /** What all values together may weigh, over all projects. */
  readonly most: number;
  /** In the unit of `most`; asked of every value after each refresh, so it must be cheap. */
  readonly weigh: (value: Value) => number;
  /**
   * Reads what the database has now. `before` is what the last refresh made of the project, undefined where nothing is kept; it may be
   * changed in place and returned, because it is forgotten if this fails.
   */
  readonly refresh: (projectId: number, before: Value | undefined) => Promise<Value>;
}

/** Values that cost too much to be read anew for each question, in memory by project. */
export interface KeptByProject<Value> {
  /**
   * What the database had at this call or later. Ask for what is needed in the same turn of the event loop: the next refresh may
   * change the value in place.
   */
  fresh(projectId: number): Promise<Value>;
  /** Work on a value that no refresh changes meanwhile: on what is kept, or on a fresh one where nothing is. */
  alone<Found>(projectId: number, work: (value: Value) => Promise<Found>): Promise<Found>;
}

/**
 * Keeps a value for each project that somebody asks about, and forgets those that were asked for longest ago once all weigh more than
 * `most`. The latest one stays whatever it weighs, so memory is bounded by `most` or the largest project.
 *
 * Refreshes of a project come one after another, those of different projects together. Who asks while one goes on shares the next
 * with everybody who asks until it begins, so that a project has two of them at most, however many ask. A refresh that fails is the
 * answer to those who wait for it, and leaves nothing behind: the next one begins without `before`.
 */
export function keepByProject<Value>({ most, weigh, refresh }: KeepingPlan<Value>): KeptByProject<Value> {
  /** The one that was asked for longest ago comes first. */
  const kept = new Map<number, Value>();
  const lastTurns = new Map<number, Promise<unknown>>();
  const notBegun = new Map<number, Promise<Value>>();

  function inTurn<Found>(projectId: number, work: () => Promise<Found>): Promise<Found> {
    const turn = (lastTurns.get(projectId) ?? Promise.resolve()).then(work, work);
    lastTurns.set(projectId, turn);
    return turn.finally(() => {
      if (lastTurns.get(projectId) === turn) lastTurns.delete(projectId);
    });
  }

  async function refreshed(projectId: number): Promise<Value> {
    notBegun.delete(projectId);
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

  return {
    fresh(projectId) {
      const shared = notBegun.get(projectId);
      if (shared !== undefined) return shared;
      const next = inTurn(projectId, () => refreshed(projectId));
      notBegun.set(projectId, next);
      return next;
    },
    alone: (projectId, work) =>
      inTurn(projectId, async () => work(kept.get(projectId) ?? (await refreshed(projectId)))),
  };
}
