/** Sets a value as the latest entry of the map. If the map then has more than `max` entries, removes the oldest one. */
export function keepLatest<Key, Value>(retained: Map<Key, Value>, key: Key, value: Value, max: number): void {
  retained.delete(key);
  retained.set(key, value);
  if (retained.size <= max) return;
  const [oldest] = retained.keys();
  retained.delete(oldest as Key);
}
