import { sql } from "kysely";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";

/** A run with failures to notify about. */
export interface NewsRun {
  readonly id: number;
  readonly projectId: number;
  readonly number: number;
  readonly suite: string;
  readonly environment: string;
  readonly branch: string | null;
  readonly total: number;
  /** Failed and errored tests. */
  readonly failures: number;
  readonly status: "failed" | "interrupted";
  /** True if users were notified that it is the first red run. */
  readonly toldRed: boolean;
  /** Users who were notified of its failures. */
  readonly toldUsers: number[];
  readonly projectName: string;
}

/**
 * Locks a run until the transaction ends if its failures are news: it failed or was interrupted, is the latest of its suite, environment and branch,
 * and its project is active and wants notifications. Otherwise returns `null`. Ignores runs that start more than a day in the future, and partial runs.
 */
export async function lockNewsRun(
  transaction: Db,
  run: { readonly projectId: number; readonly runId: number; readonly now: Date },
): Promise<NewsRun | null> {
  const { rows } = await sql<Omit<NewsRun, "toldUsers"> & { toldUsers: number[] | string[] }>`
    select r.id, r.project_id as "projectId", r.number, r.suite, r.environment, r.branch, r.total, r.failed + r.errored as failures,
           r.status, r.red_noticed_at is not null as "toldRed", r.told_users as "toldUsers", p.name as "projectName"
      from run r join project p on p.id = r.project_id
     where r.project_id = ${run.projectId} and r.id = ${run.runId} and r.removed_at is null
       and p.status = 'active' and coalesce((p.settings ->> 'notifications')::boolean, true)
       and r.status in ('failed', 'interrupted')
       and not exists (
             select 1 from run later
              where later.project_id = ${run.projectId} and later.suite = r.suite and later.environment = r.environment
                and coalesce(later.branch, '') = coalesce(r.branch, '') and later.removed_at is null and later.status in ('completed', 'failed')
                and later.partial is null
                and (later.started_at, later.id) > (r.started_at, r.id)
                and later.started_at < ${run.now}::timestamptz + interval '1 day')
       for update of r
  `.execute(transaction);
  return rows.map(({ toldUsers, ...row }) => ({ ...row, toldUsers: toldUsers.map(Number) }))[0] ?? null;
}

/** Records who was notified of a run's failures, and whether it was announced as the first red one. */
export async function markNotified(
  transaction: Db,
  { projectId, id }: NewsRun,
  notified: { readonly userIds: readonly number[]; readonly red: boolean; readonly now: Date },
): Promise<void> {
  await sql`
    update run set told_users = told_users || ${numbers(notified.userIds)}::bigint[],
                   red_noticed_at = case when ${notified.red} then ${notified.now} else red_noticed_at end
     where project_id = ${projectId} and id = ${id}
  `.execute(transaction);
}
