import { sql } from "kysely";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { everyProject } from "#store/sql/every-project.ts";
import { referredBlobs } from "#store/runs/run-removal.ts";

export interface RecordedBlob {
  readonly hash: string;
  readonly bytes: number;
}

/** Range of hashes of a project: after the first and up to the last; `null` for all that follow. */
export interface HashRange {
  readonly projectId: number;
  readonly after: string;
  readonly upTo: string | null;
}

/** Position of the comparison of files with the database. */
export interface CheckPosition {
  readonly projectId: number;
  readonly after: string;
}

/** Returns stored contents in a range that no upload used after `settledBefore`, up to a limit. */
export async function recordedBlobs(
  db: Db,
  { projectId, after, upTo }: HashRange,
  { settledBefore, limit }: { readonly settledBefore: Date; readonly limit: number },
): Promise<RecordedBlob[]> {
  const { rows } = await sql<RecordedBlob>`
    select hash, bytes from stored_blob
     where project_id = ${projectId} and hash > ${after} and (${upTo}::text is null or hash <= ${upTo}) and kept_at < ${settledBefore}
     order by hash limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns the projects with stored contents, and those that are being deleted, whose files another job deletes. */
export async function projectsWithBlobs(db: Db): Promise<{ storing: number[]; deleting: number[] }> {
  const { rows: storing } = await sql<{ id: number }>`
    select p.id from ${everyProject}
     where p.status <> 'deleting' and exists (select from stored_blob b where b.project_id = each.project_id)
  `.execute(db);
  const { rows: deleting } = await sql<{ id: number }>`select id from project where status = 'deleting'`.execute(db);
  return { storing: storing.map(({ id }) => id), deleting: deleting.map(({ id }) => id) };
}

/**
 * Returns which of these contents the database does not know. Locks the storage of the project until the transaction ends, so that no upload starts to
 * use one of them in the meantime.
 */
export async function unknownBlobs(transaction: Db, projectId: number, hashes: readonly string[]): Promise<string[]> {
  await sql`select from project_storage where project_id = ${projectId} for update`.execute(transaction);
  const { rows } = await sql<{ hash: string }>`
    select hash from stored_blob where project_id = ${projectId} and hash = any(${texts(hashes)}::text[])
  `.execute(transaction);
  const recorded = new Set(rows.map(({ hash }) => hash));
  const rest = hashes.filter((hash) => !recorded.has(hash));
  const referred = await referredBlobs(transaction, projectId, rest);
  return rest.filter((hash) => !referred.has(hash));
}

export async function checkPosition(db: Db): Promise<CheckPosition | null> {
  const { rows } = await sql<{ value: CheckPosition }>`select value from setting where key = 'file-check'`.execute(db);
  return rows[0]?.value ?? null;
}

/** @param position `null` to start again. */
export async function setCheckPosition(db: Db, position: CheckPosition | null): Promise<void> {
  if (position === null) await sql`delete from setting where key = 'file-check'`.execute(db);
  else
    await sql`
      insert into setting (key, value) values ('file-check', ${JSON.stringify(position)}::jsonb)
      on conflict (key) do update set value = excluded.value
    `.execute(db);
}
