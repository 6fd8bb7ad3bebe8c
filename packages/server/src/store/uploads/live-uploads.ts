import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { type UploadRun, insertUpload, insertRuns, type NewUpload } from "./uploads.ts";

interface Source {
  readonly projectId: number;
  readonly sourceId: number;
}

/**
 * Records in the same transaction that a live source is open: inserts a row the first time, and marks it as running afterwards.
 *
 * @param uploadId From the `upload` row; `null` for sources from before uploads were recorded.
 */
export async function openLiveUpload(
  transaction: Db,
  upload: NewUpload,
  uploadId: number | null,
  run: UploadRun,
): Promise<void> {
  if (uploadId === null) return;
  const { projectId, way } = upload;
  const { rows } = await sql<{ id: number }>`
    update arrival
       set state = 'reading', ended_at = null, reason = null, way = case when way = 'live' then ${way} else way end
     where project_id = ${projectId} and id = ${uploadId}
    returning id
  `.execute(transaction);
  if (rows.length > 0) return;
  await insertUpload(transaction, upload, { id: uploadId, state: "reading", writer: null });
  await insertRuns(transaction, projectId, uploadId, [run]);
}

/** Records the end of a live source in the transaction of its last event. The outcome comes from `upload`. */
export async function completeLiveUpload(transaction: Db, { projectId, sourceId }: Source, now: Date): Promise<void> {
  await sql`
    update arrival a
       set state = case when u.interruption is not null then 'interrupted' when found.problems > 0 then 'problems' else 'accepted' end,
           reason = coalesce(u.interruption, found.first || case when found.problems > 1 then ' (and ' || found.problems - 1 || ' more)' else '' end),
           ended_at = ${now}, tests = u.tests, bytes = u.bytes, problem_count = found.problems
      from upload u
     cross join lateral (
           select count(*)::integer as problems,
                  left((array_agg(p.reason order by p.severity = 'warning', p.id))[1], 300) as first
             from problem p
            where p.project_id = ${opaqueProjectId(projectId)} and p.run_id = u.run_id and p.upload_id = u.id) found
     where u.project_id = ${projectId} and u.id = ${sourceId} and a.project_id = u.project_id and a.id = u.arrival_id
  `.execute(transaction);
}

/** Marks these live sources as interrupted, and keeps their results. */
export async function interruptLiveUploads(
  transaction: Db,
  projectId: number,
  sourceIds: readonly number[],
  options: { readonly reason: string; readonly now: Date },
): Promise<void> {
  if (sourceIds.length === 0) return;
  await sql`
    update arrival a
       set state = 'interrupted', reason = ${options.reason}, ended_at = ${options.now}, tests = u.tests, bytes = u.bytes
      from upload u
     where u.project_id = ${projectId} and u.id = any(${sourceIds}::bigint[]) and a.project_id = u.project_id and a.id = u.arrival_id
       and a.state = 'reading'
  `.execute(transaction);
}

/** Marks live sources as running again if they had been marked as interrupted. */
export async function resumeLiveUploads(
  transaction: Db,
  projectId: number,
  sourceIds: readonly number[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await sql`
    update arrival a set state = 'reading', reason = null, ended_at = null
      from upload u
     where u.project_id = ${projectId} and u.id = any(${sourceIds}::bigint[]) and u.status = 'receiving'
       and a.project_id = u.project_id and a.id = u.arrival_id and a.state = 'interrupted'
  `.execute(transaction);
}
