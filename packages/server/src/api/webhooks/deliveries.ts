import { listBindingDeliveries, readBindingDelivery, redeliverBinding } from "@plumb/contract/integrations/bindings.ts";
import {
  listWebhookDeliveries,
  readWebhookDelivery,
  redeliverWebhook,
  testWebhook,
  type WebhookDelivery,
} from "@plumb/contract/integrations/webhooks.ts";
import { noWebhook, webhookAuditEntry } from "./webhooks.ts";
import { countOutgoing } from "#api/outgoing-limit.ts";
import { noBinding } from "#api/connectors/bindings.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import type { OutboxContext } from "#outbox/attempt.ts";
import { scheduleNext, scheduleSending } from "#outbox/queue.ts";
import { attempt, claimedUntil } from "#outbox/send.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import type { Db } from "#store/db.ts";
import { bindingById, bindingDestination } from "#store/integrations/bindings.ts";
import type { Destination } from "#store/outbox/destinations.ts";
import { projectById } from "#store/projects/projects.ts";
import { originOf, webhookById, webhookDestination } from "#store/integrations/webhooks.ts";
import { deliveriesOf, deliveryById, requeueFailed, sentBody, settleFailed } from "#store/outbox/log.ts";
import { type ClaimedDelivery, createClaimed } from "#store/outbox/queue.ts";
import { bodyText } from "#senders/webhooks/body.ts";
import { webhookHandler } from "#senders/webhooks/webhook-handler.ts";

export function webhookDeliveryRoutes(api: Api<keyof OutboxContext | "outgoingLimit">): void {
  api.route(listWebhookDeliveries, async ({ context, projectId, params, query }) => {
    const { webhookId } = params;
    if ((await webhookById(context.db, projectId, webhookId)) === null) throw noWebhook();
    return pageOf(context.db, webhookDestination(projectId, webhookId), query);
  });

  api.route(readWebhookDelivery, async ({ context, projectId, params }) => ({
    data: await deliveryOf(context.db, webhookDestination(projectId, params.webhookId), params.deliveryId),
  }));

  api.route(testWebhook, async (call) => {
    const { context, projectId, params, now } = call;
    const project = await projectById(context.db, projectId);
    if (project === null) throw noWebhook();
    countOutgoing(call, projectId, "test");
    const createdAt = now.toISOString();
    const body = bodyText({ event: "ping", createdAt, project: { id: project.id, name: project.name } });
    const destination = webhookDestination(projectId, params.webhookId);
    const until = claimedUntil(now);
    const claimed = await context.db.transaction().execute(async (transaction) => {
      const webhook = await webhookById(transaction, projectId, params.webhookId);
      const created = await createClaimed(transaction, destination, { event: "ping", runId: null, body, now, until });
      if (webhook === null || created === null) throw noWebhook();
      await recordAudit(transaction, actorOf(call), webhookAuditEntry("webhook.tested", projectId, webhook));
      await scheduleSending(transaction, destination, now, until);
      return created;
    });
    return { data: await sendNow(context, claimed) };
  });

  api.route(redeliverWebhook, async (call) => {
    const { context, projectId, params, now } = call;
    const { webhookId, deliveryId } = params;
    const destination = webhookDestination(projectId, webhookId);
    const webhook = await webhookById(context.db, projectId, webhookId);
    const sent = await sentBody(context.db, destination, deliveryId);
    if (webhook === null || sent === null) throw noDelivery();
    if (!webhook.enabled) throw new ApiError("conflict", "This webhook is disabled. Enable it first.");
    countOutgoing(call, projectId, "redelivery");
    const until = claimedUntil(now);
    const claimed = await context.db.transaction().execute(async (transaction) => {
      const created = await createClaimed(transaction, destination, { ...sent, now, until });
      if (created === null) throw noWebhook();
      await settleFailed(transaction, { projectId, id: deliveryId, now });
      await recordAudit(transaction, actorOf(call), resent(projectId, deliveryId, originOf(webhook.url)));
      await scheduleSending(transaction, destination, now, until);
      return created;
    });
    return { data: await sendNow(context, claimed) };
  });
}

/** Routes for the deliveries of bindings. */
export function bindingDeliveryRoutes(api: Api<"bus" | "db">): void {
  api.route(listBindingDeliveries, async ({ context, projectId, params, query }) => {
    const binding = await bindingById(context.db, projectId, params.bindingId);
    if (binding === null) throw noBinding();
    return pageOf(context.db, bindingDestination(binding), query);
  });

  api.route(readBindingDelivery, async ({ context, projectId, params }) => {
    const binding = await bindingById(context.db, projectId, params.bindingId);
    if (binding === null) throw noBinding();
    return { data: await deliveryOf(context.db, bindingDestination(binding), params.deliveryId) };
  });

  api.route(redeliverBinding, async (call) => {
    const { context, projectId, params, now } = call;
    const binding = await bindingById(context.db, projectId, params.bindingId);
    if (binding === null) throw noBinding();
    if (!binding.enabled) throw new ApiError("conflict", "This connection is disabled. Enable it first.");
    const destination = bindingDestination(binding);
    const { id } = await deliveryOf(context.db, destination, params.deliveryId);
    await context.db.transaction().execute(async (transaction) => {
      // A delivery that arrived is not sent twice, because it would create another ticket or message.
      if ((await requeueFailed(transaction, { projectId, id, now })).length === 0)
        throw new ApiError("conflict", "Only failed deliveries that were not dismissed can be sent again.");
      await scheduleSending(transaction, destination, now);
      await recordAudit(transaction, actorOf(call), resent(projectId, id, binding.name));
    });
    context.bus.publish({ about: "jobs" });
    return { data: await deliveryOf(context.db, destination, id) };
  });
}

/** @param targetName Name of the destination. */
function resent(projectId: number, id: number, targetName: string): AuditEntry {
  return {
    action: "deliveries.resent",
    projectId,
    targetType: "delivery",
    targetId: id,
    targetName,
    detail: { count: 1 },
  };
}

async function pageOf(
  db: Db,
  destination: Destination,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
) {
  return paged(await deliveriesOf(db, destination, { before: cursor, limit: limit + 1 }), limit);
}

async function deliveryOf(db: Db, destination: Destination, id: number) {
  const sent = await sentBody(db, destination, id);
  const delivery = await deliveryById(db, destination.projectId, id);
  if (sent === null || delivery === null) throw noDelivery();
  return { ...delivery, body: sent.body };
}

function noDelivery(): ApiError {
  return new ApiError("not_found", "This delivery does not exist here.");
}

export function paged<Delivery extends WebhookDelivery>(found: Delivery[], limit: number) {
  const data = found.slice(0, limit);
  return { data, nextCursor: found.length > data.length ? (data.at(-1)?.id ?? null) : null };
}

/** Sends a claimed delivery. If it succeeds, the pause of its destination has ended, so that waiting deliveries are sent too. */
async function sendNow(context: OutboxContext, claimed: ClaimedDelivery): Promise<WebhookDelivery> {
  await attempt(context, webhookHandler, claimed);
  const delivery = await deliveryById(context.db, claimed.projectId, claimed.id);
  if (delivery === null) throw new ApiError("not_found", "The webhook has been deleted.");
  await scheduleNext(context.db, claimed, context.clock());
  return delivery;
}
