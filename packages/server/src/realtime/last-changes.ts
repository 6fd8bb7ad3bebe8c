/** Records when runs, failures, trends, items or uploads of each project last changed, as far as this process was notified. */
export interface LastChanges {
  readonly note: (projectId: number) => void;
  /** Returns at most the age of this object, or the time since its restart, because earlier changes are unknown. */
  readonly msAgo: (projectId: number) => number;
  /** Forgets everything, because changes may have been missed. */
  readonly restart: () => void;
}

/** @param now Monotonic time in milliseconds. */
export function createLastChanges(now: () => number = () => performance.now()): LastChanges {
  let start = now();
  const changed = new Map<number, number>();
  return {
    restart() {
      start = now();
      changed.clear();
    },
    note: (projectId) => changed.set(projectId, now()),
    msAgo: (projectId) => now() - (changed.get(projectId) ?? start),
  };
}
