import type { DeliveryEvent, WebhookDelivery, WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { dropPending } from "./webhooks.ts";

interface DeliveryRow extends Omit<WebhookDelivery, "createdAt" | "nextAttemptAt" | "lastAttemptAt"> {
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
}

const columns = sql.raw(`
  d.id, d.event, d.run_id as "reportId", d.status, d.attempts, d.created_at as "createdAt",
  d.next_attempt_at as "nextAttemptAt", d.last_attempt_at as "lastAttemptAt", d.duration_ms as "durationMs",
  d.response_status as "responseStatus", d.response_body as "responseBody", d.error`);

function present(row: DeliveryRow): WebhookDelivery {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
  };
}

/** A delivery attempt with its content and address. */
export interface Attempt {
  readonly projectId: number;
  readonly webhookId: number;
  readonly id: number;
  readonly event: DeliveryEvent;
  readonly body: string;
  /** Includes the current attempt. */
  readonly attempts: number;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
}

const attemptColumns = sql.raw(`
  d.project_id as "projectId", d.webhook_id as "webhookId", d.id, d.event, d.body, d.attempts, w.url, w.secret`);

/** Returns the events that a webhook of the project subscribes to. Reads one small index range. */
export async function wantedEvents(
  db: Db,
  projectId: number,
  events: readonly WebhookEvent[],
): Promise<WebhookEvent[]> {
  const { rows } = await sql<{ event: WebhookEvent }>`
    select distinct e.event
      from webhook w
     cross join lateral unnest(w.events) as e (event)
     where w.project_id = ${projectId} and w.enabled and e.event = any(${events}::text[])
  `.execute(db);
  return rows.map(({ event }) => event);
}

/** Queues a delivery of this status update for each subscribed webhook, unless it exists. Returns the webhooks with a new delivery. */
export async function queueDeliveries(
  transaction: Db,
  given: { projectId: number; runId: number; changeNumber: number; event: WebhookEvent; body: string; now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ webhookId: number }>`
    insert into webhook_delivery (project_id, webhook_id, event, run_id, judgement, body, status, created_at, next_attempt_at)
    select w.project_id, w.id, ${given.event}, ${given.runId}, ${given.changeNumber}, ${given.body}, 'pending', ${given.now}, ${given.now}
      from webhook w
     where w.project_id = ${given.projectId} and w.enabled and ${given.event} = any(w.events)
     order by w.id
    on conflict do nothing
    returning webhook_id as "webhookId"
  `.execute(transaction);
  return rows.map(({ webhookId }) => webhookId);
}

/**
 * Claims the oldest due delivery of a webhook until `until`. After that, it counts as lost and can be claimed again. Returns `null` if none is due.
 */
export async function claimDue(
  db: Db,
  { projectId, webhookId, now, until }: { projectId: number; webhookId: number; now: Date; until: Date },
): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    update webhook_delivery d
       set attempts = d.attempts + 1, next_attempt_at = ${until}
      from webhook w
     where w.project_id = ${projectId} and w.id = ${webhookId} and w.enabled and d.project_id = ${projectId}
       and d.id = (select id from webhook_delivery
                    where project_id = ${projectId} and webhook_id = ${webhookId} and next_attempt_at <= ${now}
                    order by next_attempt_at, id limit 1)
    returning ${attemptColumns}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns when the next delivery of a webhook is due; `null` if none is waiting. */
export async function nextDeliveryAt(db: Db, projectId: number, webhookId: number): Promise<Date | null> {
  const { rows } = await sql<{ dueAt: Date | null }>`
    select min(d.next_attempt_at) as "dueAt"
      from webhook_delivery d join webhook w on w.project_id = d.project_id and w.id = d.webhook_id
     where d.project_id = ${projectId} and d.webhook_id = ${webhookId} and w.enabled
  `.execute(db);
  return rows[0]?.dueAt ?? null;
}

