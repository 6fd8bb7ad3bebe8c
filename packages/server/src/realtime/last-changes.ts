/** Records when runs, failures, trends, items or uploads of each project last changed, as far as this process was notified. */
export interface LastChanges {
  readonly note: (projectId: number) => void;
  /** Returns at most the age of this object, because earlier changes are unknown. */
  readonly msAgo: (projectId: number) => number;
}

/** @param now Monotonic time in milliseconds. */
export function createLastChanges(now: () => number = () => performance.now()): LastChanges {
  const began = now();
  const changed = new Map<number, number>();
  return {
    note: (projectId) => changed.set(projectId, now()),
    msAgo: (projectId) => now() - (changed.get(projectId) ?? began),
  };
}
