import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { numbers } from "#store/array-literal.ts";
import type { AttemptSpan } from "#store/results/results.ts";
import type { BatchTarget } from "./batch.ts";
import { recountRun } from "#store/runs/recount-run.ts";
import { detailReader, type StoredAttempt } from "#store/results/result-detail.ts";

/** Recorded result of a live source's test. */
export interface RecordedTest {
  readonly attempts: readonly StoredAttempt[];
}

/** Returns the finished tests among these, by key, with their recorded attempts. */
export async function recordedTests(
  db: Db,
  { projectId, runId, sourceId }: BatchTarget,
  keys: readonly string[],
): Promise<Map<string, RecordedTest>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{
    key: string;
    status: StoredAttempt["status"];
    startedAt: Date | null;
    durationMs: number | null;
    spans: readonly AttemptSpan[] | null;
    detailId: number | null;
    detailSlot: number | null;
  }>`
    select l.stream_id::text as key, r.first_status as status, r.started_at as "startedAt", r.duration_ms as "durationMs",
           r.attempt_spans as spans, r.detail_id as "detailId", r.detail_slot as "detailSlot"
      from unnest(${keys}::uuid[]) as given (key)
     cross join lateral (
             select stream_id, result_id from live_test
              where project_id = ${opaqueProjectId(projectId)} and upload_id = ${sourceId} and stream_id = given.key and decided
             offset 0) l
     cross join lateral (select * from result where project_id = ${opaqueProjectId(projectId)} and id = l.result_id offset 0) r
     where r.run_id = ${runId}
     order by r.detail_id
  `.execute(db);
  const detailOf = detailReader(async (id) => {
    const { rows: blocks } = await sql<{ details: Uint8Array }>`
      select details from result_detail where project_id = ${projectId} and id = ${id}
    `.execute(db);
    return blocks[0]?.details ?? null;
  });
  const recorded = new Map<string, RecordedTest>();
  for (const { key, status, startedAt, durationMs, spans, ...place } of rows) {
    const detail = await detailOf(place);
    const reported: readonly AttemptSpan[] = spans ?? [[startedAt?.getTime() ?? null, durationMs, null, status]];
    const attempts =
      detail?.attempts ??
      reported.map(([at, duration, , outcome]) => ({ status: outcome, startedAt: at, durationMs: duration }));
    recorded.set(key, { attempts });
  }
  return recorded;
}

/**
 * Removes unfinished tests of a live source that turned out to be suites. The last results of the list move into their positions, which keeps the
 * positions consecutive. Returns by how many tests the run shrinks.
 */
export async function retractTests(
  transaction: Db,
  { projectId, runId, sourceId }: BatchTarget,
  keys: readonly string[],
): Promise<number> {
  let fewer = 0;
  for (const key of keys) {
    const { rows } = await sql<{
      seq: number;
      running: boolean;
      testId: number;
      occurrence: number;
      generation: number;
    }>`
      with gone as (
        delete from live_test where project_id = ${projectId} and upload_id = ${sourceId} and stream_id = ${key}::uuid and not decided
        returning result_id
      )
      delete from result r using gone
       where r.project_id = ${projectId} and r.run_id = ${runId} and r.id = gone.result_id
      returning r.seq, r.status = 'running' as running, r.test_id as "testId", r.occurrence, r.generation
    `.execute(transaction);
    const [removed] = rows;
    if (removed === undefined) continue;
    await sql`
      update result set seq = ${removed.seq}
       where project_id = ${projectId} and run_id = ${runId} and seq > ${removed.seq} and id = (
         select last.id from unnest(${numbers([0, 1, 2, 3, 4, 5])}::smallint[]) as ranks (rank)
          cross join lateral (
            select id, seq from result where project_id = ${projectId} and run_id = ${runId} and rank = ranks.rank
             order by seq desc limit 1) last
          order by last.seq desc limit 1)
    `.execute(transaction);
    if (removed.generation > 0) {
      // The result of an earlier source that this one superseded counts again.
      await sql`
        update result set superseded_by = null
         where project_id = ${projectId} and run_id = ${runId} and test_id = ${removed.testId} and occurrence = ${removed.occurrence}
           and generation = ${removed.generation - 1} and superseded_by = ${sourceId}
      `.execute(transaction);
      await recountRun(transaction, projectId, runId);
      continue;
    }
    fewer += 1;
    await sql`
      update run set total = total - 1, running = running - ${removed.running ? 1 : 0}, revision = revision + 1
       where project_id = ${projectId} and id = ${runId}
    `.execute(transaction);
  }
  return fewer;
}

/** Leaves files of these tests attached to the run, because the tests will not arrive. */
export async function leaveFilesToRun(
  transaction: Db,
  { projectId, sourceId }: BatchTarget,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    delete from live_file where project_id = ${projectId} and upload_id = ${sourceId} and stream_id = any(${keys}::uuid[])
  `.execute(transaction);
}

/** Counts the failed and errored tests of a source. */
export async function redTests(db: Db, { projectId, runId, sourceId }: BatchTarget): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from result
     where project_id = ${projectId} and run_id = ${runId} and upload_id = ${sourceId} and status in ('failed', 'error')
  `.execute(db);
  return rows[0]?.count ?? 0;
}
