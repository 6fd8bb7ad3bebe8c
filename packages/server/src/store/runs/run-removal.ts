import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { texts } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { everyProject } from "#store/sql/every-project.ts";

/** Tables with run contents, and the number of rows per batch (fewer for large rows). */
const contents = [
  ["export", 1000],
  ["failure", 2000],
  ["result", 2000],
  ["result_detail", 100],
  ["problem", 2000],
  ["run_output", 100],
  ["live_event", 500],
  ["live_file", 2000],
  ["live_test", 2000],
  ["live_change", 2000],
  ["reportportal_item", 2000],
  ["reportportal_launch", 2000],
  ["upload", 500],
] as const;
const artifactsAtOnce = 2000;

/** Returns hidden runs that still have rows, in a fixed order. */
export async function removedRuns(db: Db, projectId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from run where project_id = ${projectId} and removed_at is not null order by id limit ${limit}
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes one batch of these runs' contents, or the runs themselves if nothing is left. Returns false when the runs are deleted. */
export async function removeRunsBatch(db: Db, projectId: number, runIds: readonly number[]): Promise<boolean> {
  if (await removeArtifacts(db, projectId, runIds)) return true;
  for (const [table, batch] of contents) {
    // Deletes by row position. With outdated statistics, PostgreSQL scanned a list of ids for every row.
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from ${sql.table(table)}
         where ctid = any(array(
           select ctid from ${sql.table(table)} where project_id = ${projectId} and run_id = any(${runIds}::bigint[]) limit ${batch}))
           and project_id = ${projectId}
        returning 1
      ) select count(*)::integer as count from gone
    `.execute(db);
    if (rows[0]?.count !== 0) return true;
  }
  await sql`
    delete from run where project_id = ${projectId} and id = any(${runIds}::bigint[]) and removed_at is not null
  `.execute(db);
  return false;
}

/** Returns SQL that records the blobs of the artifacts in `gone` in the same statement. Otherwise, a crash could leave unreferenced files. */
export function recordReleased(projectId: number): RawBuilder<unknown> {
  return sql`released as (
      insert into released_blob (project_id, hash)
      select distinct ${projectId}::bigint, blob_hash from gone where blob_hash is not null order by blob_hash
      on conflict (project_id, hash) do nothing
    )`;
}

async function removeArtifacts(db: Db, projectId: number, runIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from artifact
       where ctid = any(array(
         select ctid from artifact where project_id = ${projectId} and run_id = any(${runIds}::bigint[]) limit ${artifactsAtOnce}))
         and project_id = ${projectId}
      returning blob_hash
    ), ${recordReleased(projectId)}
    select count(*)::integer as count from gone
  `.execute(db);
  return rows[0]?.count !== 0;
}

/** Returns those blobs that are still referenced. */
export async function referredBlobs(
  db: Db,
  projectId: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ hash: string }>`
    select b.hash
      from unnest(${texts(hashes)}::text[]) as b (hash)
     where exists (
             select 1 from artifact a where a.project_id = ${opaqueProjectId(projectId)} and a.blob_hash = b.hash)
        or exists (
             select 1 from annotation_attachment t where t.project_id = ${opaqueProjectId(projectId)} and t.blob_hash = b.hash)
  `.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

/** Returns projects with pending cleanup: hidden runs, or blobs that may be unreferenced. */
export async function projectsToTidy(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from ${everyProject}
     where p.status <> 'deleting'
       and (exists (select 1 from run r where r.project_id = each.project_id and r.removed_at is not null)
            or exists (select 1 from released_blob b where b.project_id = each.project_id))
     order by p.id
  `.execute(db);
  return rows.map(({ id }) => id);
}
