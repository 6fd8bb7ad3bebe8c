import { incidentQuietMs } from "@plumb/analysis/incidents/find-incidents.ts";
import type { PartFailure } from "@plumb/analysis/incidents/fact-grounds.ts";
import type { EnvironmentFailure, FoundIncident } from "@plumb/analysis/incidents/find-incidents.ts";
import { type RawBuilder, sql } from "kysely";
import { opaqueProjectId } from "#store/opaque-id.ts";
import { numbers } from "#store/array-literal.ts";
import type { Db } from "#store/db.ts";
import { markForEvaluation, lockTests } from "#store/tests/test-states.ts";
import { ruleOfFailure } from "#store/failures/rules/own-classes.ts";

/** A period with inclusive bounds. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** An environment failure with its current incident. */
export interface IncidentFailure extends PartFailure {
  readonly incidentId: number | null;
}

export interface KnownIncident {
  readonly id: number;
  readonly kind: FoundIncident<EnvironmentFailure>["kind"];
  readonly subject: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

const isEnvironment = sql`coalesce(f.class, u.class, g.class) = 'Environment Issue'`;
function withGroup(projectId: number): RawBuilder<unknown> {
  return sql`
  left join failure_signature s on s.project_id = ${opaqueProjectId(projectId)} and s.id = f.signature_id
  left join failure_group g on g.project_id = ${opaqueProjectId(projectId)} and g.id = s.group_id
  ${ruleOfFailure(projectId)}`;
}

/** Revisions of the failures and of the counted runs that incidents include. */
interface IncidentRevisions {
  readonly failures: number;
  readonly trends: number;
}

/**
 * Returns a period for each run: the times of its failures that changed since incidents were last updated and that are, or may become, part of one,
 * and the times of runs with facts that ended since, close to other failures.
 */
export async function changedSpans(
  db: Db,
  projectId: number,
): Promise<{ readonly revisions: IncidentRevisions; readonly spans: Span[] }> {
  // Read before the failures, so that concurrent changes are processed again next time.
  const { rows } = await sql<IncidentRevisions & { noted: number; notedTrends: number }>`
    select f.revision as failures, f.incidents_revision as noted, coalesce(t.revision, 0) as trends,
           f.incidents_trend_revision as "notedTrends"
      from failure_state f left join trend_state t on t.project_id = f.project_id
     where f.project_id = ${projectId}
  `.execute(db);
  const { failures, trends, noted, notedTrends } = rows[0] ?? { failures: 0, trends: 0, noted: 0, notedTrends: 0 };
  const { rows: spans } = await sql<Span>`
    select min(f.failed_at) as "from", max(f.failed_at) as until
      from (select * from failure where project_id = ${opaqueProjectId(projectId)} and revision > ${noted} offset 0) f
      join run r on r.project_id = ${opaqueProjectId(projectId)} and r.id = f.run_id and r.removed_at is null ${withGroup(projectId)}
     where f.incident_id is not null or (not f.gone and ${isEnvironment})
     group by f.run_id
    union all
    select started_at, ended_at
      from (select c.started_at, c.started_at + coalesce(c.duration_ms, 0) * interval '1 millisecond' as ended_at
              from counted_run c
              join label_set l on l.project_id = c.project_id and l.id = c.label_set_id and l.facts <> '{}'
             where c.project_id = ${projectId} and c.revision > ${notedTrends} and not c.gone) ended
     where exists (select from failure f
                    where f.project_id = ${opaqueProjectId(projectId)} and not f.gone
                      and f.failed_at between ended.started_at - ${quiet} and ended.ended_at + ${quiet})
     order by 1
  `.execute(db);
  return { revisions: { failures, trends }, spans };
}

const quiet = sql`${incidentQuietMs} * interval '1 millisecond'`;

/** Records that incidents include all changes up to these revisions. */
export async function storeIncidentsRevisions(
  db: Db,
  projectId: number,
  { failures, trends }: IncidentRevisions,
): Promise<void> {
  await sql`
    update failure_state
       set incidents_revision = greatest(incidents_revision, ${failures}),
           incidents_trend_revision = greatest(incidents_trend_revision, ${trends})
     where project_id = ${projectId} and (incidents_revision < ${failures} or incidents_trend_revision < ${trends})
  `.execute(db);
}

/** Returns the incidents that overlap a period. */
export async function incidentsWithin(db: Db, projectId: number, { from, until }: Span): Promise<KnownIncident[]> {
  const { rows } = await sql<KnownIncident>`
    select id, kind, subject, started_at as "startedAt", ended_at as "endedAt" from incident
     where project_id = ${projectId} and ended_at >= ${from} and started_at <= ${until}
     order by id
  `.execute(db);
  return rows;
}

/** Returns the newest `limit` environment failures of a period, including those that passed on retry. */
export async function environmentFailures(
  db: Db,
  projectId: number,
  { from, until }: Span,
  limit: number,
): Promise<IncidentFailure[]> {
  const { rows } = await sql<IncidentFailure>`
    select f.id, f.test_id as "testId", f.run_id as "runId", (extract(epoch from f.failed_at) * 1000)::float8 as at,
           s.host, coalesce(s.group_id, 0) as "causeId", r.worker::integer as worker, r.upload_id as "partId",
           f.incident_id as "incidentId"
      from failure f ${withGroup(projectId)}
      left join lateral (select worker, upload_id from result where project_id = ${opaqueProjectId(projectId)} and id = f.result_id offset 0) r on true
     where f.project_id = ${opaqueProjectId(projectId)} and f.failed_at between ${from} and ${until} and not f.gone and ${isEnvironment}
     order by f.failed_at desc, f.id desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns how many workers each run had. */
export async function workersOfRuns(
  db: Db,
  projectId: number,
  runIds: readonly number[],
): Promise<Map<number, number>> {
  if (runIds.length === 0) return new Map();
  const { rows } = await sql<{ runId: number; workers: number }>`
    select run_id as "runId", count(distinct worker)::integer as workers
      from result where project_id = ${projectId} and run_id = any(${numbers(runIds)}::bigint[]) and worker is not null
     group by run_id
  `.execute(db);
  return new Map(rows.map(({ runId, workers }) => [runId, workers]));
}

export async function insertIncident(
  transaction: Db,
  projectId: number,
  { kind, subject, at }: Pick<KnownIncident, "kind" | "subject"> & { readonly at: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into incident (project_id, kind, subject, started_at, ended_at, tests, failures)
    values (${projectId}, ${kind}, ${subject}, ${at}, ${at}, 0, 0)
    returning id
  `.execute(transaction);
  return rows[0]?.id ?? 0;
}

/** Updates the values that an incident's failures have in common. */
export async function changeSubject(
  transaction: Db,
  projectId: number,
  id: number,
  { kind, subject }: Pick<KnownIncident, "kind" | "subject">,
): Promise<void> {
  await sql`
    update incident set kind = ${kind}, subject = ${subject} where project_id = ${projectId} and id = ${id}
  `.execute(transaction);
}

/**
 * Locks the tests of failures and of incidents before any incident is processed, so that transactions cannot
 * deadlock.
 */
export async function lockTestsOf(
  transaction: Db,
  projectId: number,
  failureIds: readonly number[],
  incidentIds: readonly number[],
): Promise<void> {
  if (failureIds.length + incidentIds.length === 0) return;
  const theirs = sql`
    select test_id from failure where project_id = ${opaqueProjectId(projectId)} and id = any(${numbers(failureIds)}::bigint[])
    union
    select test_id from failure where project_id = ${projectId} and incident_id = any(${numbers(incidentIds)}::bigint[])`;
  await lockTests(transaction, projectId, theirs);
}

/** Deletes incidents and releases their failures. */
export async function deleteIncidents(transaction: Db, projectId: number, ids: readonly number[]): Promise<void> {
  const removed = sql`${numbers(ids)}::bigint[]`;
  await sql`
    with freed as (
      update failure set incident_id = null where project_id = ${projectId} and incident_id = any(${removed}) returning test_id
    ) ${markForEvaluation(projectId, sql`select test_id from freed`)}
  `.execute(transaction);
  await sql`delete from incident_run where project_id = ${projectId} and incident_id = any(${removed})`.execute(
    transaction,
  );
  await sql`delete from incident where project_id = ${projectId} and id = any(${removed})`.execute(transaction);
}

/** Assigns failures to an incident instead of their current one; `null` for none. */
export async function assignFailures(
  transaction: Db,
  projectId: number,
  incidentId: number | null,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    with assigned as (
      update failure set incident_id = ${incidentId}::bigint
       where project_id = ${opaqueProjectId(projectId)} and id = any(${numbers(ids)}::bigint[]) and incident_id is distinct from ${incidentId}::bigint
      returning test_id
    ) ${markForEvaluation(projectId, sql`select test_id from assigned`)}
  `.execute(transaction);
}

/** Recounts the failures of incidents. The counts of deleted runs are kept. */
export async function countIncidents(transaction: Db, projectId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const counted = sql`${numbers(ids)}::bigint[]`;
  await sql`
    delete from incident_run c using run r
     where c.project_id = ${projectId} and c.incident_id = any(${counted}) and r.project_id = c.project_id and r.id = c.run_id
  `.execute(transaction);
  await sql`
    insert into incident_run (project_id, incident_id, run_id, run_number, suite, day, tests, failures)
    select f.project_id, f.incident_id, f.run_id, r.number, r.suite, (r.started_at at time zone 'UTC')::date,
           count(distinct f.test_id)::integer, count(*) filter (where not f.flaky)::integer
      from failure f join run r on r.project_id = f.project_id and r.id = f.run_id
     where f.project_id = ${opaqueProjectId(projectId)} and f.incident_id = any(${counted}) and not f.gone
     group by f.project_id, f.incident_id, f.run_id, r.id, r.project_id
    on conflict do nothing
  `.execute(transaction);
  await sql`
    update incident i
       set started_at = c.started_at, ended_at = c.ended_at, tests = c.tests,
           failures = (select coalesce(sum(failures), 0) from incident_run
                        where project_id = ${opaqueProjectId(projectId)} and incident_id = i.id)
      from (select incident_id, min(failed_at) as started_at, max(failed_at) as ended_at,
                   count(distinct test_id)::integer as tests
              from failure
             where project_id = ${projectId} and incident_id = any(${counted}) and not gone
             group by incident_id) c
     where i.project_id = ${projectId} and i.id = c.incident_id
  `.execute(transaction);
}
