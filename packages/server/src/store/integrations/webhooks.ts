import type { Webhook, WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** A stored webhook with an encrypted secret. */
export interface WebhookRow {
  readonly id: number;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secret: string;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly lastAttemptPassed: boolean | null;
  readonly failingSince: Date | null;
}

/** Undefined fields are not changed. */
export interface WebhookChange {
  readonly url?: string | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly secret?: string | undefined;
  readonly enabled?: boolean | undefined;
}

const columns = sql.raw(`
  w.id, w.url, w.events, w.secret, w.enabled, w.disabled_reason as "disabledReason", w.created_at as "createdAt",
  w.last_attempt_at as "lastAttemptAt", w.last_attempt_passed as "lastAttemptPassed", w.failing_since as "failingSince"`);

/** @param problem A reason that keeps it from sending, in addition to the stored reason for disabling it. */
export function presentWebhook(row: WebhookRow, problem: string | null): Webhook {
  const { id, url, events, enabled, disabledReason, createdAt, lastAttemptAt, lastAttemptPassed, failingSince } = row;
  return {
    id,
    url,
    events: [...events],
    enabled,
    problem: disabledReason ?? problem,
    createdAt: createdAt.toISOString(),
    lastAttempt: lastAttemptAt && { at: lastAttemptAt.toISOString(), passed: lastAttemptPassed === true },
    failingSince: failingSince?.toISOString() ?? null,
  };
}

/** Oldest first. */
export async function webhooksOf(db: Db, projectId: number): Promise<WebhookRow[]> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhook w where w.project_id = ${projectId} order by w.id
  `.execute(db);
  return rows;
}

export async function webhookById(db: Db, projectId: number, id: number): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhook w where w.project_id = ${projectId} and w.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns `full` if the project has `max` webhooks already, `no-project` if it is being deleted. */
export async function createWebhook(
  transaction: Db,
  given: Pick<WebhookRow, "url" | "events" | "secret" | "createdAt"> & { projectId: number; createdBy: number },
  max: number,
): Promise<WebhookRow | "full" | "no-project"> {
  const { projectId } = given;
  // Locks the project, so that concurrent requests cannot exceed the maximum.
  const { rows: project } = await sql<{ id: number }>`
    select id from project where id = ${projectId} and status <> 'deleting' for no key update
  `.execute(transaction);
  if (project.length === 0) return "no-project";
  if ((await webhooksOf(transaction, projectId)).length >= max) return "full";
  const { rows } = await sql<WebhookRow>`
    insert into webhook as w (project_id, url, events, secret, created_by, created_at)
    values (${projectId}, ${given.url}, ${given.events}, ${given.secret}, ${given.createdBy}, ${given.createdAt})
    returning ${columns}
  `.execute(transaction);
  return rows[0] as WebhookRow;
}

/**
 * Changes the given fields. Returns `null` if the webhook does not exist. A new address resets its history. A disabled webhook sends nothing,
 * including pending deliveries.
 */
export async function updateWebhook(
  transaction: Db,
  { projectId, id }: { projectId: number; id: number },
  change: WebhookChange,
): Promise<{ before: WebhookRow; after: WebhookRow } | null> {
  const { rows: locked } = await sql<WebhookRow>`
    select ${columns} from webhook w where w.project_id = ${projectId} and w.id = ${id} for no key update
  `.execute(transaction);
  const before = locked[0];
  if (before === undefined) return null;
  const next = {
    url: change.url ?? before.url,
    events: change.events ?? before.events,
    secret: change.secret ?? before.secret,
    enabled: change.enabled ?? before.enabled,
  };
  const moved = next.url !== before.url;
  const { rows } = await sql<WebhookRow>`
    update webhook w
       set url = ${next.url}, events = ${next.events}, secret = ${next.secret}, enabled = ${next.enabled},
           disabled_reason = case when ${next.enabled} then null else disabled_reason end,
           last_attempt_at = case when ${moved} then null else last_attempt_at end,
           last_attempt_passed = case when ${moved} then null else last_attempt_passed end,
           -- Whoever switches it on again gives it its time anew.
           failing_since = case when ${moved || (next.enabled && !before.enabled)} then null else failing_since end
     where w.project_id = ${projectId} and w.id = ${id}
    returning ${columns}
  `.execute(transaction);
  if (!next.enabled) await dropPending(transaction, projectId, id);
  return { before, after: rows[0] as WebhookRow };
}

/** Marks pending deliveries as failed. They stay in the log and can be sent again from there. */
export async function dropPending(transaction: Db, projectId: number, webhookId: number): Promise<void> {
  await sql`
    update webhook_delivery
       set status = 'failed', next_attempt_at = null,
           error = coalesce(error || ' ', '') || 'The webhook was disabled before this was delivered.'
     where project_id = ${projectId} and webhook_id = ${webhookId} and status = 'pending'
  `.execute(transaction);
}

/** Returns the deleted webhook, or `null` if it does not exist. Its deliveries are deleted with it. */
export async function deleteWebhook(transaction: Db, projectId: number, id: number): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    delete from webhook w where w.project_id = ${projectId} and w.id = ${id} returning ${columns}
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Returns true if a webhook is enabled and its last attempt succeeded. */
export async function anyWebhookDelivers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from webhook w join project p on p.id = w.project_id
       where w.enabled and w.last_attempt_passed and p.status <> 'deleting') as found
  `.execute(db);
  return rows[0]?.found ?? false;
}
