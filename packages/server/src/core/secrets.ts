import { createHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** Tokens have 256 random bits, so a plain hash is as good as a slow one and can be looked up. */
export function tokenHash(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

export function newSessionToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The key names its project, so that it is found within one shard. */
export function newApiKey(projectId: number): string {
  return `plumb_${projectId}_${randomBytes(24).toString("base64url")}`;
}

/** What may be shown of a key, to recognise it by: four characters of the secret, which may hold underscores itself. */
export function prefixOfApiKey(key: string): string {
  return /^plumb_\d+_.{4}/.exec(key)?.[0] ?? "";
}

export function projectOfApiKey(key: string): number | null {
  const id = /^plumb_(\d{1,15})_[\w-]{32}$/.exec(key)?.[1];
  return id === undefined ? null : Number(id);
}

/** Argon2id; parameters of the OWASP password storage cheat sheet (19 MiB, two passes). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
}

let decoy: Promise<string> | undefined;

/** Takes the same time whether the account exists or not: without one it checks against a hash that nothing matches. */
export async function passwordMatches(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword(newSessionToken());
  const matches = await verify(passwordHash ?? (await decoy), password);
  return passwordHash !== null && matches;
}
