import { dayMs, hourMs, minuteMs } from "@plumb/contract/durations.ts";
import type { ConnectorId } from "@plumb/contract/integrations/connectors.ts";
import type { DestinationKind } from "@plumb/contract/integrations/outbox.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { mailDestination, ofDestination } from "./destinations.ts";

/** A destination counts as broken after failing for this time, with at least this number of attempts. */
const failingMs = 5 * minuteMs;
const minFailures = 3;
/** Time between two notifications of a project, so that what breaks together is one notification. */
const gapMs = 10 * minuteMs;
/** A broken destination has to work for this time before users are notified. It is longer if the destination was broken before within a day. */
const stableMs = { first: 10 * minuteMs, again: 6 * hourMs } as const;
/** A delivery that waited longer than this counts as late. */
const lateMs = minuteMs;
/** Limits of one round, and of the deliveries that are counted. */
const maxProjects = 500;
const maxCounted = 10_000;

/** A destination that stopped working, or works again. */
export interface BrokenDestination {
  readonly kind: DestinationKind;
  readonly targetId: number;
  readonly name: string;
  /** `null` for webhooks and for emails to users. */
  readonly connectorType: ConnectorId | null;
  /** True if it uses an account of the server. */
  readonly isServerAccount: boolean;
  readonly brokenSince: Date;
}

export interface StoppedDestination extends BrokenDestination {
  readonly problem: string;
  /** Deliveries that wait, and those that were rejected since it failed, each up to 10,000. */
  readonly waiting: number;
  readonly failed: number;
}

export interface RecoveredDestination extends BrokenDestination {
  readonly workingSince: Date;
  /** Deliveries of that time that were sent late, and those that were not sent, each up to 10,000. */
  readonly late: number;
  readonly failed: number;
}

const tables = sql.raw(`
  outbox_destination t
  left join binding b on b.project_id = t.project_id and b.offer = t.kind and b.id = t.target_id
  left join connector c on c.id = b.connector_id`);

const columns = sql.raw(`
  t.project_id as "projectId", t.kind, t.target_id as "targetId", t.name, b.connector_type as "connectorType",
  coalesce(c.project_id is null and b.connector_id is not null, false) as "isServerAccount", t.broken_since as "brokenSince"`);

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}

/** Condition for destinations whose deliveries fail, or whose tickets cannot be read, although users do not know it yet. */
function hasStopped(now: Date) {
  const since = before(now, failingMs);
  return sql`t.state = 'open' and t.broken_since is null and (
    (t.problem is not null and t.failures >= ${minFailures}::integer and t.failing_since <= ${since}::timestamptz)
    or (b.read_problem is not null and b.read_failures >= ${minFailures}::integer and b.read_failing_since <= ${since}::timestamptz))`;
}

/** Condition for broken destinations that have worked for a while. */
function worksAgain(now: Date) {
  return sql`t.state = 'open' and t.problem is null and b.read_problem is null
    and greatest(t.working_since, b.read_working_since) > t.broken_since
    and greatest(t.working_since, b.read_working_since) <= case
      when t.recovered_at > t.broken_since - make_interval(secs => ${dayMs / 1000}::integer) then ${before(now, stableMs.again)}::timestamptz
      else ${before(now, stableMs.first)}::timestamptz end`;
}

/** Condition for projects that were not notified of this a short time ago. */
function isQuiet(column: "broken_reported_at" | "recovered_at", now: Date) {
  return sql`not exists (
    select from outbox_destination o
     where o.project_id = t.project_id and ${sql.ref(`o.${column}`)} > ${before(now, gapMs)}::timestamptz and ${sql.ref(`o.${column}`)} <= ${now}::timestamptz)`;
}

/** Returns the projects with destinations that stopped working, or work again; 0 for emails to users. */
export async function projectsToNotify(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ projectId: number }>`
    select distinct t.project_id as "projectId" from ${tables}
     where (${hasStopped(now)} and ${isQuiet("broken_reported_at", now)})
        or (t.broken_since is not null and ${worksAgain(now)} and ${isQuiet("recovered_at", now)})
     order by 1 limit ${maxProjects}
  `.execute(db);
  return rows.map(({ projectId }) => projectId);
}

