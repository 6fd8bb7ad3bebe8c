import type { LiveFailure, RunningTest } from "@plumb/contract/runs/live-run.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { StoredArtifact } from "#store/results/artifacts.ts";

interface RunningRow extends Omit<RunningTest, "startedAt"> {
  readonly startedAt: Date | null;
  readonly count: number;
}

/** Running tests, the longest running first, and their total number. */
interface Running {
  readonly count: number;
  readonly tests: readonly (Omit<RunningTest, "startedAt"> & { readonly startedAt: Date | null })[];
}

/** Returns at most `max` running tests of a run. In the index, unfinished tests have the rank 2, and failures a lower one. */
export async function runningTests(db: Db, projectId: number, runId: number, max: number): Promise<Running> {
  const { rows } = await sql<RunningRow>`
    select r.id as "resultId", left(array_to_string(t.title_path, ' › '), 200) as name, t.variant,
           r.upload_id as "uploadId", coalesce(u.file_name, '') as file, u.shard, r.worker, r.started_at as "startedAt", r.running as count
      from (select *, count(*) over ()::int as running from result
             where project_id = ${projectId} and run_id = ${runId} and rank = 2 and status = 'running'
               and superseded_by is null
             order by started_at nulls last, id limit ${max}) r
      join test t on t.project_id = ${projectId} and t.id = r.test_id
      left join upload u on u.project_id = ${projectId} and u.id = r.upload_id
     order by r.started_at nulls last, r.id
  `.execute(db);
  return { count: rows[0]?.count ?? 0, tests: rows };
}

type StoredPicture = Pick<StoredArtifact, "blobHash" | "contentType" | "id" | "kind">;
type LiveFailureRow = Omit<LiveFailure, "picture"> & { readonly picture: StoredPicture | null };

/**
 * Returns the first failure of each failure signature of a run with its last picture, the latest signatures first. Failures without a signature are
 * separate.
 */
export async function firstFailures(db: Db, projectId: number, runId: number, max: number): Promise<LiveFailureRow[]> {
  const { rows } = await sql<LiveFailureRow>`
    select r.id as "resultId", left(array_to_string(t.title_path, ' › '), 200) as name, t.variant,
           r.error_line as "errorLine", r.similar, p.picture
      from (select n.* from (
              select f.*, row_number() over (partition by cause order by ended nulls last, id) as nth,
                     count(*) over (partition by cause)::int as similar
                from (select id, test_id, error_line, coalesce(failure_signature, id::text) as cause,
                             started_at + coalesce(duration_ms, 0) * interval '1 millisecond' as ended
                        from result
                       where project_id = ${projectId} and run_id = ${runId} and rank < 2
                         and superseded_by is null) f) n
             where n.nth = 1 order by n.ended desc nulls last, n.id desc limit ${max}) r
      join test t on t.project_id = ${projectId} and t.id = r.test_id
      left join lateral (
           select json_build_object('id', a.id, 'kind', a.kind, 'contentType', a.content_type, 'blobHash', a.blob_hash) as picture
             from artifact a
            where a.project_id = ${opaqueProjectId(projectId)} and a.run_id = ${runId} and a.result_id = r.id
              and a.content_type in ('image/png', 'image/jpeg', 'image/webp') and a.blob_hash is not null
            order by a.attempt desc nulls last, a.id desc limit 1) p on true
     order by r.ended desc nulls last, r.id desc
  `.execute(db);
  return rows;
}
