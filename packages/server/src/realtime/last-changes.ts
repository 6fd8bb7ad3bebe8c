/** When a run of each project, or what its failures are taken for, last changed, as far as this process has heard. */
export interface LastChanges {
  readonly note: (projectId: number) => void;
  /** At most as long as this has been listening: what happened before it does not know. */
  readonly msAgo: (projectId: number) => number;
}

/** @param now In milliseconds, from any beginning; it must never go back. */
export function createLastChanges(now: () => number = () => performance.now()): LastChanges {
  const began = now();
  const changed = new Map<number, number>();
  return {
    note: (projectId) => changed.set(projectId, now()),
    msAgo: (projectId) => now() - (changed.get(projectId) ?? began),
  };
}
