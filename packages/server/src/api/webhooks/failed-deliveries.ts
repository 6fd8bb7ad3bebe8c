import {
  dismissFailedDeliveries,
  dismissFailedMails,
  listFailedDeliveries,
  listFailedMails,
  resendFailedDeliveries,
  resendFailedMails,
} from "@plumb/contract/integrations/outbox.ts";
import { paged } from "./deliveries.ts";
import type { Context } from "#core/context.ts";
import { actorOf } from "#http/actor.ts";
import type { Api } from "#http/api.ts";
import { scheduleSending } from "#outbox/queue.ts";
import { type AuditEntry, recordAudit } from "#store/administration/audit.ts";
import { mailDestination } from "#store/outbox/destinations.ts";
import { countFailed, failedDeliveries, requeueFailed, settleFailed } from "#store/outbox/log.ts";

/** Routes for the failed deliveries of a project, and of emails to users. */
export function failedDeliveryRoutes(api: Api<"bus" | "db">): void {
  api.route(listFailedDeliveries, ({ context, projectId, query }) => failedPage(context, projectId, query));

  api.route(resendFailedDeliveries, (call) => resendFailed(call, call.projectId));

  api.route(dismissFailedDeliveries, (call) => dismissFailed(call, call.projectId));

  const { projectId } = mailDestination;
  api.route(listFailedMails, ({ context, query }) => failedPage(context, projectId, query));

  api.route(resendFailedMails, (call) => resendFailed(call, projectId));

  api.route(dismissFailedMails, (call) => dismissFailed(call, projectId));
}

async function failedPage(
  { db }: Pick<Context, "db">,
  projectId: number,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
) {
  const found = await failedDeliveries(db, projectId, { before: cursor, limit: limit + 1 });
  return { ...paged(found, limit), ...(await countFailed(db, projectId)) };
}

type ListCall = Parameters<typeof actorOf>[0] & { readonly context: Pick<Context, "bus" | "db"> };

async function resendFailed(call: ListCall, projectId: number) {
  const { context, now } = call;
  const queued = await context.db.transaction().execute(async (transaction) => {
    const found = await requeueFailed(transaction, { projectId, now });
    for (const destination of new Map(found.map((one) => [`${one.kind} ${one.targetId}`, one])).values())
      await scheduleSending(transaction, destination, now);
    await recordAudit(transaction, actorOf(call), ofAll("deliveries.resent", projectId, found.length));
    return found.length;
  });
  context.bus.publish({ about: "jobs" });
  return { data: { queued } };
}

async function dismissFailed(call: ListCall, projectId: number) {
  const { context, now } = call;
  const dismissed = await context.db.transaction().execute(async (transaction) => {
    const count = await settleFailed(transaction, { projectId, now });
    await recordAudit(transaction, actorOf(call), ofAll("deliveries.dismissed", projectId, count));
    return count;
  });
  return { data: { dismissed } };
}

/** Returns an audit event for all failed deliveries of a project, or of emails to users. */
function ofAll(action: "deliveries.dismissed" | "deliveries.resent", projectId: number, count: number): AuditEntry {
  const isMail = projectId === mailDestination.projectId;
  const targetName = isMail ? "Failed emails" : "Failed deliveries";
  return { action, projectId: isMail ? null : projectId, targetType: "delivery", targetName, detail: { count } };
}
