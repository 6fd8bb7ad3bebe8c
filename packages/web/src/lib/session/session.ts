import type { User } from "@plumb/contract/people/auth.ts";
import { refusedError } from "@plumb/client/call-error.ts";
import { shareToken } from "./share-token.ts";
import { readStored, writeStored } from "./storage.ts";

// The session consists of the token here and the account in the query cache (own-account.ts). Tabs notify each other through
// `auth_event` in local storage, which the browser delivers to all tabs except the one that wrote it.

/** Fired on `window` when the session ended for a reason other than a sign-out in this tab, as a `CustomEvent` with a message for users. */
export const sessionExpired = "auth:session-expired";

const expiredText = "Your session has expired. Please log in again.";
const missingTokenText = "Session expired. Please log in again.";

let token = shareToken === null ? readStored("token") : null;
let expired: string | null = null;
let failure: string | null = null;
const listeners = new Set<() => void>();

/** The session token; `null` if not signed in. */
export function readToken(): string | null {
  return token;
}

/** Returns the message between expiry and the next sign-in, otherwise `null`. The session may expire before a listener is registered. */
export function expiredMessage(): string | null {
  return token === null ? expired : null;
}

/** Returns the message of an event `auth:session-expired`. Other programs may fire it without one. */
export function messageOfExpiry(event: Event): string {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null;
  return typeof detail === "object" && detail !== null && "message" in detail && typeof detail.message === "string"
    ? detail.message
    : expiredText;
}

/** Returns why the stored session could not be restored at the start, for the sign-in page; `null` if that did not happen. */
export function startFailure(): string | null {
  return token === null ? failure : null;
}

/** Calls the listener whenever the token changes. For `useSyncExternalStore`. */
export function subscribeToken(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setToken(value: string | null): void {
  // Notifications belong to the signed-in user.
  if (token !== value) writeStored("notifications", null);
  token = value;
  if (value !== null) {
    expired = null;
    failure = null;
  }
  for (const listener of listeners) listener();
}

/** Starts a session. Other tabs sign in with the same token and user. */
export function startSession(value: string, user: User): void {
  writeStored("token", value);
  announce({ type: "LOGIN", token: value, user });
  setToken(value);
}

/** Signs out at the user's request. Other tabs follow. */
export function endSession(): void {
  writeStored("token", null);
  announce({ type: "LOGOUT", reason: "USER_LOGOUT" });
  setToken(null);
}

/** Signs out because the stored session could not be restored, and stores the message for the sign-in page. */
export function failStart(sentence: string): void {
  if (token === null) return;
  writeStored("token", null);
  announce({ type: "LOGOUT" });
  failure = sentence;
  setToken(null);
}

/**
 * Ends the session after the server rejected a token. Only the first of several concurrent calls has an effect.
 *
 * @param refused The token of the request. A late response about an earlier session does not end a later one.
 */
export function expireSession(refused: string): void {
  if (token !== refused) return;
  // Another tab may have started a new session since, which must not be ended.
  if (readStored("token") === refused) announce({ type: "LOGOUT", reason: "SESSION_EXPIRED" });
  expireHere();
}

/**
 * Ends the session if the stored token was removed in this tab, which fires no event.
 *
 * @throws RefusedError as if the server had rejected the call.
 */
export function requireStoredToken(): void {
  if (readStored("token") !== null) return;
  expireHere(missingTokenText);
  throw refusedError(401, JSON.stringify({ error: missingTokenText }), null);
}

function expireHere(message = expiredText): void {
  if (token === null) return;
  if (readStored("token") === token) writeStored("token", null);
  expired = message;
  setToken(null);
  window.dispatchEvent(new CustomEvent(sessionExpired, { detail: { message } }));
}

/**
 * Follows other tabs: signs in with the same user when they sign in, and ends the session when they sign out or remove the token.
 * Also handles `auth:session-expired`. Returns the function to stop.
 *
 * @param onSignIn Called when this tab has the token. The user is `null` if the data was invalid.
 */
export function followOtherTabs(onSignIn: (user: User | null) => void): () => void {
  if (shareToken !== null) return () => undefined;
  const onStorage = (event: StorageEvent) => {
    // `localStorage.clear()` fires with a `null` key.
    if (event.key === null || (event.key === "token" && event.newValue === null)) return expireHere();
    if (event.key !== "auth_event") return undefined;
    const stored = parsed(event.newValue);
    if (stored["type"] === "LOGOUT") expireHere();
    const { token: sent } = stored;
    if (stored["type"] !== "LOGIN" || typeof sent !== "string" || sent === token) return undefined;
    setToken(sent);
    return onSignIn(isUser(stored["user"]) ? stored["user"] : null);
  };
  window.addEventListener("storage", onStorage);
  window.addEventListener(sessionExpired, expireActive);
  return () => {
    window.removeEventListener("storage", onStorage);
    window.removeEventListener(sessionExpired, expireActive);
  };
}

function expireActive(): void {
  if (token !== null) expireSession(token);
}

type AuthEvent =
  | { readonly type: "LOGIN"; readonly token: string; readonly user: User }
  | { readonly type: "LOGOUT"; readonly reason?: "USER_LOGOUT" | "SESSION_EXPIRED" };

function announce(event: AuthEvent): void {
  // The timestamp makes equal events different. Otherwise, the second one would not fire.
  writeStored("auth_event", JSON.stringify({ ...event, timestamp: Date.now() }));
}

/** The stored value can be anything, because other versions of the app or other programs may have written it. */
function parsed(text: string | null): Record<string, unknown> {
  try {
    const value = JSON.parse(text ?? "") as unknown;
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isUser(value: unknown): value is User {
  if (typeof value !== "object" || value === null) return false;
  const { id, username, email, role } = value as Record<string, unknown>;
  return (
    typeof id === "number" &&
    typeof username === "string" &&
    typeof email === "string" &&
    (role === "ADMIN" || role === "USER")
  );
}
