import { dayMs } from "@plumb/contract/durations.ts";
import type { Resolution } from "@plumb/analysis/resolutions/resolution.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import type { Db } from "#store/db.ts";
import type { LastFailure, PassingRun } from "./last-failures.ts";

/** Number of days after its last failure in which a cause is compared with later runs. */
const watchedDays = 90;
/** Days in which missing commits may still arrive. */
const awaitedDays = 2;

/** A cause whose resolution is not known or out of date. */
export interface OutdatedCause {
  readonly groupId: number;
  readonly seenAt: Date;
  /** Stored runs, if only the rules or the commits changed since. */
  readonly resolved: {
    readonly failedCommit: string | null;
    readonly passedCommit: string | null;
    readonly isPullRequest: boolean;
  } | null;
}

type OutdatedRow = Omit<OutdatedCause, "resolved"> & {
  readonly isResolved: boolean;
  readonly failedCommit: string | null;
  readonly passedCommit: string | null;
  readonly isPullRequest: boolean;
};

interface Outdated {
  readonly rulesVersion: number;
  readonly now: Date;
}

function outdated(projectId: number, { rulesVersion, now }: Outdated): RawBuilder<unknown> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  return sql`
      from (select group_id, max(last_seen) as seen_at from failure_signature
             where project_id = ${opaqueProjectId(projectId)} group by group_id) g
      left join cause_resolution x on x.project_id = ${opaqueProjectId(projectId)} and x.group_id = g.group_id
     where (x.group_id is null or x.seen_at <> g.seen_at or (x.passed_at is not null and x.rules_version <> ${rulesVersion})
            or (x.reason = 'failing' and g.seen_at > ${daysAgo(watchedDays)} and exists (
                  select from run l
                   cross join lateral (
                           select r.id from run r
                            where r.project_id = ${opaqueProjectId(projectId)} and r.suite = l.suite and r.environment = l.environment
                              and coalesce(r.branch, '') = coalesce(l.branch, '') and r.pull_request is not distinct from l.pull_request
                              and r.removed_at is null and r.status <> 'running'
                            order by r.started_at desc, r.id desc limit 1) latest
                    where l.project_id = ${opaqueProjectId(projectId)} and l.id = x.failed_run_id
                      and latest.id is distinct from x.latest_run_id))
            or (x.reason = 'unknown-commits' and x.passed_at > ${daysAgo(awaitedDays)}))
       and (x.passed_at is not null or exists (
             select from failure_signature s
              where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = g.group_id
                and exists (select from failure f join run r on r.project_id = f.project_id and r.id = f.run_id and r.removed_at is null
                             where f.project_id = ${opaqueProjectId(projectId)} and f.signature_id = s.id and not f.gone)))`;
}

/** Returns causes to compare with the repository, by id. */
export async function outdatedCauses(
  db: Db,
  projectId: number,
  state: Outdated & { readonly after: number; readonly limit: number },
): Promise<OutdatedCause[]> {
  const { rows } = await sql<OutdatedRow>`
    select g.group_id as "groupId", g.seen_at as "seenAt", coalesce(x.seen_at = g.seen_at and x.passed_at is not null, false) as "isResolved",
           x.failed_commit as "failedCommit", x.passed_commit as "passedCommit", coalesce(x.pull_request, false) as "isPullRequest"
      ${outdated(projectId, state)} and g.group_id > ${state.after}
     order by g.group_id limit ${state.limit}
  `.execute(db);
  return rows.map(({ groupId, seenAt, isResolved, ...resolved }) => ({
    groupId,
    seenAt,
    resolved: isResolved ? resolved : null,
  }));
}

