import {
  listWebhookDeliveries,
  redeliverWebhook,
  testWebhook,
  type WebhookDelivery,
} from "@plumb/contract/integrations/webhooks.ts";
import { noWebhook, webhookAuditEntry } from "#api/webhooks/webhooks.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { recordAudit } from "#store/administration/audit.ts";
import { projectById } from "#store/projects/projects.ts";
import {
  type Attempt,
  createClaimed,
  deliveriesOf,
  deliveryById,
  sentBody,
} from "#store/integrations/webhook-deliveries.ts";
import { webhookById } from "#store/integrations/webhooks.ts";
import { bodyText } from "#webhooks/body.ts";
import { deliveryJob } from "#webhooks/queue-run-events.ts";
import { claimedUntil, send } from "#webhooks/send.ts";

export function webhookDeliveryRoutes(api: Api<"bus" | "clock" | "db" | "log" | "outgoing" | "secretBox">): void {
  api.route(listWebhookDeliveries, async ({ context, projectId, params, query }) => {
    const { webhookId } = params;
    if ((await webhookById(context.db, projectId, webhookId)) === null) throw noWebhook();
    const page = { projectId, webhookId, before: query.cursor, limit: query.limit + 1 };
    const found = await deliveriesOf(context.db, page);
    const data = found.slice(0, query.limit);
    return { data, nextCursor: found.length > data.length ? (data.at(-1)?.id ?? null) : null };
  });

  api.route(testWebhook, async (call) => {
    const { context, projectId, params, now } = call;
    const project = await projectById(context.db, projectId);
    if (project === null) throw noWebhook();
    const createdAt = now.toISOString();
    const body = bodyText({ event: "ping", createdAt, project: { id: project.id, name: project.name } });
    const place = { projectId, webhookId: params.webhookId, now, until: claimedUntil(now) };
    const attempt = await context.db.transaction().execute(async (transaction) => {
      const created = await createClaimed(transaction, { ...place, event: "ping", runId: null, body });
      if (created === null) throw noWebhook();
      const { webhookId: id, url } = created;
      await recordAudit(transaction, actorOf(call), webhookAuditEntry("webhook.tested", projectId, { id, url }));
      await enqueue(transaction, deliveryJob({ projectId, webhookId: id, now, dueAt: place.until }));
      return created;
    });
    return { data: await sendNow(context, attempt) };
  });

  api.route(redeliverWebhook, async ({ context, projectId, params, now }) => {
    const { webhookId, deliveryId } = params;
    const webhook = await webhookById(context.db, projectId, webhookId);
    const sent = await sentBody(context.db, { projectId, webhookId, id: deliveryId });
    if (webhook === null || sent === null)
      throw new ApiError("not_found", "This delivery does not exist for this webhook.");
    if (!webhook.enabled) throw new ApiError("conflict", "This webhook is disabled. Enable it first.");
    const until = claimedUntil(now);
    const attempt = await context.db.transaction().execute(async (transaction) => {
      const created = await createClaimed(transaction, { projectId, webhookId, ...sent, now, until });
      if (created === null) throw noWebhook();
      await enqueue(transaction, deliveryJob({ projectId, webhookId, now, dueAt: until }));
      return created;
    });
    return { data: await sendNow(context, attempt) };
  });
}

async function sendNow(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "secretBox">,
  attempt: Attempt,
): Promise<WebhookDelivery> {
  await send(context, attempt);
  const delivery = await deliveryById(context.db, attempt.projectId, attempt.id);
  if (delivery === null) throw new ApiError("not_found", "The webhook has been deleted.");
  if (delivery.nextAttemptAt !== null) {
    const { projectId, webhookId } = attempt;
    const dueAt = new Date(delivery.nextAttemptAt);
    await enqueue(context.db, deliveryJob({ projectId, webhookId, now: context.clock(), dueAt }));
  }
  return delivery;
}
