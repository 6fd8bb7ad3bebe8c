/** Remembers the last `max` keys that were added, in memory. */
export function createRecent(max: number) {
  const keys = new Set<string>();
  return {
    has: (key: string) => keys.has(key),
    add(key: string): void {
      keys.delete(key);
      keys.add(key);
      const oldest = keys.size > max ? keys.values().next().value : undefined;
      if (oldest !== undefined) keys.delete(oldest);
    },
  };
}
