import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import type { ConnectorRow } from "./connectors.ts";

/** When the credentials of a connector expire. */
export interface Expiry {
  /** As reported by the service; `null` if it reports none. */
  readonly reportedAt: Date | null;
  /** Last day on which they are valid, as entered; `null` if none was. */
  readonly lastDay: string | null;
}

/** A connector whose credentials expire. */
export interface ExpiringConnector extends Expiry, Pick<ConnectorRow, "id" | "projectId" | "type"> {
  readonly projectName: string | null;
  readonly end: Date;
}

/** Without a time from the service, credentials expire when the last day has ended in UTC. */
const end = sql.raw("coalesce(e.reported_at, (e.last_day + 1)::timestamp at time zone 'UTC')");

/** A service may report the seconds that are left, so that each response results in a slightly different time. */
const sameEndSeconds = 3600;

export async function readExpiry(db: Db, connectorId: number): Promise<Expiry> {
  const { rows } = await sql<Expiry>`
    select reported_at as "reportedAt", last_day::text as "lastDay" from connector_expiry where connector_id = ${connectorId}
  `.execute(db);
  return rows[0] ?? { reportedAt: null, lastDay: null };
}

/** Stores the entered day for new credentials, whose end is not known. */
export async function saveLastDay(transaction: Db, connectorId: number, lastDay: string | null): Promise<void> {
  await sql`
    insert into connector_expiry (connector_id, last_day) values (${connectorId}, ${lastDay}::date)
    on conflict (connector_id) do update set last_day = excluded.last_day
  `.execute(transaction);
}

/** Forgets the end of credentials that were replaced. */
export async function forgetExpiry(transaction: Db, connectorId: number): Promise<void> {
  await sql`delete from connector_expiry where connector_id = ${connectorId}`.execute(transaction);
}

/** Stores what the service reports, unless the settings were changed since. */
export async function saveReportedEnd(
  db: Db,
  { id, version }: Pick<ConnectorRow, "id" | "version">,
  reportedAt: Date | null,
): Promise<void> {
  await sql`
    insert into connector_expiry (connector_id, reported_at)
    select c.id, ${reportedAt}::timestamptz from connector c where c.id = ${id} and c.version = ${version}
    on conflict (connector_id) do update set reported_at = excluded.reported_at
  `.execute(db);
}

/** Returns the connectors in use whose credentials expire before this time, the first first. */
export async function expiringConnectors(db: Db, before: Date): Promise<ExpiringConnector[]> {
  const { rows } = await sql<ExpiringConnector>`
    select c.id, c.type, c.project_id as "projectId", p.name as "projectName", e.reported_at as "reportedAt",
           e.last_day::text as "lastDay", ${end} as end
      from connector_expiry e
      join connector c on c.id = e.connector_id and not c.disabled
      left join project p on p.id = c.project_id
     where ${end} < ${before} and p.status is distinct from 'deleting'
     order by ${end}, c.id
  `.execute(db);
  return rows;
}

/** Marks a notification about this end as sent. Returns false if it, or a later one, was sent, or if the end has changed. */
export async function claimExpiryNotice(
  transaction: Db,
  connector: Pick<ExpiringConnector, "end" | "id">,
  days: number,
): Promise<boolean> {
  const { rows } = await sql<{ connector_id: number }>`
    update connector_expiry e set notified_end = ${end}, notified_days = ${days}
     where e.connector_id = ${connector.id} and ${end} = ${connector.end}
       and (e.notified_end is null or abs(extract(epoch from e.notified_end - ${end})) > ${sameEndSeconds} or e.notified_days > ${days})
    returning e.connector_id
  `.execute(transaction);
  return rows.length > 0;
}

/** Returns the leads of a project, or administrators for the server and for a project without an active lead, with their time zones. */
export async function expiryRecipients(
  db: Db,
  projectId: number | null,
): Promise<{ readonly userId: number; readonly timeZone: string }[]> {
  const { rows } = await sql<{ userId: number; timeZone: string }>`
    with lead as (
      select a.id from membership m join user_account a on a.id = m.user_id and a.status = 'active'
       where m.project_id = ${projectId}::bigint and m.role = 'LEAD')
    select a.id as "userId", a.timezone as "timeZone" from user_account a
     where a.status = 'active' and case when exists (select from lead) then a.id in (select id from lead) else a.role = 'ADMIN' end
     order by a.id
  `.execute(db);
  return rows;
}
