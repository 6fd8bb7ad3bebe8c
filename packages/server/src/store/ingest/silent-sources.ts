import { sql } from "kysely";
import { interruptLiveUploads } from "#store/uploads/live-uploads.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { skipUnfinishedTests } from "./live-tests.ts";
import type { BatchTarget } from "./batch.ts";
import { untilSilence } from "./source-times.ts";
import { recountRun } from "#store/runs/recount-run.ts";

interface SilentSource {
  readonly id: number;
  /** Time from its start to its last event. */
  readonly ms: number;
}

async function storeDurations(transaction: Db, projectId: number, sources: readonly SilentSource[]): Promise<void> {
  await sql`
    update upload u set duration_ms = given.ms
      from unnest(${numbers(sources.map(({ id }) => id))}::bigint[], ${numbers(sources.map(({ ms }) => ms))}::float8[]) as given (id, ms)
     where u.project_id = ${projectId} and u.id = given.id
  `.execute(transaction);
}

/** Ends a run's inactive sources at their last event. The run is locked, so a new event waits and then resumes the run. */
export async function timeSilentSources(
  transaction: Db,
  { projectId, runId }: Pick<BatchTarget, "projectId" | "runId">,
  options: { readonly reason: string; readonly now: Date },
): Promise<void> {
  const { rows } = await sql<SilentSource>`
    select id, (${untilSilence(projectId)})::float8 as ms from upload
     where project_id = ${projectId} and run_id = ${runId} and kind = 'live' and status = 'receiving'
       for update
  `.execute(transaction);
  const ids = rows.map(({ id }) => id);
  await storeDurations(transaction, projectId, rows);
  await interruptLiveUploads(transaction, projectId, ids, options);
}

/** Seconds without an event after which another reporter may take over the shard. */
const lostSeconds = 60;

/**
 * Ends inactive sources of the same job that reported this shard before, because a repeated job sends all its tests again. Returns their number.
 */
export async function replaceLostSources(
  transaction: Db,
  { projectId, runId, sourceId, shard }: BatchTarget,
  now: Date,
): Promise<number> {
  if (shard === null) return 0;
  const { rows } = await sql<SilentSource>`
    select id, (${untilSilence(projectId)})::float8 as ms from upload
     where project_id = ${projectId} and run_id = ${runId} and kind = 'live' and status = 'receiving' and shard = ${shard}
       and id <> ${sourceId}
       and job is not distinct from (select job from upload where project_id = ${projectId} and id = ${sourceId})
       and heard_at < now() - make_interval(secs => ${lostSeconds})
       for update skip locked
  `.execute(transaction);
  const ids = rows.map(({ id }) => id);
  await storeDurations(transaction, projectId, rows);
  await sql`
    update upload set status = 'recorded', incomplete = true
     where project_id = ${projectId} and id = any(${numbers(ids)}::bigint[])
  `.execute(transaction);
  const reason = `Shard ${shard} was interrupted and started again by another reporter.`;
  await interruptLiveUploads(transaction, projectId, ids, { reason, now });
  for (const { id } of rows) await skipUnfinishedTests(transaction, { projectId, runId, sourceId: id, shard });
  if (rows.length > 0) await recountRun(transaction, projectId, runId);
  return rows.length;
}
