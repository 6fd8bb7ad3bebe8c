import { randomBytes } from "node:crypto";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  maxWebhooks,
  updateWebhook,
  type Webhook,
} from "@plumb/contract/integrations/webhooks.ts";
import type { Context } from "#core/context.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { sealProblem } from "#core/secret-box.ts";
import { scheduleNext } from "#outbox/queue.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import * as store from "#store/integrations/webhooks.ts";
import { secretPurpose } from "#senders/webhooks/webhook-handler.ts";

export function webhookRoutes(api: Api<"db" | "outgoing" | "secretBox">): void {
  api.route(listWebhooks, async ({ context, projectId }) => {
    const rows = await store.webhooksOf(context.db, projectId);
    return { data: rows.map((row) => present(row, projectId, context)) };
  });

  api.route(createWebhook, async (call) => {
    const { context, projectId, body, now } = call;
    const { url, events } = body;
    const made = body.secret === undefined ? randomBytes(32).toString("base64url") : null;
    const secret = context.secretBox.seal(body.secret ?? made ?? "", secretPurpose(projectId));
    const actor = actorOf(call);
    const input = { projectId, url, events, secret, createdBy: actor.id ?? 0, createdAt: now };
    return context.db.transaction().execute(async (transaction) => {
      const row = await store.createWebhook(transaction, input, maxWebhooks);
      if (row === "no-project") throw new ApiError("not_found", "This project is being deleted.");
      if (row === "full")
        throw new ApiError("conflict", `A project can have at most ${maxWebhooks} webhooks. Delete one first.`);
      await recordAudit(transaction, actor, webhookAuditEntry("webhook.created", projectId, row, { events }));
      return { data: { webhook: present(row, projectId, context), secret: made } };
    });
  });

  api.route(updateWebhook, async (call) => {
    const { context, projectId, params, body, now } = call;
    const { secret, ...rest } = body;
    const change = {
      ...rest,
      ...(secret !== undefined && { secret: context.secretBox.seal(secret, secretPurpose(projectId)) }),
    };
    return context.db.transaction().execute(async (transaction) => {
      const changed = await store.updateWebhook(transaction, { projectId, id: params.webhookId }, change);
      if (changed === null) throw noWebhook();
      const { before, after } = changed;
      const detail = {
        ...(after.url !== before.url && { url: [store.originOf(before.url), store.originOf(after.url)] }),
        ...(String(after.events) !== String(before.events) && { events: after.events }),
        ...(after.enabled !== before.enabled && { enabled: after.enabled }),
        ...(secret !== undefined && { secret: "replaced" }),
      };
      if (Object.keys(detail).length > 0)
        await recordAudit(transaction, actorOf(call), webhookAuditEntry("webhook.changed", projectId, after, detail));
      await scheduleNext(transaction, store.webhookDestination(projectId, after.id), now);
      return { data: present(after, projectId, context) };
    });
  });

  api.route(deleteWebhook, async (call) => {
    const { context, projectId, params } = call;
    return context.db.transaction().execute(async (transaction) => {
      const deleted = await store.deleteWebhook(transaction, projectId, params.webhookId);
      if (deleted === null) throw noWebhook();
      const { row, undelivered } = deleted;
      const detail = undelivered > 0 ? { undelivered } : {};
      await recordAudit(transaction, actorOf(call), webhookAuditEntry("webhook.deleted", projectId, row, detail));
      return { data: null };
    });
  });
}

export function noWebhook(): ApiError {
  return new ApiError("not_found", "This webhook does not exist in this project.");
}

/** Returns an audit event for a webhook. */
export function webhookAuditEntry(
  action: AuditEntry["action"],
  projectId: number,
  { id, url }: Pick<store.WebhookRow, "id" | "url">,
  detail: AuditEntry["detail"] = {},
): AuditEntry {
  return { action, projectId, targetType: "webhook", targetId: id, targetName: store.originOf(url), detail };
}

function present(
  row: store.WebhookRow,
  projectId: number,
  { outgoing, secretBox }: Pick<Context, "outgoing" | "secretBox">,
): Webhook {
  return store.presentWebhook(
    row,
    sealProblem(() => secretBox.open(row.secret, secretPurpose(projectId))) ?? outgoing.refusal(row.url),
  );
}
