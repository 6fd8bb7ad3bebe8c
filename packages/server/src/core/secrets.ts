import { createHash, randomBytes } from "node:crypto";

/** Returns the hash to store and look up. Tokens have 256 random bits, so a slow hash would not be safer. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The key contains the project id, so that one shard can look it up. */
export function newApiKey(projectId: number): string {
  return `plumb_${projectId}_${randomBytes(24).toString("base64url")}`;
}

/** Returns the visible part of a key, by which users recognise it. It includes four characters of the secret, which may contain underscores. */
export function prefixOfApiKey(key: string): string {
  return /^plumb_\d+_.{4}/.exec(key)?.[0] ?? "";
}

/** The token contains the project id, like an API key. Its 192 random bits cannot be guessed. */
export function newShareToken(projectId: number): string {
  return `share_${projectId}_${randomBytes(24).toString("base64url")}`;
}

/** Returns the project in the token of a share link; `null` for any other token. */
export function projectOfShareToken(token: string): number | null {
  return projectAfter("share_", token);
}

export function projectOfApiKey(key: string): number | null {
  return projectAfter("plumb_", key);
}

/** Returns the project of a token that starts like an API key, even if it is cut off or too long; `null` for any other token. */
export function projectOfBrokenApiKey(token: string): number | null {
  const id = /^plumb_(\d{1,15})_.{4}/.exec(token)?.[1];
  return id === undefined ? null : Number(id);
}

function projectAfter(prefix: string, token: string): number | null {
  const id = token.startsWith(prefix) ? /^(\d{1,15})_[\w-]{32}$/.exec(token.slice(prefix.length))?.[1] : undefined;
  return id === undefined ? null : Number(id);
}