/** Creates a delivery that the caller sends immediately. Returns `null` if the webhook was deleted. */
export async function createClaimed(
  transaction: Db,
  given: {
    projectId: number;
    webhookId: number;
    event: DeliveryEvent;
    runId: number | null;
    body: string;
    now: Date;
    until: Date;
  },
): Promise<Attempt | null> {
  const { rows } = await sql<Attempt>`
    with w as (select id, url, secret from webhook where project_id = ${given.projectId} and id = ${given.webhookId}),
    d as (
      insert into webhook_delivery (project_id, webhook_id, event, run_id, body, status, attempts, created_at, next_attempt_at)
      select ${given.projectId}, w.id, ${given.event}, ${given.runId}, ${given.body}, 'pending', 1, ${given.now}, ${given.until}
        from w
      returning *)
    select ${attemptColumns} from d join w on w.id = d.webhook_id
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Result of an attempt. */
export interface Outcome {
  readonly passed: boolean;
  readonly at: Date;
  readonly durationMs: number | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  /** `null` if there is no further attempt. */
  readonly nextAttemptAt: Date | null;
}

/**
 * Records the outcome of an attempt. Disables the webhook with the reason in `switchOff` if this was the last attempt and no delivery has succeeded
 * since `failingSince`. In that case, returns who added the webhook.
 */
export async function recordOutcome(
  transaction: Db,
  { projectId, webhookId, id }: Pick<Attempt, "projectId" | "webhookId" | "id">,
  outcome: Outcome,
  switchOff: { failingSince: Date; reason: string },
): Promise<{ createdBy: number } | null> {
  const { passed, at } = outcome;
  // Updates the webhook first, in the same lock order as all other writers.
  await sql`
    update webhook
       set last_attempt_at = ${at}, last_attempt_passed = ${passed},
           failing_since = case when ${passed} then null else coalesce(failing_since, ${at}) end
     where project_id = ${projectId} and id = ${webhookId}
  `.execute(transaction);
  // Deliveries that failed because the webhook was disabled stay failed.
  await sql`
    update webhook_delivery
       set status = case when ${passed} then 'delivered' when status = 'failed' or ${outcome.nextAttemptAt}::timestamptz is null then 'failed' else 'pending' end,
           next_attempt_at = case when status = 'failed' then null else ${outcome.nextAttemptAt}::timestamptz end,
           last_attempt_at = ${at}, duration_ms = ${outcome.durationMs},
           response_status = ${outcome.responseStatus}, response_body = ${outcome.responseBody}, error = ${outcome.error}
     where project_id = ${projectId} and id = ${id}
  `.execute(transaction);
  if (passed || outcome.nextAttemptAt !== null) return null;
  const { rows } = await sql<{ createdBy: number }>`
    update webhook set enabled = false, disabled_reason = ${switchOff.reason}
     where project_id = ${projectId} and id = ${webhookId} and enabled and failing_since <= ${switchOff.failingSince}
    returning created_by as "createdBy"
  `.execute(transaction);
  if (rows[0] !== undefined) await dropPending(transaction, projectId, webhookId);
  return rows[0] ?? null;
}

/** Returns the deliveries before the delivery `before`, newest first. */
export async function deliveriesOf(
  db: Db,
  page: { projectId: number; webhookId: number; before: number | undefined; limit: number },
): Promise<WebhookDelivery[]> {
  const before = page.before === undefined ? sql`true` : sql`d.id < ${page.before}`;
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_delivery d
     where d.project_id = ${page.projectId} and d.webhook_id = ${page.webhookId} and ${before}
     order by d.id desc
     limit ${page.limit}
  `.execute(db);
  return rows.map(present);
}

export async function deliveryById(db: Db, projectId: number, id: number): Promise<WebhookDelivery | null> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_delivery d where d.project_id = ${projectId} and d.id = ${id}
  `.execute(db);
  return rows[0] === undefined ? null : present(rows[0]);
}

/** Returns the sent content; `null` if the webhook has no such delivery. */
export async function sentBody(
  db: Db,
  { projectId, webhookId, id }: { projectId: number; webhookId: number; id: number },
): Promise<{ event: DeliveryEvent; runId: number | null; body: string } | null> {
  const { rows } = await sql<{ event: DeliveryEvent; runId: number | null; body: string }>`
    select event, run_id as "runId", body from webhook_delivery
     where project_id = ${projectId} and webhook_id = ${webhookId} and id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Deletes deliveries older than `before`, and all but the newest `max` of each webhook unless they are pending. */
export async function deleteOldDeliveries(db: Db, { before, max }: { before: Date; max: number }): Promise<void> {
  await sql`delete from webhook_delivery where created_at < ${before}`.execute(db);
  const { rows: full } = await sql<{ projectId: number; webhookId: number }>`
    select project_id as "projectId", webhook_id as "webhookId"
      from webhook_delivery group by project_id, webhook_id having count(*) > ${max}
  `.execute(db);
  for (const { projectId, webhookId } of full) {
    await sql`
      delete from webhook_delivery
       where project_id = ${projectId} and webhook_id = ${webhookId} and status <> 'pending'
         and id <= (select id from webhook_delivery
                     where project_id = ${projectId} and webhook_id = ${webhookId} order by id desc offset ${max} limit 1)
    `.execute(db);
  }
}
