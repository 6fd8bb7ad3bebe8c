import type { StorageKey } from "#lib/session/storage.ts";

/** Storage of the static demo, in memory: it always starts signed in, and leaves nothing on a host that other pages share. */
const values = new Map<StorageKey, string>([
  ["token", "recorded"],
  // A profile cannot be changed here.
  ["timeZoneHint", "dismissed"],
]);

export function readStored(key: StorageKey): string | null {
  return values.get(key) ?? null;
}

export function writeStored(key: StorageKey, value: string | null): void {
  if (value === null) values.delete(key);
  else values.set(key, value);
}
