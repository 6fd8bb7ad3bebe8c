import type { Retention } from "@plumb/contract/projects/retention.ts";
import { openStatuses } from "@plumb/contract/items/item-labels.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "#store/db.ts";
import { numbers } from "#store/array-literal.ts";
import { bumpRevision, holdRevision } from "#store/sql/revisions.ts";

/** A project that deletes its reports after some days. */
export interface RetainingProject {
  readonly id: number;
  readonly name: string;
  readonly retentionDays: number;
  /** `null` until the leads were notified about automatic cleanup. */
  readonly startsAt: Date | null;
}

const columns = sql.raw(`
  p.id, p.name, coalesce((p.settings ->> 'retentionDays')::integer, 30) as "retentionDays", p.retention_starts_at as "startsAt"`);

/** Returns the projects with automatic cleanup, by id. */
export async function retainingProjects(db: Db): Promise<RetainingProject[]> {
  const { rows } = await sql<RetainingProject>`
    select ${columns} from project p
     where p.status <> 'deleting' and coalesce((p.settings ->> 'autoCleanup')::boolean, true)
     order by p.id
  `.execute(db);
  return rows;
}

/** Returns the date from which the project's reports may be deleted; `null` if its leads have not been notified yet. */
export async function retentionStart(db: Db, projectId: number): Promise<Date | null> {
  const { rows } = await sql<{ startsAt: Date | null }>`
    select retention_starts_at as "startsAt" from project where id = ${projectId}
  `.execute(db);
  return rows[0]?.startsAt ?? null;
}

/** Sets when deletion of the project's reports may start. Returns `null` if the date is already set or the project does not exist. */
export async function announceRetention(transaction: Db, projectId: number, startsAt: Date): Promise<Date | null> {
  const { rows } = await sql<{ startsAt: Date }>`
    update project set retention_starts_at = ${startsAt}
     where id = ${projectId} and retention_starts_at is null
    returning retention_starts_at as "startsAt"
  `.execute(transaction);
  return rows[0]?.startsAt ?? null;
}

/** Allows deletion from now on, after a lead has reviewed what will be deleted. */
export async function confirmRetention(transaction: Db, projectId: number, now: Date): Promise<void> {
  await sql`
    update project set retention_starts_at = ${now}
     where id = ${projectId} and (retention_starts_at is null or retention_starts_at > ${now})
  `.execute(transaction);
}

/** Returns true if run `r` both started and arrived before the cutoff, so that wrong clocks and imports of old reports delete nothing early. */
function isOld(cutoff: Date): RawBuilder<boolean> {
  return sql`(r.started_at < ${cutoff} and r.created_at < ${cutoff})`;
}

/**
 * Selects the runs `r` that the next cleanup deletes: older than the retention, ended and counted. Excludes runs that are kept, runs in use (being
 * written or exported, or with an open analysis item), and the latest and the latest full run of each suite and branch.
 */
function taken(cutoff: Date): RawBuilder<boolean> {
  return sql`(
    ${isOld(cutoff)} and not r.kept and r.status <> 'running' and r.counted_day is not null
    and exists (
      select 1 from run l
       where l.project_id = r.project_id and l.suite = r.suite and coalesce(l.branch, '') = coalesce(r.branch, '')
         and l.removed_at is null and (l.partial is null or r.partial is not null) and (l.started_at, l.id) > (r.started_at, r.id))
    and not exists (
      select 1 from upload u where u.project_id = r.project_id and u.run_id = r.id and u.status = 'receiving' and u.kind <> 'live')
    and not exists (
      select 1 from annotation i where i.project_id = r.project_id and i.run_id = r.id and i.status = any(${[...openStatuses]}::text[]))
    and not exists (
      select 1 from export e where e.project_id = r.project_id and e.run_id = r.id and e.state in ('queued', 'running'))
  )`;
}

type Round = Pick<Retention, "next" | "kept"> & { readonly oldestKept: Retention["oldestKept"] };

/** Returns what the next cleanup would delete and keep. Reads the old runs and the oldest run that is kept. */
export async function nextRound(db: Db, projectId: number, cutoff: Date): Promise<Round> {
  const { rows: sums } = await sql<{ reports: number; bytes: number; kept: number }>`
    select count(*) filter (where goes)::integer as reports, coalesce(sum(bytes) filter (where goes), 0)::bigint as bytes,
           count(*) filter (where kept)::integer as kept
      from (select r.bytes, r.kept, ${taken(cutoff)} as goes
              from run r
             where r.project_id = ${projectId} and r.removed_at is null and ${isOld(cutoff)}) old
  `.execute(db);
  const { rows: oldest } = await sql<{ id: number; number: number; startTime: Date }>`
    select r.id, r.number, r.started_at as "startTime"
      from run r
     where r.project_id = ${projectId} and r.removed_at is null and not ${taken(cutoff)}
     order by r.started_at, r.id limit 1
  `.execute(db);
  const { reports = 0, bytes = 0, kept = 0 } = sums[0] ?? {};
  const [stays] = oldest;
  return {
    next: { reports, bytes },
    kept,
    oldestKept: stays === undefined ? null : { ...stays, startTime: stays.startTime.toISOString() },
  };
}

/**
 * Hides the oldest expired reports, up to `limit`, and returns their ids and size. `removeRunsBatch` deletes their rows. A later upload of the same
 * build creates a new report.
 */
export async function markRemoved(
  transaction: Db,
  projectId: number,
  { cutoff, now, limit }: { cutoff: Date; now: Date; limit: number },
): Promise<{ runIds: readonly number[]; bytes: number }> {
  // Locks failures before runs, like grouping does, so that transactions cannot deadlock.
  await holdRevision(transaction, "failure", projectId);
  const { rows } = await sql<{ runIds: number[]; bytes: number }>`
    with chosen as materialized (
      select r.id from run r
       where r.project_id = ${projectId} and r.removed_at is null and ${taken(cutoff)}
       order by r.started_at, r.id limit ${limit} for update skip locked
    ), marked as (
      update run set removed_at = ${now}, key = 'removed ' || id
       where project_id = ${projectId} and id = any(array(select id from chosen))
      returning id, bytes
    ) select coalesce(json_agg(id order by id), '[]') as "runIds", coalesce(sum(bytes), 0)::bigint as bytes from marked
  `.execute(transaction);
  const marked = rows[0] ?? { runIds: [], bytes: 0 };
  if (marked.runIds.length > 0) await hideRuns(transaction, projectId, marked.runIds);
  return marked;
}

/** Removes runs from failures and from links in the trends. They remain counted. */
async function hideRuns(transaction: Db, projectId: number, runIds: readonly number[]): Promise<void> {
  await bumpRevision(transaction, "failure", projectId);
  const revision = await bumpRevision(transaction, "trend", projectId);
  await sql`
    update counted_run set deleted = true, revision = ${revision}
     where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[])
  `.execute(transaction);
}

/** Sets whether a report is kept regardless of its age. Returns false if the report does not exist. */
export async function keepRun(db: Db, projectId: number, runId: number, retained: boolean): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update run set kept = ${retained}
     where project_id = ${projectId} and id = ${runId} and removed_at is null
    returning id
  `.execute(db);
  return rows.length > 0;
}
