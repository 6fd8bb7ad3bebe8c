import { sql } from "kysely";
import { opaqueProjectId, opaqueRunId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";

export type ArtifactKind = "screenshot" | "video" | "trace" | "text" | "other";

export interface NewArtifact {
  readonly attempt: number | null;
  /** Index of the step in that attempt to which the file was attached. */
  readonly step: number | null;
  readonly kind: ArtifactKind;
  readonly name: string;
  readonly contentType: string;
  readonly path: string | null;
  /** `size` and `blobHash` are `null` until the file is uploaded. */
  readonly size: number | null;
  readonly blobHash: string | null;
}

export interface StoredArtifact extends NewArtifact {
  readonly id: number;
  readonly resultId: number;
}

/** A file of a run that belongs to none of its tests. */
export type RunFile = Omit<StoredArtifact, "resultId" | "step">;

export async function artifactsOfResults(
  db: Db,
  projectId: number,
  runId: number,
  resultIds: readonly number[],
): Promise<StoredArtifact[]> {
  const { rows } = await sql<StoredArtifact>`
    select id, result_id as "resultId", attempt, step, kind, name, content_type as "contentType", path, size, blob_hash as "blobHash"
      from artifact
     where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and result_id = any(${resultIds}::bigint[])
     order by id
  `.execute(db);
  return rows;
}

/** Returns the last attempt's uploaded trace by result id. Results without one are omitted. */
export async function tracesOfResults(
  db: Db,
  projectId: number,
  runId: number,
  resultIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ resultId: number; id: number }>`
    select distinct on (result_id) result_id as "resultId", id
      from artifact
     where project_id = ${opaqueProjectId(projectId)} and run_id = ${opaqueRunId(runId)} and result_id = any(${resultIds}::bigint[])
       and kind = 'trace' and blob_hash is not null
     order by result_id, attempt desc nulls last, id desc
  `.execute(db);
  return new Map(rows.map(({ resultId, id }) => [resultId, id]));
}

export interface MissingArtifact {
  readonly id: number;
  readonly name: string;
  readonly path: string | null;
}

/** Returns artifacts that the reports of a run mention but that were not uploaded yet. */
export async function missingArtifacts(db: Db, projectId: number, runId: number): Promise<MissingArtifact[]> {
  const { rows } = await sql<MissingArtifact>`
    select id, name, path from artifact
     where project_id = ${projectId} and run_id = ${runId} and blob_hash is null
     order by id limit 20000
  `.execute(db);
  return rows;
}

export async function attachBlob(
  db: Db,
  projectId: number,
  artifactId: number,
  blob: { hash: string; size: number },
): Promise<void> {
  await sql`
    update artifact set blob_hash = ${blob.hash}, size = ${blob.size} where project_id = ${opaqueProjectId(projectId)} and id = ${artifactId}
  `.execute(db);
}

export interface ServedArtifact {
  readonly blobHash: string;
  readonly name: string;
  readonly path: string | null;
  readonly contentType: string;
  /** `null` if an earlier version did not store it. */
  readonly size: number | null;
}

export async function artifactToServe(db: Db, projectId: number, artifactId: number): Promise<ServedArtifact | null> {
  const { rows } = await sql<ServedArtifact>`
    select blob_hash as "blobHash", name, path, content_type as "contentType", size
      from artifact where project_id = ${opaqueProjectId(projectId)} and id = ${artifactId} and blob_hash is not null
  `.execute(db);
  return rows[0] ?? null;
}
