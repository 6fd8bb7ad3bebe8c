import { incidentWithinMs } from "@plumb/analysis/incidents/find-incidents.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import type { KnownIncident } from "./incidents.ts";

const visibleRuns = 10;

/** An incident with the columns of the list. */
export interface IncidentRow extends KnownIncident {
  readonly tests: number;
  readonly failures: number;
  readonly leftOutAt: Date | null;
  readonly leftOutBy: string | null;
  readonly runCount: number;
  readonly runs: readonly {
    readonly id: number;
    readonly number: number;
    readonly suiteName: string;
    readonly tests: number;
    readonly failures: number;
  }[];
  /** Sub-class and message of its most frequent error; `null` if its failures were deleted. */
  readonly subClass: string | null;
  readonly message: string | null;
}

/** Filter by period (Unix milliseconds, `null` for no bound), by runs and by id. */
export interface IncidentSelection {
  readonly from: number | null;
  readonly until: number | null;
  readonly runIds?: readonly number[] | undefined;
  readonly ids?: readonly number[] | undefined;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Returns a page of incidents, latest first. */
export async function incidentPage(
  db: Db,
  projectId: number,
  selection: IncidentSelection,
  { limit, offset }: Page,
): Promise<{ incidents: IncidentRow[]; total: number }> {
  const which = isSelected(projectId, selection);
  const incidents = await incidentRows(
    db,
    projectId,
    sql`${which} order by i.ended_at desc, i.id desc limit ${limit} offset ${offset}`,
  );
  if (offset === 0 && incidents.length < limit) return { incidents, total: incidents.length };
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from incident i where ${which}
  `.execute(db);
  return { incidents, total: rows[0]?.total ?? 0 };
}

/** Returns a condition for incidents `i`. */
function isSelected(projectId: number, { from, until, runIds, ids }: IncidentSelection): RawBuilder<unknown> {
  const ofRuns =
    runIds === undefined
      ? sql``
      : sql`and exists (select from incident_run c where c.project_id = ${opaqueProjectId(projectId)} and c.incident_id = i.id
                           and c.run_id = any(${numbers(runIds)}::bigint[]))`;
  const byId = ids === undefined ? sql`` : sql`and i.id = any(${numbers(ids)}::bigint[])`;
  return sql`
    i.project_id = ${projectId} ${ofRuns} ${byId}
      and i.ended_at >= ${from === null ? "-infinity" : new Date(from)}::timestamptz
      and i.started_at < ${until === null ? "infinity" : new Date(until)}::timestamptz`;
}

/** Returns the failure ids of each matching incident. */
export async function failuresOfIncidents(
  db: Db,
  projectId: number,
  selection: IncidentSelection,
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; failures: number[] }>`
    select i.id, json_agg(f.id) as failures
      from incident i join failure f on f.project_id = i.project_id and f.incident_id = i.id and not f.gone
     where ${isSelected(projectId, selection)} group by i.id
  `.execute(db);
  return new Map(rows.map(({ id, failures }) => [id, failures]));
}

/** Returns incidents of these runs and incidents that ended after `since`, latest first. */
export async function recentIncidents(
  db: Db,
  projectId: number,
  { runIds, since, limit }: { readonly runIds: readonly number[]; readonly since: Date; readonly limit: number },
): Promise<IncidentRow[]> {
  return incidentRows(
    db,
    projectId,
    sql`i.project_id = ${projectId}
         and (i.ended_at >= ${since}
              or i.id in (select incident_id from incident_run
                           where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[])))
       order by i.ended_at desc, i.id desc limit ${limit}`,
  );
}

async function incidentRows(db: Db, projectId: number, which: RawBuilder<unknown>): Promise<IncidentRow[]> {
  const { rows } = await sql<IncidentRow>`
    select i.id, i.kind, i.subject, i.started_at as "startedAt", i.ended_at as "endedAt", i.tests, i.failures,
           case when i.left_out then i.left_out_at end as "leftOutAt",
           case when i.left_out then coalesce(u.display_name, u.name, u.username) end as "leftOutBy",
           told.count as "runCount", told.runs, main.sub_class as "subClass", main.message
      from (select * from incident i where ${which}) i
      left join user_account u on u.id = i.left_out_by_user_id
     cross join lateral (
             select count(*)::integer as count,
                    coalesce(json_agg(json_build_object('id', run_id, 'number', run_number, 'suiteName', suite, 'tests', tests,
                                                        'failures', failures)
                                      order by tests desc, run_id desc) filter (where place <= ${visibleRuns}), '[]') as runs
               from (select *, row_number() over (order by tests desc, run_id desc) as place from incident_run
                      where project_id = ${opaqueProjectId(projectId)} and incident_id = i.id) c) told
      left join lateral (
             select g.sub_class, s.message
               from (select signature_id, count(*) as failures from failure
                      where project_id = ${opaqueProjectId(projectId)} and incident_id = i.id and not gone
                      group by signature_id order by failures desc, signature_id limit 1) f
               join failure_signature s on s.project_id = ${opaqueProjectId(projectId)} and s.id = f.signature_id
               join failure_group g on g.project_id = ${opaqueProjectId(projectId)} and g.id = s.group_id) main on true
     order by i.ended_at desc, i.id desc
  `.execute(db);
  return rows;
}

/** An incident with the same host at the same time in another project. */
export interface ElsewhereRow {
  /** Id of the incident in this project. */
  readonly of: number;
  readonly projectId: number;
  readonly incidentId: number;
  readonly tests: number;
  readonly failures: number;
}

/** Incidents with the same host count as the same if they are at most this far apart. */
const near = sql`${incidentWithinMs / 1000} * interval '1 second'`;

/** @param projectIds Projects of the caller. The incidents' own project is excluded. */
export async function incidentsElsewhere(
  db: Db,
  projectId: number,
  incidentIds: readonly number[],
  projectIds: readonly number[],
): Promise<ElsewhereRow[]> {
  if (incidentIds.length === 0 || projectIds.length === 0) return [];
  const { rows } = await sql<ElsewhereRow>`
    select i.id as "of", o.project_id as "projectId", o.id as "incidentId", o.tests, o.failures
      from (select id, subject, started_at, ended_at from incident
             where project_id = ${projectId} and id = any(${numbers(incidentIds)}::bigint[]) and kind = 'host' and subject <> 'localhost'
             offset 0) i
      join incident o on o.project_id = any(${numbers(projectIds)}::bigint[]) and o.project_id <> ${projectId} and o.kind = 'host'
                     and o.subject = i.subject and o.ended_at >= i.started_at - ${near} and o.started_at <= i.ended_at + ${near}
     order by i.id, o.failures desc, o.id limit 100
  `.execute(db);
  return rows;
}

/** @returns The incident's number of failures; `null` if it does not exist. */
export async function leaveOut(
  transaction: Db,
  projectId: number,
  incidentId: number,
  { leftOut, userId, now }: { readonly leftOut: boolean; readonly userId: number | null; readonly now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ failures: number }>`
    update incident set left_out = ${leftOut}, left_out_by_user_id = ${userId}, left_out_at = ${now}
     where project_id = ${projectId} and id = ${incidentId}
    returning failures
  `.execute(transaction);
  return rows[0]?.failures ?? null;
}

/**
 * Counts the failures that are excluded from rates because of incidents: in all runs, in runs of the `days` days up to today (UTC), and in the same
 * number of days before. Quarantined failures are not counted, because they are already excluded.
 */
export async function leftOutFailures(
  db: Db,
  projectId: number,
  { today, days }: { readonly today: Date; readonly days: number },
): Promise<{ all: number; current: number; previous: number }> {
  const { rows } = await sql<{ all: number; current: number; previous: number }>`
    with of_runs as (
      select c.run_id, c.day, sum(c.failures) as failures
        from incident i join incident_run c on c.project_id = i.project_id and c.incident_id = i.id
       where i.project_id = ${projectId} and i.left_out
       group by c.run_id, c.day
    )
    select coalesce(sum(failures), 0)::integer as "all",
           coalesce(sum(failures) filter (where age between 0 and ${days - 1}), 0)::integer as current,
           coalesce(sum(failures) filter (where age between ${days} and ${2 * days - 1}), 0)::integer as previous
      from (select least(o.failures, coalesce(c.failed + c.errored - c.quarantined, o.failures)) as failures,
                   (${today}::timestamptz at time zone 'UTC')::date - o.day as age
              from of_runs o
              left join counted_run c on c.project_id = ${projectId} and c.run_id = o.run_id and not c.gone) aged
  `.execute(db);
  return rows[0] ?? { all: 0, current: 0, previous: 0 };
}

/** Returns the ids of the incident's failures. */
export async function failuresOfIncident(db: Db, projectId: number, incidentId: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id order by id) as ids from failure where project_id = ${projectId} and incident_id = ${incidentId} and not gone
  `.execute(db);
  return (rows[0]?.ids ?? []).map(Number);
}
