/** Lets so many do something at the same time; the others wait in line. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    /** Whoever comes now waits. */
    get areTaken(): boolean {
      return taken >= most;
    },
    /** @throws the reason of `signal`, if that aborts while it waits. */
    async take<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
      if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve));
      else taken += 1;
      try {
        signal.throwIfAborted();
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) taken -= 1;
        else next();
      }
    },
  };
}
