import { readStored, writeStored } from "#lib/storage.ts";

/** Raised on `window` when a token was not accepted any more, here or in another tab. */
export const sessionExpired = "auth:session-expired";

let token = readStored("token");
let expired = false;
const listeners = new Set<() => void>();

/** The session token; null while nobody is signed in. */
export function readToken(): string | null {
  return token;
}

/** True between an expiry and the next sign-in: the answer that says so may come before anything listens. */
export function hasExpired(): boolean {
  return expired && token === null;
}

/** For `useSyncExternalStore`: told whenever the token changed. */
export function subscribeToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToken(value: string | null): void {
  token = value;
  for (const listener of listeners) listener();
}

export function startSession(value: string): void {
  expired = false;
  writeStored("token", value);
  announce("LOGIN");
  setToken(value);
}

/** The user's own wish; other tabs follow. */
export function endSession(): void {
  expired = false;
  writeStored("token", null);
  announce("LOGOUT", "USER_LOGOUT");
  setToken(null);
}

/** The server did not accept the token. Several calls may find out at once: only the first counts. */
export function expireSession(): void {
  if (token === null) return;
  writeStored("token", null);
  announce("LOGOUT", "SESSION_EXPIRED");
  expired = true;
  setToken(null);
  window.dispatchEvent(new Event(sessionExpired));
}

/** Follows what other tabs do with the session: signing out there signs out here. Returns the way to stop. */
export function followOtherTabs(): () => void {
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

function onStorage(event: StorageEvent): void {
  // A null key is `localStorage.clear()`.
  if (event.key !== "token" && event.key !== null) return;
  const stored = readStored("token");
  if (stored === token) return;
  const wasActive = token !== null;
  setToken(stored);
  if (stored === null && wasActive) window.dispatchEvent(new Event(sessionExpired));
}

function announce(type: "LOGIN" | "LOGOUT", reason?: "USER_LOGOUT" | "SESSION_EXPIRED"): void {
  writeStored("auth_event", JSON.stringify({ type, reason, timestamp: Date.now() }));
}