/** Counts resolved causes that were not compared with the current rules yet. */
export async function countPending(db: Db, projectId: number, rulesVersion: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from cause_resolution
     where project_id = ${projectId} and passed_at is not null and rules_version <> ${rulesVersion}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** Removes the resolutions of causes that were merged into others. */
export async function deleteMergedResolutions(db: Db, projectId: number): Promise<void> {
  await sql`
    delete from cause_resolution x
     where x.project_id = ${projectId}
       and exists (select from failure_group g where g.project_id = ${opaqueProjectId(projectId)} and g.id = x.group_id and g.merged_into is not null)
       and not exists (select from failure_signature s where s.project_id = ${opaqueProjectId(projectId)} and s.group_id = x.group_id)
  `.execute(db);
}

export interface NewResolution {
  readonly groupId: number;
  readonly seenAt: Date;
  readonly failure: LastFailure | null;
  readonly passed: PassingRun | null;
  /** Latest run that was searched. */
  readonly latestRunId: number | null;
  readonly resolution: Resolution;
}

/** Stores resolutions of causes and replaces earlier ones. Returns how many differ. */
export async function storeResolutions(
  db: Db,
  projectId: number,
  rulesVersion: number,
  resolutions: readonly NewResolution[],
): Promise<number> {
  if (resolutions.length === 0) return 0;
  const rows = resolutions.map(({ groupId, seenAt, failure, passed, latestRunId, resolution }) => ({
    groupId,
    seenAt,
    failedRun: failure?.runId ?? null,
    failedAt: failure?.at ?? seenAt,
    failedCommit: failure?.commit ?? null,
    passedRun: passed?.runId ?? null,
    passedAt: passed?.at ?? null,
    passedCommit: passed?.commit ?? null,
    latestRun: latestRunId,
    pullRequest: failure?.pullRequest != null,
    ...resolution,
  }));
  const stored = await sql`
    insert into cause_resolution as x (project_id, group_id, seen_at, failed_run_id, failed_at, failed_commit, passed_run_id, passed_at,
                                       passed_commit, latest_run_id, pull_request, kind, reason, rules_version)
    select ${projectId}, "groupId", "seenAt", "failedRun", "failedAt", "failedCommit", "passedRun", "passedAt", "passedCommit", "latestRun", "pullRequest",
           kind, reason, ${rulesVersion}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as r ("groupId" bigint, "seenAt" timestamptz, "failedRun" bigint, "failedAt" timestamptz, "failedCommit" text, "passedRun" bigint,
                 "passedAt" timestamptz, "passedCommit" text, "latestRun" bigint, "pullRequest" boolean, kind text, reason text)
    on conflict (project_id, group_id) do update
       set seen_at = excluded.seen_at, failed_run_id = excluded.failed_run_id, failed_at = excluded.failed_at,
           failed_commit = excluded.failed_commit, passed_run_id = excluded.passed_run_id, passed_at = excluded.passed_at,
           passed_commit = excluded.passed_commit, latest_run_id = excluded.latest_run_id, pull_request = excluded.pull_request, kind = excluded.kind, reason = excluded.reason,
           rules_version = excluded.rules_version
     where (x.seen_at, x.failed_run_id, x.passed_run_id, x.latest_run_id, x.failed_commit, x.passed_commit, x.kind, x.reason, x.rules_version)
           is distinct from (excluded.seen_at, excluded.failed_run_id, excluded.passed_run_id, excluded.latest_run_id, excluded.failed_commit, excluded.passed_commit,
                             excluded.kind, excluded.reason, excluded.rules_version)
    returning 1
  `.execute(db);
  return stored.rows.length;
}

/** Stores what resolved causes, of which the runs are known. Returns how many differ. */
export async function relabelResolutions(
  db: Db,
  projectId: number,
  rulesVersion: number,
  relabelled: readonly { readonly groupId: number; readonly resolution: Resolution }[],
): Promise<number> {
  if (relabelled.length === 0) return 0;
  const rows = relabelled.map(({ groupId, resolution }) => ({ groupId, ...resolution }));
  const stored = await sql`
    update cause_resolution x set kind = r.kind, reason = r.reason, rules_version = ${rulesVersion}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("groupId" bigint, kind text, reason text)
     where x.project_id = ${projectId} and x.group_id = r."groupId" and x.passed_at is not null
       and (x.kind, x.reason, x.rules_version) is distinct from (r.kind, r.reason, ${rulesVersion}::integer)
    returning 1
  `.execute(db);
  return stored.rows.length;
}
