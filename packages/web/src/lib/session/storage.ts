/** Keys that other tabs and later versions depend on. */
export type StorageKey =
  | "token"
  | "theme"
  | "auth_event"
  | "selectedProjectId"
  | "recentProjects"
  | "notifications"
  | "plumbSettings"
  | "sidebar"
  | "timeZoneHint"
  | "tour";

/** Reads local storage and never throws. If the browser blocks it, nothing is stored. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** `null` removes the key. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked or full. The session continues in this tab, but is not stored.
  }
}
