import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers, texts } from "#store/array-literal.ts";
import { blobsAreHeld } from "#store/backup/blob-hold.ts";
import type { Db } from "#store/db.ts";
import { referredBlobs } from "#store/runs/run-removal.ts";

/** `null` for no limit. */
export type ByteLimit = number | null;

/** Percentages of the limit. Users are warned once per threshold, and again only after usage fell below `calm`. */
const thresholds = { full: 100, near: 80, calm: 70 } as const;

interface StorageRow {
  readonly name: string;
  readonly usedBytes: number;
  /** `null` for the server default, 0 for no limit. */
  readonly ownLimit: number | null;
  readonly warnedPercent: number;
}

export interface ProjectStorage {
  readonly usedBytes: number;
  readonly files: number;
  readonly ownLimit: number | null;
}

export async function storageOf(db: Db, projectId: number): Promise<ProjectStorage | null> {
  const { rows } = await sql<ProjectStorage>`
    select s.used_bytes as "usedBytes", s.limit_bytes as "ownLimit",
           (select count(*) from stored_blob b where b.project_id = ${opaqueProjectId(projectId)}) as files
      from project_storage s join project p on p.id = s.project_id
     where s.project_id = ${projectId} and p.status <> 'deleting'
  `.execute(db);
  return rows[0] ?? null;
}

/**
 * @param limit `null` for the server default, 0 for no limit.
 * @returns The previous limit; undefined if the project does not exist.
 */
export async function setStorageLimit(
  transaction: Db,
  projectId: number,
  limit: number | null,
): Promise<number | null | undefined> {
  const row = await lockedStorage(transaction, projectId);
  if (row === null) return undefined;
  await sql`
    update project_storage set limit_bytes = ${limit}, warned_percent = 0 where project_id = ${projectId}
  `.execute(transaction);
  return row.ownLimit;
}

export interface NewContent {
  /** SHA-256 in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: number;
}

export interface Admission {
  readonly refused: ReadonlySet<string>;
  readonly limit: ByteLimit;
  /** Set if usage reached a threshold for which no warning was sent yet. */
  readonly crossed: { readonly project: string; readonly usedBytes: number; readonly isFull: boolean } | null;
}

/**
 * Reserves space for contents that will be stored. Contents that the project already has take no additional space. New contents are listed as
 * possibly unreferenced, so that cleanup removes them if their upload fails.
 */
export async function admitContents(
  transaction: Db,
  projectId: number,
  contents: readonly NewContent[],
  { now, defaultLimit }: { readonly now: Date; readonly defaultLimit: ByteLimit },
): Promise<Admission> {
  const row = await lockedStorage(transaction, projectId);
  // The project is being deleted with all its contents.
  if (row === null) return { refused: new Set(), limit: null, crossed: null };
  const limit = limitOf(row.ownLimit, defaultLimit);
  const known = await touchedContents(transaction, projectId, contents, now);
  const refused = new Set<string>();
  const admitted = new Map<string, number>();
  let usedBytes = row.usedBytes;
  for (const { hash, bytes } of contents) {
    if (known.has(hash) || admitted.has(hash)) continue;
    if (limit !== null && usedBytes + bytes > limit) {
      refused.add(hash);
      continue;
    }
    admitted.set(hash, bytes);
    usedBytes += bytes;
  }
  const percent = limit === null ? 0 : refused.size > 0 ? thresholds.full : (100 * usedBytes) / limit;
  const threshold = [thresholds.full, thresholds.near].find((one) => percent >= one) ?? 0;
  const isCrossed = threshold > row.warnedPercent;
  if (admitted.size > 0 || isCrossed)
    await sql`
      with stored as (
        insert into stored_blob (project_id, hash, bytes, kept_at)
        select ${projectId}, hash, bytes, ${now}
          from unnest(${texts([...admitted.keys()])}::text[], ${numbers([...admitted.values()])}::bigint[]) as given (hash, bytes)
        returning hash
      ), noted as (
        insert into released_blob (project_id, hash) select ${projectId}, hash from stored
        on conflict (project_id, hash) do nothing
      )
      update project_storage
         set used_bytes = ${usedBytes}, warned_percent = greatest(warned_percent, ${threshold}::smallint)
       where project_id = ${projectId}
    `.execute(transaction);
  const crossed = isCrossed ? { project: row.name, usedBytes, isFull: threshold === thresholds.full } : null;
  return { refused, limit, crossed };
}

