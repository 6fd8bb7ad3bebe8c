/** An acquired slot of the semaphore. */
export interface Slot {
  /** Passes the slot on if another caller is waiting and it has been held long enough; resolves when the work can continue. */
  pass(): Promise<void>;
}

/** A slot for work without a limit. */
export const unlimitedSlot: Slot = { pass: () => Promise.resolve() };

/** Minimum time in milliseconds before a slot is passed on, to limit switching. */
const minMs = 300;

/**
 * Limits the number of concurrent callers; the others queue. Each project has its own queue, and the project with the fewest slots is next, so that
 * one project cannot block others.
 */
export function createSemaphore(max: number) {
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
    // Added again, so that the project is behind all others with the same number of slots.
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
    /** True if all slots are taken, so that new callers have to wait. */
    get areTaken(): boolean {
      return taken >= max;
    },
    /** @throws the reason of `signal` if it is aborted while the call is waiting. */
    async take<Value>(signal: AbortSignal, work: (slot: Slot) => Promise<Value>, project = 0): Promise<Value> {
      if (taken >= max) await wait(project);
      else begin(project);
      let since = performance.now();
      const pass = async () => {
        if (lines.size === 0 || performance.now() - since < minMs) return;
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

/** Returns the waiting project with the fewest slots; the first of them if there are several. */
function nextProject(lines: ReadonlyMap<number, unknown>, running: ReadonlyMap<number, number>): number | null {
  let [next, fewest]: [number | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const project of lines.keys()) {
    const slots = running.get(project) ?? 0;
    if (slots < fewest) [next, fewest] = [project, slots];
  }
  return next;
}
