/** Keys that other tabs and later versions rely on. */
export type StorageKey =
  | "token"
  | "theme"
  | "auth_event"
  | "selectedProjectId"
  | "recentProjects"
  | "notifications"
  | "plumbSettings"
  | "sidebar";

/** Local storage that never throws: where the browser blocks it, nothing is remembered. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the key. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the session lives on in this tab without being remembered.
  }
}
