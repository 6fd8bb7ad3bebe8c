import { createHash } from "node:crypto";

interface AccessToken {
  readonly token: string;
  readonly validMs: number;
}

/** A token is not used in its last minute, because a request takes some time. */
const earlyMs = 60_000;
const cached = new Map<string, { readonly token: string; readonly until: number }>();

/**
 * Returns an access token, and caches it until shortly before it expires.
 *
 * @param source All settings that determine the token, including secrets.
 */
export async function accessToken(source: object, read: () => Promise<AccessToken>): Promise<string> {
  const key = keyOf(source);
  const now = performance.now();
  const found = cached.get(key);
  if (found !== undefined && found.until > now) return found.token;
  const { token, validMs } = await read();
  for (const [other, { until }] of cached) if (until <= now) cached.delete(other);
  cached.set(key, { token, until: now + validMs - earlyMs });
  return token;
}

/** Removes a token that a service refused from the cache. Returns false if it was not there. */
export function forgetToken(token: string): boolean {
  const keys = [...cached].filter(([, entry]) => entry.token === token).map(([key]) => key);
  for (const key of keys) cached.delete(key);
  return keys.length > 0;
}

function keyOf(source: object): string {
  return createHash("sha256").update(JSON.stringify(source)).digest("hex");
}
