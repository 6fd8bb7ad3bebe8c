import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { silencedTests } from "#store/tests/quarantine.ts";
import { previousRun } from "#store/runs/previous-run.ts";

export interface RedRun {
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly total: number;
  /** Failed and errored tests, but for those that are let pass. */
  readonly red: number;
  /** Failures of tests in quarantine, and of muted ones. */
  readonly silenced: number;
  readonly projectName: string;
}

/**
 * Claims the right to tell people that a run turned red; null if there is nothing to tell. That is so unless the run
 * failed, started since `since`, and is the latest of its suite, environment and branch, and the run before it there was
 * green; and unless the project is active and wants notifications. Each run can be claimed once. Failures of tests that are in
 * quarantine or muted make no run red.
 */
export async function claimRedRun(
  transaction: Db,
  run: { projectId: number; runId: number; since: Date; now: Date },
): Promise<RedRun | null> {
  const before = await previousRun(transaction, run.projectId, run.runId);
  if (before === null || !before.sameBranch) return null;
  if (before.status !== "completed" && !(await isQuietlyRed(transaction, run.projectId, before.id))) return null;
  const silenced = (await silencedTests(transaction, run.projectId, run.runId)).length;
  const { rows } = await sql<RedRun>`
    update run r
       set red_noticed_at = ${run.now}
      from project p
     where r.project_id = ${run.projectId} and r.id = ${run.runId}
       and p.id = r.project_id and p.status = 'active' and coalesce((p.settings ->> 'notifications')::boolean, true)
       and r.status = 'failed' and (r.failed + r.errored = 0 or r.failed + r.errored > ${silenced}) and r.red_noticed_at is null and r.started_at >= ${run.since}
       and not exists (
             select 1 from run later
              where later.project_id = ${run.projectId} and later.suite = r.suite and later.environment = r.environment
                and coalesce(later.branch, '') = coalesce(r.branch, '') and later.removed_at is null and later.status in ('completed', 'failed')
                and (later.started_at, later.id) > (r.started_at, r.id))
    returning r.number, r.suite, r.environment, r.branch, r.total, greatest(r.failed + r.errored - ${silenced}, 0) as red,
              ${silenced}::integer as silenced, p.name as "projectName"
  `.execute(transaction);
  return rows[0] ?? null;
}

/** All that failed in it is let pass. */
async function isQuietlyRed(db: Db, projectId: number, runId: number): Promise<boolean> {
  const { rows } = await sql<{ failures: number }>`
    select failed + errored as failures from run where project_id = ${projectId} and id = ${runId}
  `.execute(db);
  const failures = rows[0]?.failures ?? 0;
  return failures > 0 && (await silencedTests(db, projectId, runId)).length >= failures;
}
