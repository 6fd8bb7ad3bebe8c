import { sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import { addLabels, labelsOfRun } from "#store/runs/run-labels.ts";
import type { SuiteKey } from "#store/runs/suite-states.ts";

interface RunToMerge extends SuiteKey {
  readonly id: number;
  readonly open: boolean;
}

/** Locks runs by id, so that transactions cannot deadlock. Leaves deleted runs out. */
export async function lockRunsToMerge(
  transaction: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<RunToMerge[]> {
  const { rows } = await sql<RunToMerge>`
    select id, suite, environment, branch,
           exists (select from upload u where u.project_id = ${opaqueProjectId(projectId)} and u.run_id = r.id and u.status = 'receiving') as open
      from run r
     where project_id = ${projectId} and id = any(${runIds}::bigint[]) and removed_at is null
     order by id for update
  `.execute(transaction);
  return rows;
}

/** Changes the suite of a run, also in its failures. */
export async function renameSuite(
  transaction: Db,
  { projectId, runId }: { readonly projectId: number; readonly runId: number },
  suite: string,
): Promise<void> {
  await sql`
    update run set suite = ${suite} where project_id = ${projectId} and id = ${runId}
  `.execute(transaction);
  await sql`
    update failure f set history_key = r.history_key
      from run r
     where f.project_id = ${projectId} and f.run_id = ${runId} and r.project_id = f.project_id and r.id = f.run_id
  `.execute(transaction);
}

export async function deleteRun(transaction: Db, projectId: number, runId: number): Promise<void> {
  await sql`delete from run where project_id = ${projectId} and id = ${runId}`.execute(transaction);
}

interface Move {
  readonly projectId: number;
  readonly from: number;
  readonly to: number;
  /** Revision of the project's failures. */
  readonly revision: number;
}

/** Moves the contents of a run to another one. A test that was in both gets an occurrence for each. */
export async function moveRun(transaction: Db, { projectId, from, to, revision }: Move): Promise<void> {
  await sql`
    with behind as (
      select coalesce(max(seq), 0) + 1 as seq from result where project_id = ${projectId} and run_id = ${to}
    ), had as (
      select test_id, greatest(0, max(occurrence)) as occurrence, least(0, min(occurrence)) as aside from result
       where project_id = ${projectId} and run_id = ${to}
         and test_id in (select test_id from result where project_id = ${projectId} and run_id = ${from})
       group by test_id
    ), moving as (
      select r.id, r.seq + behind.seq as seq, case when r.occurrence < 1 then r.occurrence + coalesce(had.aside, 1) - 1 else r.occurrence + coalesce(had.occurrence, 0) end as occurrence
        from result r cross join behind left join had on had.test_id = r.test_id
       where r.project_id = ${projectId} and r.run_id = ${from}
    )
    update result r set run_id = ${to}, seq = moving.seq, occurrence = moving.occurrence
      from moving where r.project_id = ${projectId} and r.id = moving.id
  `.execute(transaction);
  for (const table of [
    "upload",
    "result_detail",
    "artifact",
    "problem",
    "run_output",
    "annotation",
    "reportportal_launch",
  ])
    await sql`
      update ${sql.table(table)} set run_id = ${to} where project_id = ${projectId} and run_id = ${from}
    `.execute(transaction);
  await sql`delete from live_change where project_id = ${projectId} and run_id = ${from}`.execute(transaction);
  await sql`
    update failure set run_id = ${to}, revision = ${revision} where project_id = ${projectId} and run_id = ${from}
  `.execute(transaction);
  await sql`
    update test t set first_run_id = ${to}
      from result r
     where r.project_id = ${projectId} and r.run_id = ${to} and t.project_id = r.project_id and t.id = r.test_id and t.first_run_id = ${from}
  `.execute(transaction);
  await sql`
    update run a
       set metadata = b.metadata || a.metadata, shard_total = greatest(a.shard_total, b.shard_total)
      from run b
     where a.project_id = ${projectId} and a.id = ${to} and b.project_id = ${projectId} and b.id = ${from}
  `.execute(transaction);
  await addLabels(transaction, { projectId, runId: to }, await labelsOfRun(transaction, projectId, from));
}