export function limitOf(ownLimit: number | null, defaultLimit: ByteLimit): ByteLimit {
  if (ownLimit === null) return defaultLimit;
  return ownLimit === 0 ? null : ownLimit;
}

/** Locks the row until the transaction ends, so that a project's contents are added and removed in one transaction at a time. */
async function lockedStorage(transaction: Db, projectId: number): Promise<StorageRow | null> {
  const { rows } = await sql<StorageRow>`
    select p.name, s.used_bytes as "usedBytes", s.limit_bytes as "ownLimit", s.warned_percent as "warnedPercent"
      from project_storage s join project p on p.id = s.project_id
     where s.project_id = ${projectId} and p.status <> 'deleting'
       for update of s
  `.execute(transaction);
  return rows[0] ?? null;
}

async function touchedContents(
  transaction: Db,
  projectId: number,
  contents: readonly NewContent[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    update stored_blob set kept_at = ${now}
     where project_id = ${projectId} and hash = any(${texts(contents.map(({ hash }) => hash))}::text[])
    returning hash
  `.execute(transaction);
  return new Set(rows.map(({ hash }) => hash));
}

interface FreeRound {
  readonly after: string;
  readonly maxBlobs: number;
  /** Contents that an upload used after this time are not deleted yet. */
  readonly untouchedSince: Date;
  readonly defaultLimit: ByteLimit;
}

/**
 * Deletes unreferenced contents and frees their space. While a backup runs, they stay for a later round.
 *
 * @param remove Deletes the file before the commit, so that a crash in between leaves a row for the next round.
 * @returns The last hash, to continue from; `null` if there was none.
 */
export async function removeFreeContents(
  transaction: Db,
  projectId: number,
  { after, maxBlobs, untouchedSince, defaultLimit }: FreeRound,
  remove: (hash: string) => Promise<void>,
): Promise<string | null> {
  const row = await lockedStorage(transaction, projectId);
  if (row === null) return null;
  // Deleted before the lookup: a transaction that drops the last reference at the same time adds its hash again afterwards.
  const { rows: released } = await sql<{ hash: string }>`
    delete from released_blob
     where project_id = ${projectId} and hash in (
       select hash from released_blob where project_id = ${projectId} and hash > ${after} order by hash limit ${maxBlobs})
    returning hash
  `.execute(transaction);
  const hashes = released.map(({ hash }) => hash).toSorted();
  const { rows: recent } = await sql<{ hash: string }>`
    select hash from stored_blob
     where project_id = ${projectId} and hash = any(${texts(hashes)}::text[]) and kept_at >= ${untouchedSince}
  `.execute(transaction);
  const waiting = new Set(recent.map(({ hash }) => hash));
  const free: string[] = [];
  const notYet: string[] = [];
  const referred = await referredBlobs(transaction, projectId, hashes);
  const held = hashes.length > 0 && (await blobsAreHeld(transaction));
  for (const hash of hashes) {
    if (referred.has(hash)) continue;
    if (held || waiting.has(hash)) notYet.push(hash);
    else free.push(hash);
  }
  for (const hash of free) await remove(hash);
  const calmBytes = ((limitOf(row.ownLimit, defaultLimit) ?? 0) * thresholds.calm) / 100;
  await sql`
    with again as (
      insert into released_blob (project_id, hash) select ${projectId}, unnest(${texts(notYet)}::text[])
      on conflict (project_id, hash) do nothing
    ), gone as (
      delete from stored_blob where project_id = ${projectId} and hash = any(${texts(free)}::text[]) returning bytes
    ), freed as (
      select coalesce(sum(bytes), 0)::bigint as bytes from gone
    )
    update project_storage s
       set used_bytes = s.used_bytes - freed.bytes,
           warned_percent = case when s.used_bytes - freed.bytes < ${calmBytes} then 0 else s.warned_percent end
      from freed
     where s.project_id = ${projectId}
  `.execute(transaction);
  return hashes.at(-1) ?? null;
}
