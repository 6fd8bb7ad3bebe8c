/** An acquired slot. */
export interface Turn {
  /** Lets others by, if any wait and this turn has lasted long enough; resolves once it continues. */
  pass(): Promise<void>;
}

/** A slot without competition. */
export const ownTurn: Turn = { pass: () => Promise.resolve() };

/** A turn that is passed on takes at least this long, so that passing costs little. */
const leastMs = 300;

/**
 * Limits the number of concurrent holders; others queue. Each project has its own queue, and the one with the fewest
 * slots is next, so one project cannot block the others.
 */
export function createTurns(most: number) {
  const lines = new Map<number, (() => void)[]>();
  const running = new Map<number, number>();
  let taken = 0;
  const begin = (project: number) => {
    taken += 1;
    running.set(project, (running.get(project) ?? 0) + 1);
  };
  const end = (project: number) => {
    taken -= 1;
    const left = (running.get(project) ?? 1) - 1;
    if (left > 0) running.set(project, left);
    else running.delete(project);
    const next = nextProject(lines, running);
    if (next === null) return;
    const line = lines.get(next) ?? [];
    lines.delete(next);
    const go = line.shift();
    // It goes behind those that have as many turns.
    if (line.length > 0) lines.set(next, line);
    begin(next);
    go?.();
  };
  const wait = (project: number) =>
    new Promise<void>((resolve) => {
      const line = lines.get(project) ?? [];
      line.push(resolve);
      lines.set(project, line);
    });
  return {
    /** New callers have to wait. */
    get areTaken(): boolean {
      return taken >= most;
    },
    /** @throws the reason of `signal`, if that aborts while it waits. */
    async take<Value>(signal: AbortSignal, work: (turn: Turn) => Promise<Value>, project = 0): Promise<Value> {
      if (taken >= most) await wait(project);
      else begin(project);
      let since = performance.now();
      const pass = async () => {
        if (lines.size === 0 || performance.now() - since < leastMs) return;
        const again = wait(project);
        end(project);
        await again;
        since = performance.now();
      };
      try {
        signal.throwIfAborted();
        return await work({ pass });
      } finally {
        end(project);
      }
    },
  };
}

/** The first in line of those with the fewest turns. */
function nextProject(lines: ReadonlyMap<number, unknown>, running: ReadonlyMap<number, number>): number | null {
  let [next, fewest]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const project of lines.keys()) {
    const turns = running.get(project) ?? 0;
    if (turns < fewest) [next, fewest] = [project, turns];
  }
  return next;
}
