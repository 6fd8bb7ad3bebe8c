import type { Webhook, WebhookEvent } from "@plumb/contract/integrations/webhooks.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { lockProject } from "#store/projects/lock-project.ts";
import {
  changeDestination,
  createDestination,
  type Destination,
  lockDestination,
  removeDestination,
} from "#store/outbox/destinations.ts";

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
  t.last_attempt_at as "lastAttemptAt", t.last_attempt_passed as "lastAttemptPassed", t.failing_since as "failingSince"`);
const tables = sql.raw(`
  webhook w join outbox_destination t on t.project_id = w.project_id and t.kind = 'webhook' and t.target_id = w.id`);

/** Returns a webhook's destination. */
export function webhookDestination(projectId: number, id: number): Destination {
  return { projectId, kind: "webhook", targetId: id };
}

/** Returns the origin of an address, because the rest may contain a secret. */
export function originOf(url: string): string {
  return new URL(url).origin;
}

/** @param problem A reason why it cannot send, in addition to the stored reason for disabling it. */
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
    select ${columns} from ${tables} where w.project_id = ${projectId} order by w.id
  `.execute(db);
  return rows;
}

export async function webhookById(db: Db, projectId: number, id: number): Promise<WebhookRow | null> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from ${tables} where w.project_id = ${projectId} and w.id = ${id}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns `full` if the project has `max` webhooks already, `no-project` if it is being deleted. */
export async function createWebhook(
  transaction: Db,
  options: Pick<WebhookRow, "url" | "events" | "secret" | "createdAt"> & { projectId: number; createdBy: number },
  max: number,
): Promise<WebhookRow | "full" | "no-project"> {
  const { projectId } = options;
  // Concurrent requests cannot exceed the maximum.
  if (!(await lockProject(transaction, projectId))) return "no-project";
  if ((await webhooksOf(transaction, projectId)).length >= max) return "full";
  const { rows } = await sql<{ id: number }>`
    insert into webhook (project_id, url, events, secret, created_by, created_at)
    values (${projectId}, ${options.url}, ${options.events}, ${options.secret}, ${options.createdBy}, ${options.createdAt})
    returning id
  `.execute(transaction);
  const { id } = rows[0] as { id: number };
  await createDestination(transaction, webhookDestination(projectId, id), originOf(options.url));
  return (await webhookById(transaction, projectId, id)) as WebhookRow;
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
  const before = await lockWebhook(transaction, projectId, id);
  if (before === null) return null;
  const next = {
    url: change.url ?? before.url,
    events: change.events ?? before.events,
    secret: change.secret ?? before.secret,
    enabled: change.enabled ?? before.enabled,
  };
  await sql`
    update webhook w
       set url = ${next.url}, events = ${next.events}, secret = ${next.secret}, enabled = ${next.enabled},
           disabled_reason = case when ${next.enabled} then null else disabled_reason end
     where w.project_id = ${projectId} and w.id = ${id}
  `.execute(transaction);
  const moved = next.url !== before.url;
  await changeDestination(transaction, webhookDestination(projectId, id), {
    name: originOf(next.url),
    state: next.enabled ? "open" : "disabled",
    forget: moved ? "history" : next.enabled && !before.enabled ? "failures" : undefined,
    ...(!next.enabled && { closed: "The webhook was disabled before this was delivered." }),
  });
  return { before, after: (await webhookById(transaction, projectId, id)) as WebhookRow };
}

async function lockWebhook(transaction: Db, projectId: number, id: number): Promise<WebhookRow | null> {
  await lockDestination(transaction, webhookDestination(projectId, id));
  await sql`
    select from webhook w where w.project_id = ${projectId} and w.id = ${id} for no key update
  `.execute(transaction);
  return webhookById(transaction, projectId, id);
}

/** Disables a webhook and stores the reason. Returns the user who added it. */
export async function switchOff(
  transaction: Db,
  { projectId, targetId }: Destination,
  reason: string,
): Promise<{ createdBy: number; url: string } | null> {
  const { rows } = await sql<{ createdBy: number; url: string }>`
    update webhook set enabled = false, disabled_reason = ${reason}
     where project_id = ${projectId} and id = ${targetId} and enabled
    returning created_by as "createdBy", url
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Returns the enabled webhooks that subscribe to one of the events, with those events. Reads one small index range. */
export async function subscribers(
  db: Db,
  projectId: number,
  events: readonly WebhookEvent[],
): Promise<{ id: number; events: readonly WebhookEvent[] }[]> {
  const { rows } = await sql<{ id: number; events: WebhookEvent[] }>`
    select w.id, w.events from webhook w
     where w.project_id = ${projectId} and w.enabled and w.events && ${events}::text[]
     order by w.id
  `.execute(db);
  return rows;
}

/**
 * Returns the deleted webhook and the number of its events that were still waiting; `null` if it does not exist. Those events stay in the list of
 * failed deliveries.
 */
export async function deleteWebhook(
  transaction: Db,
  projectId: number,
  id: number,
): Promise<{ row: WebhookRow; undelivered: number } | null> {
  const row = await lockWebhook(transaction, projectId, id);
  if (row === null) return null;
  await sql`delete from webhook where project_id = ${projectId} and id = ${id}`.execute(transaction);
  const reason = "The webhook was deleted before this was delivered.";
  return { row, undelivered: await removeDestination(transaction, webhookDestination(projectId, id), reason) };
}

/** Returns true if a webhook, or a connection to one, is enabled and its last attempt succeeded. */
export async function anyWebhookDelivers(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select 1 from ${tables} join project p on p.id = w.project_id
       where w.enabled and t.last_attempt_passed and p.status <> 'deleting'
      union all
      select 1 from binding b
        join outbox_destination t on t.project_id = b.project_id and t.kind = b.offer and t.target_id = b.id
        join project p on p.id = b.project_id
       where b.connector_type = 'webhooks' and b.enabled and t.last_attempt_passed and p.status <> 'deleting') as found
  `.execute(db);
  return rows[0]?.found ?? false;
}
