/** Puts a value where it is the latest of a map; of more than `most` the one goes that was put there first. */
export function keepLatest<Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size <= most) return;
  const [oldest] = kept.keys();
  kept.delete(oldest as Key);
}
