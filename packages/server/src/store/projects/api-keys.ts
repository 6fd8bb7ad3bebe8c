import type { ApiKey } from "@plumb/contract/projects/api-keys.ts";
import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { createBatcher } from "#store/batcher.ts";

interface ApiKeyRow extends Omit<ApiKey, "createdAt" | "lastUsedAt" | "expiresAt" | "revokedAt"> {
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export async function apiKeysOf(db: Db, projectId: number): Promise<ApiKey[]> {
  const { rows } = await sql<ApiKeyRow>`
    select k.id, k.name, k.prefix, k.scopes, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
           k.expires_at as "expiresAt", k.revoked_at as "revokedAt",
           case when a.id is not null then json_build_object(
             'name', coalesce(a.display_name, a.name, a.email),
             'mayManage', a.status = 'active' and (a.role = 'ADMIN' or coalesce(m.role = 'LEAD', false))) end as "createdBy"
      from api_key k
      left join user_account a on a.id = k.created_by
      left join membership m on m.project_id = k.project_id and m.user_id = a.id
     where k.project_id = ${projectId}
     order by k.created_at desc, k.id desc
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
  options: {
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
    values (${options.projectId}, ${options.name}, ${options.prefix}, ${options.keyHash}, ${options.scopes}, ${options.createdBy},
            ${options.expiresAt ?? null})
    returning id
  `.execute(db);
  return (rows[0] as { id: number }).id;
}

/** Returns the name of the key, or `null` if the project has no such key. Revoking a key again keeps the first time. */
export async function revokeApiKey(db: Db, projectId: number, keyId: number, now: Date): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update api_key set revoked_at = coalesce(revoked_at, ${now}) where project_id = ${projectId} and id = ${keyId} returning name
  `.execute(db);
  return rows[0]?.name ?? null;
}

interface KeyQuery {
  readonly projectId: number;
  readonly keyHash: Buffer;
  readonly now: Date;
}

export interface FoundKey {
  readonly id: number;
  readonly name: string;
  readonly scopes: string[];
}

const finders = new WeakMap<Db, (queries: KeyQuery) => Promise<FoundKey | null>>();

/** Returns the active key with this hash and marks it as used, at most once a minute. Concurrent calls share one query. */
export async function apiKeyByHash(db: Db, projectId: number, keyHash: Buffer, now: Date): Promise<FoundKey | null> {
  const findKey =
    finders.get(db) ?? createBatcher<KeyQuery, FoundKey | null>({ work: (queries) => apiKeysByHash(db, queries) });
  finders.set(db, findKey);
  return findKey({ projectId, keyHash, now });
}

async function apiKeysByHash(db: Db, queries: readonly KeyQuery[]): Promise<(FoundKey | null)[]> {
  const nameOf = ({ projectId, keyHash }: Omit<KeyQuery, "now">) => `${projectId} ${keyHash.toString("hex")}`;
  // Keys are deduplicated because concurrent calls of a pipeline usually have the same key.
  const keys = [...new Map(queries.map((key) => [nameOf(key), key])).values()];
  const { rows } = await sql<FoundKey & Omit<KeyQuery, "now"> & { stale: boolean; now: Date }>`
    select k.id, k.name, k.scopes, k.project_id as "projectId", k.key_hash as "keyHash", given.now,
           coalesce(k.last_used_at < given.now - interval '1 minute', true) as stale
      from unnest(${numbers(keys.map(({ projectId }) => projectId))}::bigint[], ${texts(keys.map(({ keyHash }) => keyHash.toString("hex")))}::text[],
                  ${texts(keys.map(({ now }) => now.toISOString()))}::timestamptz[]) as given (project_id, key_hash, now)
      join api_key k on k.project_id = given.project_id and k.key_hash = decode(given.key_hash, 'hex')
     where k.revoked_at is null and (k.expires_at is null or k.expires_at > given.now)
  `.execute(db);
  for (const { id, projectId, now, stale } of rows)
    if (stale)
      await sql`update api_key set last_used_at = ${now} where project_id = ${projectId} and id = ${id}`.execute(db);
  const found = new Map(rows.map((row) => [nameOf(row), { id: row.id, name: row.name, scopes: row.scopes }]));
  return queries.map((key) => found.get(nameOf(key)) ?? null);
}

/** A key of any state, for explaining why it is rejected. */
export type EndedKey = Pick<ApiKeyRow, "id" | "name" | "revokedAt" | "expiresAt">;

/** Returns the key with this hash in any state; `null` if it never existed or its project is being deleted. */
export async function anyApiKeyByHash(db: Db, projectId: number, keyHash: Buffer): Promise<EndedKey | null> {
  const { rows } = await sql<EndedKey>`
    select k.id, k.name, k.revoked_at as "revokedAt", k.expires_at as "expiresAt"
      from api_key k join project p on p.id = k.project_id and p.status <> 'deleting'
     where k.project_id = ${projectId} and k.key_hash = ${keyHash}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the newest active key with this visible part; `null` without one, and while its project is being deleted. */
export async function activeApiKeyByPrefix(
  db: Db,
  projectId: number,
  { prefix, now }: { readonly prefix: string; readonly now: Date },
): Promise<Pick<ApiKeyRow, "name"> | null> {
  const { rows } = await sql<Pick<ApiKeyRow, "name">>`
    select k.name
      from api_key k join project p on p.id = k.project_id and p.status <> 'deleting'
     where k.project_id = ${projectId} and k.prefix = ${prefix}
       and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
     order by k.id desc
     limit 1
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns who created a key, if that user is active and may still triage in the project. */
export async function creatorOfKey(
  db: Db,
  projectId: number,
  keyId: number,
): Promise<{ id: number; displayName: string | null; name: string | null; email: string; timezone: string } | null> {
  const { rows } = await sql<{
    id: number;
    displayName: string | null;
    name: string | null;
    email: string;
    timezone: string;
  }>`
    select a.id, a.display_name as "displayName", a.name, a.email, a.timezone
      from api_key k join user_account a on a.id = k.created_by and a.status = 'active'
     where k.project_id = ${projectId} and k.id = ${keyId}
       and (a.role = 'ADMIN' or exists (
         select from membership m where m.project_id = ${opaqueProjectId(projectId)} and m.user_id = a.id and m.role in ('LEAD', 'USER')))
  `.execute(db);
  return rows[0] ?? null;
}
