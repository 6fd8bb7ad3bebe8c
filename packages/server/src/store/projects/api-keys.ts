import type { ApiKey } from "@plumb/contract/projects/api-keys.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

interface ApiKeyRow extends Omit<ApiKey, "createdAt" | "lastUsedAt" | "expiresAt" | "revokedAt"> {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export async function apiKeysOf(db: Db, projectId: number): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKeyRow>`
    select id, name, prefix, scopes, created_at as "createdAt", last_used_at as "lastUsedAt",
           expires_at as "expiresAt", revoked_at as "revokedAt"
      from api_key
     where project_id = ${projectId}
     order by created_at desc, id desc
     limit 500
  `.execute(db);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }));
}

export async function createApiKey(
  db: Db,
  given: {
    projectId: number;
    name: string;
    prefix: string;
    keyHash: Buffer;
    scopes: readonly string[];
    createdBy: number;
    expiresAt?: Date | null;
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into api_key (project_id, name, prefix, key_hash, scopes, created_by, expires_at)
    values (${given.projectId}, ${given.name}, ${given.prefix}, ${given.keyHash}, ${given.scopes}, ${given.createdBy},
            ${given.expiresAt ?? null})
    returning id
  `.execute(db);
  return (rows[0] as { id: number }).id;
}

/** The key's name, or null if the project has no such key. Revoking twice is no error. */
export async function revokeApiKey(db: Db, projectId: number, keyId: number, now: Date): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update api_key set revoked_at = coalesce(revoked_at, ${now}) where project_id = ${projectId} and id = ${keyId} returning name
  `.execute(db);
  return rows[0]?.name ?? null;
}

/** The live key with this hash. Marks it as used, at most once a minute. */
export async function apiKeyByHash(
  db: Db,
  projectId: number,
  keyHash: Buffer,
  now: Date,
): Promise<{ id: number; scopes: string[] } | null> {
  const { rows } = await sql<{ id: number; scopes: string[]; stale: boolean }>`
    select id, scopes, coalesce(last_used_at < ${now}::timestamptz - interval '1 minute', true) as stale
      from api_key
     where project_id = ${projectId} and key_hash = ${keyHash} and revoked_at is null
       and (expires_at is null or expires_at > ${now})
  `.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  if (row.stale)
    await sql`update api_key set last_used_at = ${now} where project_id = ${projectId} and id = ${row.id}`.execute(db);
  return { id: row.id, scopes: row.scopes };
}
