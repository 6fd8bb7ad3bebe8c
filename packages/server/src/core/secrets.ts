import { createHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

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

export function projectOfApiKey(key: string): number | null {
  const id = /^plumb_(\d{1,15})_[\w-]{32}$/.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}

/** Uses Argon2id with the parameters of the OWASP password storage cheat sheet (19 MiB, two passes). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

let decoy: Promise<string> | undefined;

/** Takes the same time if the account does not exist: then the password is compared with the hash of a random token. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(newSessionToken());
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== null && matches;
}