/** Marks the destinations of a project that stopped working, so that they are reported once, and returns them. */
export async function takeStopped(transaction: Db, projectId: number, now: Date): Promise<StoppedDestination[]> {
  const { rows } = await sql<StoppedDestination & { projectId: number }>`
    with stopped as (
      select t.kind, t.target_id, t.name, b.connector_type,
             coalesce(c.project_id is null and b.connector_id is not null, false) as is_server_account,
             coalesce(t.problem, b.read_problem) as problem,
             least(case when t.problem is not null then t.failing_since end, b.read_failing_since) as since
        from ${tables}
       where t.project_id = ${projectId} and ${hasStopped(now)} and ${isQuiet("broken_reported_at", now)}
       order by t.kind, t.target_id
         for no key update of t
    )
    update outbox_destination t set broken_since = s.since, broken_reported_at = ${now}
      from stopped s
     where t.project_id = ${projectId} and t.kind = s.kind and t.target_id = s.target_id
    returning t.project_id as "projectId", t.kind, t.target_id as "targetId", t.name, s.connector_type as "connectorType",
              s.is_server_account as "isServerAccount", s.since as "brokenSince", s.problem, 0 as waiting, 0 as failed
  `.execute(transaction);
  return Promise.all(inOrder(rows).map(async (row) => ({ ...row, ...(await heldBack(transaction, row)) })));
}

async function heldBack(db: Db, row: BrokenDestination & { projectId: number }) {
  const { rows } = await sql<{ waiting: number; failed: number }>`
    select ${countOf(sql`${ofDestination(row, "d")} and d.status = 'pending' and d.event <> 'ping'`)} as waiting,
           ${countOf(sql`${unsent(row)} and d.last_attempt_at >= ${row.brokenSince}`)} as failed
  `.execute(db);
  return rows[0] ?? { waiting: 0, failed: 0 };
}

/** Marks the destinations of a project that work again, and returns them. */
export async function takeRecovered(transaction: Db, projectId: number, now: Date): Promise<RecoveredDestination[]> {
  const { rows } = await sql<RecoveredDestination & { projectId: number }>`
    select ${columns}, greatest(t.working_since, b.read_working_since) as "workingSince" from ${tables}
     where t.project_id = ${projectId} and t.broken_since is not null and ${worksAgain(now)} and ${isQuiet("recovered_at", now)}
     order by t.kind, t.target_id
       for no key update of t
  `.execute(transaction);
  const recovered: RecoveredDestination[] = [];
  for (const row of inOrder(rows)) {
    recovered.push({ ...row, ...(await sentSince(transaction, row)) });
    await sql`
      update outbox_destination t set broken_since = null, recovered_at = ${now} where ${ofDestination(row, "t")}
    `.execute(transaction);
  }
  return recovered;
}

async function sentSince(db: Db, row: RecoveredDestination & { projectId: number }) {
  const isOfThatTime = sql`d.created_at < ${row.workingSince} and d.last_attempt_at >= ${row.brokenSince}`;
  const isLate = sql`d.last_attempt_at > d.created_at + make_interval(secs => ${lateMs / 1000}::integer)`;
  const { rows } = await sql<{ late: number; failed: number }>`
    select ${countOf(sql`${ofDestination(row, "d")} and d.status = 'delivered' and d.event <> 'ping' and ${isOfThatTime} and ${isLate}`)} as late,
           ${countOf(sql`${unsent(row)} and ${isOfThatTime}`)} as failed
  `.execute(db);
  return rows[0] ?? { late: 0, failed: 0 };
}

/** Condition for deliveries in the list of failed deliveries. */
function unsent(row: BrokenDestination & { projectId: number }) {
  return sql`${ofDestination(row, "d")} and d.status = 'failed' and d.settled_at is null and d.event <> 'ping'`;
}

function countOf(condition: ReturnType<typeof sql>) {
  return sql`(select count(*) from (select from outbox_delivery d where ${condition} limit ${maxCounted}) counted)`;
}

function inOrder<Row extends BrokenDestination>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.brokenSince.getTime() - b.brokenSince.getTime() || a.targetId - b.targetId);
}

/** Ends the problems of destinations that were disabled or removed, because they no longer send. */
export async function forgetClosedDestinations(db: Db): Promise<void> {
  await sql`update outbox_destination set broken_since = null where broken_since is not null and state <> 'open'`.execute(
    db,
  );
}

/** Returns whether emails to users fail, so that an email would not arrive. */
export async function isMailBroken(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from outbox_destination t
     where ${ofDestination(mailDestination, "t")} and (t.state <> 'open' or t.broken_since is not null or t.problem is not null)
  `.execute(db);
  return rows.length > 0;
}
