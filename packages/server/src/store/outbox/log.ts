import type { FailedDelivery } from "@plumb/contract/integrations/outbox.ts";
import type { DeliveryEvent, WebhookDelivery } from "@plumb/contract/integrations/webhooks.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Db } from "#store/db.ts";
import { type Destination, ofDestination } from "./destinations.ts";

interface DeliveryRow extends Omit<WebhookDelivery, "createdAt" | "nextAttemptAt" | "lastAttemptAt" | "title"> {
  /** `null` if it is too large to look for a title. */
  readonly body: string | null;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
}

const columns = sql.raw(`
  d.id, d.event, d.run_id as "reportId", d.status, d.attempts, d.request_id as "requestId", d.created_at as "createdAt",
  case when d.status = 'pending' then greatest(d.next_attempt_at, t.paused_until) end as "nextAttemptAt", d.last_attempt_at as "lastAttemptAt", d.duration_ms as "durationMs",
  case when length(d.body) <= 100000 then d.body end as body, d.request, d.response_status as "responseStatus", d.response_body as "responseBody", d.error, d.history`);

const tables = sql.raw(`
  outbox_delivery d
  join outbox_destination t on t.project_id = d.project_id and t.kind = d.kind and t.target_id = d.target_id`);

function present<Row extends DeliveryRow>({ body, ...row }: Row) {
  return {
    ...row,
    title: body === null ? null : titleOf(body),
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  };
}

/** The contents of all kinds of deliveries, as far as they have a title. */
const Titled = z.union([
  z.object({ message: z.object({ title: z.string() }) }).transform(({ message }) => message.title),
  z.object({ ticket: z.object({ title: z.string() }) }).transform(({ ticket }) => ticket.title),
  z.object({ pullRequest: z.string() }).transform(({ pullRequest }) => `Pull request ${pullRequest}`),
]);

/** Returns the title of a stored content, which can be of an earlier version. */
function titleOf(body: string): string | null {
  try {
    return cut(Titled.parse(JSON.parse(body)), 200);
  } catch {
    return null;
  }
}

interface Page {
  readonly before: number | undefined;
  readonly limit: number;
}

function before(page: Page) {
  return page.before === undefined ? sql`true` : sql`d.id < ${page.before}`;
}

/** Returns the deliveries before the delivery `before`, newest first. */
export async function deliveriesOf(db: Db, destination: Destination, page: Page): Promise<WebhookDelivery[]> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from ${tables}
     where ${ofDestination(destination, "d")} and ${before(page)}
     order by d.id desc
     limit ${page.limit}
  `.execute(db);
  return rows.map(present);
}

export async function deliveryById(db: Db, projectId: number, id: number): Promise<WebhookDelivery | null> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from ${tables} where d.project_id = ${projectId} and d.id = ${id}
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

/** Returns the sent content; `null` if the destination has no such delivery. */
export async function sentBody(
  db: Db,
  destination: Destination,
  id: number,
): Promise<{ event: DeliveryEvent; runId: number | null; body: string } | null> {
  const { rows } = await sql<{ event: DeliveryEvent; runId: number | null; body: string }>`
    select d.event, d.run_id as "runId", d.body from outbox_delivery d
     where ${ofDestination(destination, "d")} and d.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Failed deliveries of events that were neither sent again nor dismissed. */
const unsettled = sql.raw(`d.status = 'failed' and d.settled_at is null and d.event <> 'ping'`);

/** Returns the failed deliveries of a project before the delivery `before`, newest first. */
export async function failedDeliveries(db: Db, projectId: number, page: Page): Promise<FailedDelivery[]> {
  const { rows } = await sql<DeliveryRow & { destination: FailedDelivery["destination"] }>`
    select ${columns}, jsonb_build_object('kind', t.kind, 'id', t.target_id, 'state', t.state, 'name',
             case when t.kind = 'mail' then coalesce((select a.email from user_account a where a.id = (d.body::jsonb ->> 'userId')::bigint), t.name)
                  else t.name end) as destination
      from ${tables}
     where d.project_id = ${projectId} and ${unsettled} and ${before(page)}
     order by d.id desc
     limit ${page.limit}
  `.execute(db);
  return rows.map(present);
}

/** Counts all failed deliveries of a project, and those whose destination is open. */
export async function countFailed(db: Db, projectId: number): Promise<{ total: number; sendable: number }> {
  const { rows } = await sql<{ total: number; sendable: number }>`
    select count(*) as total, count(*) filter (where t.state = 'open') as sendable
      from ${tables}
     where d.project_id = ${projectId} and ${unsettled}
  `.execute(db);
  return rows[0] ?? { total: 0, sendable: 0 };
}

/** Queues failed deliveries of open destinations again, with their ids: all of the project, or one. Returns the destination of each. */
export async function requeueFailed(
  transaction: Db,
  { projectId, id, now }: { projectId: number; id?: number; now: Date },
): Promise<Destination[]> {
  const one = id === undefined ? sql`true` : sql`d.id = ${id}`;
  // Locks the destinations first, in the same lock order as all other writers.
  await sql`
    select from outbox_destination where project_id = ${projectId} and state = 'open' order by kind, target_id for no key update
  `.execute(transaction);
  const { rows } = await sql<Destination>`
    update outbox_delivery d
       set status = 'pending', attempts = 0, first_attempt_at = null, next_attempt_at = ${now}, out_of_order = false
      from outbox_destination t
     where d.project_id = ${projectId} and ${unsettled} and ${one} and t.state = 'open'
       and t.project_id = d.project_id and t.kind = d.kind and t.target_id = d.target_id
    returning d.project_id as "projectId", d.kind, d.target_id as "targetId"
  `.execute(transaction);
  return rows;
}

/** Removes failed deliveries from the list of failed deliveries: all of the project, or one. */
export async function settleFailed(
  transaction: Db,
  { projectId, id, now }: { projectId: number; id?: number; now: Date },
): Promise<number> {
  const one = id === undefined ? sql`true` : sql`d.id = ${id}`;
  const { rows } = await sql`
    update outbox_delivery d set settled_at = ${now} where d.project_id = ${projectId} and ${unsettled} and ${one}
    returning 1
  `.execute(transaction);
  return rows.length;
}

/**
 * Deletes deliveries older than `before`, and the oldest delivered ones of destinations with more than `max`. Waiting deliveries are never deleted.
 */
export async function deleteOldDeliveries(db: Db, { before: age, max }: { before: Date; max: number }): Promise<void> {
  await sql`delete from outbox_delivery where created_at < ${age} and status <> 'pending'`.execute(db);
  const { rows: full } = await sql<Destination>`
    select project_id as "projectId", kind, target_id as "targetId"
      from outbox_delivery group by project_id, kind, target_id having count(*) > ${max}
  `.execute(db);
  for (const destination of full) {
    await sql`
      delete from outbox_delivery d
       where ${ofDestination(destination, "d")} and (d.status = 'delivered' or d.settled_at is not null or d.event = 'ping' and d.status = 'failed')
         and d.id <= (select d.id from outbox_delivery d where ${ofDestination(destination, "d")} order by d.id desc offset ${max} limit 1)
    `.execute(db);
  }
  await sql`
    delete from outbox_destination t
     where t.state = 'removed'
       and not exists (select 1 from outbox_delivery d
                        where d.project_id = t.project_id and d.kind = t.kind and d.target_id = t.target_id)
  `.execute(db);
}
