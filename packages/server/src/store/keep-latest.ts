/** Sets a value as the latest entry of the map. If the map then has more than `max` entries, removes the oldest one. */
export function keepLatest<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, max: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= max) return;
  const [oldest] = kept.keys();
  kept.delete(oldest as Key);
}
