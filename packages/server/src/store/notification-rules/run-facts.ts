import type { FailureClass } from "@plumb/contract/failures/verdict.ts";
import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { silencedFailures } from "#store/tests/quarantine.ts";

/** A run as rules see it. */
export interface RunFacts {
  readonly id: number;
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly tags: readonly string[];
  readonly status: "completed" | "failed" | "interrupted";
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly total: number;
  readonly failed: number;
  readonly flaky: number;
  readonly partial: boolean;
}

const columns = sql.raw(`
  r.id, r.number, r.suite, r.environment, r.branch, r.tags, r.status, r.started_at as "startedAt",
  coalesce(r.ended_at, r.started_at) as "endedAt", r.total, r.failed + r.errored as failed, r.flaky, r.partial is not null as partial`);

export async function runFacts(db: Db, projectId: number, runId: number): Promise<RunFacts | null> {
  const { rows } = await sql<RunFacts>`
    select ${columns} from run r
     where r.project_id = ${projectId} and r.id = ${runId} and r.removed_at is null and r.status <> 'running'
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns the latest ended runs that started since `since`, oldest first. */
export async function endedRuns(
  db: Db,
  projectId: number,
  { since, limit }: { since: Date; limit: number },
): Promise<RunFacts[]> {
  const { rows } = await sql<RunFacts>`
    select ${columns} from run r
     where r.project_id = ${projectId} and r.started_at >= ${since} and r.removed_at is null and r.status <> 'running'
     order by r.started_at desc, r.id desc limit ${limit}
  `.execute(db);
  return rows.toReversed();
}

/** A cause that failed in a run. */
export interface FailedCause {
  readonly groupId: number;
  readonly class: FailureClass | null;
  readonly message: string;
  readonly tests: number;
  readonly owners: readonly string[];
  /** Whether this is the first run that failed with it, and whether it also failed in the previous run of the branch. */
  readonly isFirst: boolean;
  readonly failedBefore: boolean;
  readonly inIncident: boolean;
}

/**
 * Returns the causes of the failures of a run, those with the most tests first. Failures of tests in quarantine are left out, and counted in
 * `muted`.
 *
 * @param previousId Previous full run of the same suite, environment and branch.
 */
export async function failedCauses(
  db: Db,
  projectId: number,
  { runId, previousId, limit }: { runId: number; previousId: number | null; limit: number },
): Promise<{ causes: FailedCause[]; total: number; muted: number }> {
  const silenced = await silencedFailures(db, projectId, runId);
  const { rows } = await sql<FailedCause & { total: number }>`
    with here as (
      select s.group_id, f.test_id, f.incident_id from failure f
        join failure_signature s on s.project_id = f.project_id and s.id = f.signature_id
       where f.project_id = ${projectId} and f.run_id = ${runId} and not f.gone and not f.flaky
         and f.test_id <> all(${numbers(silenced.tests)}::bigint[])
    ), grouped as (
      select group_id, count(distinct test_id) as tests, bool_or(incident_id is not null) as "inIncident",
             (array_agg(distinct test_id))[1:50] as ids, count(*) over () as total
        from here group by group_id order by count(distinct test_id) desc, group_id limit ${limit}
    )
    select h.group_id as "groupId", g.class, h.tests, h."inIncident", h.total,
           coalesce((select s.message from failure_signature s where s.project_id = ${projectId} and s.group_id = h.group_id
                      order by s.occurrences desc, s.id limit 1), '') as message,
           array(select distinct t.owner from test t where t.project_id = ${projectId} and t.id = any(h.ids) and t.owner is not null
                  order by 1 limit 10) as owners,
           not exists (select from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
                        where s.project_id = ${projectId} and s.group_id = h.group_id and f.run_id <> ${runId} and not f.gone and not f.flaky
                          and f.failed_at < (select started_at from run where project_id = ${projectId} and id = ${runId})) as "isFirst",
           exists (select from failure_signature s join failure f on f.project_id = s.project_id and f.signature_id = s.id
                    where s.project_id = ${projectId} and s.group_id = h.group_id and f.run_id = ${previousId}::bigint and not f.gone and not f.flaky) as "failedBefore"
      from grouped h join failure_group g on g.project_id = ${projectId} and g.id = h.group_id
     order by h.tests desc, h.group_id
  `.execute(db);
  return { causes: rows, total: rows[0]?.total ?? 0, muted: silenced.failures };
}

/** Returns true if the failures of a run are still to be collected. */
export async function isBeingCollected(db: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from job where kind = 'gather-failures' and project_id = ${projectId} and key = ${String(runId)} and state in ('queued', 'running')
  `.execute(db);
  return rows.length > 0;
}
