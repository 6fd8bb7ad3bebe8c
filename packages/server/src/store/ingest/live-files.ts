import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { liveTests, nameOf } from "./live-tests.ts";
import type { BatchTarget } from "./batch.ts";
import { attachBlob, type NewArtifact } from "#store/results/artifacts.ts";

/** A file from a live source. */
export interface LiveFile {
  /** Key of the test that the file belongs to; `null` for a file of the run. */
  readonly key: string | null;
  readonly artifact: NewArtifact;
}

/** Maximum number of files per test and per run. */
export interface FileLimits {
  readonly ofTest: number;
  readonly ofRun: number;
}

/**
 * Attaches files to their tests, or to the run until their tests arrive. Keeps existing files. Adds the content if a file does not have it yet.
 * Returns the files above the limit, which are not stored.
 */
export async function addLiveFiles(
  transaction: Db,
  target: BatchTarget,
  files: readonly LiveFile[],
  limits: FileLimits,
): Promise<LiveFile[]> {
  if (files.length === 0) return [];
  const { projectId, sourceId } = target;
  const keys = [...new Set(files.flatMap(({ key }) => key ?? []))];
  const known = await liveTests(
    transaction,
    projectId,
    keys.map((key) => ({ sourceId, key })),
  );
  const left: LiveFile[] = [];
  for (const file of files) {
    const resultId = file.key === null ? null : (known.get(nameOf({ sourceId, key: file.key }))?.resultId ?? null);
    const max = resultId === null ? limits.ofRun : limits.ofTest;
    if (!(await addFile(transaction, target, { ...file, resultId }, max))) left.push(file);
  }
  return left;
}

/** Returns false if the limit is reached. */
async function addFile(
  transaction: Db,
  target: BatchTarget,
  { key, artifact, resultId }: LiveFile & { readonly resultId: number | null },
  max: number,
): Promise<boolean> {
  const { projectId, runId, sourceId } = target;
  const { attempt, step, kind, name, contentType, path, size, blobHash } = artifact;
  const { rows: others } = await sql<{ id: number; blobHash: string | null; named: boolean; waitsFor: string | null }>`
    select a.id, a.blob_hash as "blobHash", f.stream_id::text as "waitsFor",
           a.name = ${name} and a.attempt is not distinct from ${attempt}::smallint as named
      from artifact a
      left join live_file f on f.project_id = a.project_id and f.upload_id = a.upload_id and f.artifact_id = a.id
     where a.project_id = ${projectId} and a.run_id = ${runId} and a.result_id is not distinct from ${resultId}::bigint
     order by a.id limit ${max}
  `.execute(transaction);
  const waitsFor = resultId === null ? key : null;
  const same = others.filter((other) => other.named && other.waitsFor === waitsFor);
  if (same.some((other) => other.blobHash === blobHash)) return true;
  const empty = blobHash === null ? undefined : same.find((other) => other.blobHash === null);
  if (empty !== undefined && blobHash !== null) {
    await attachBlob(transaction, projectId, empty.id, { hash: blobHash, size: size ?? 0 });
    return true;
  }
  if (others.length >= max) return false;
  const { rows } = await sql<{ id: number }>`
    insert into artifact (project_id, run_id, upload_id, result_id, attempt, step, kind, name, content_type, path, size, blob_hash)
    values (${projectId}, ${runId}, ${sourceId}, ${resultId}, ${attempt}, ${step}, ${kind}, ${name}, ${contentType}, ${path}, ${size}, ${blobHash})
    returning id
  `.execute(transaction);
  if (resultId !== null) return true;
  await sql`
    update run set output_count = output_count + 1 where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
  if (key !== null)
    await sql`
      insert into live_file (project_id, run_id, upload_id, stream_id, artifact_id)
      values (${projectId}, ${runId}, ${sourceId}, ${key}, ${rows[0]?.id})
    `.execute(transaction);
  return true;
}
