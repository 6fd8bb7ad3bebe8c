import {
  dismissFailedDeliveries,
  dismissFailedMails,
  listFailedDeliveries,
  listFailedMails,
  resendFailedDeliveries,
  resendFailedMails,
} from "@plumb/contract/integrations/outbox.ts";
import { paged } from "#api/webhooks/deliveries.ts";
import type { Context } from "#core/context.ts";
import type { Api } from "#http/api.ts";
import { sendingJob } from "#outbox/send.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { mailDestination } from "#store/outbox/destinations.ts";
import { countFailed, failedDeliveries, requeueFailed, settleFailed } from "#store/outbox/log.ts";

/** Routes for the failed deliveries of a project, and of emails to people. */
export function failedDeliveryRoutes(api: Api<"bus" | "db">): void {
  api.route(listFailedDeliveries, ({ context, projectId, query }) => failedPage(context, projectId, query));

  api.route(resendFailedDeliveries, ({ context, projectId, now }) => resendFailed(context, projectId, now));

  api.route(dismissFailedDeliveries, async ({ context, projectId, now }) => ({
    data: { dismissed: await settleFailed(context.db, { projectId, now }) },
  }));

  const { projectId } = mailDestination;
  api.route(listFailedMails, ({ context, query }) => failedPage(context, projectId, query));

  api.route(resendFailedMails, ({ context, now }) => resendFailed(context, projectId, now));

  api.route(dismissFailedMails, async ({ context, now }) => ({
    data: { dismissed: await settleFailed(context.db, { projectId, now }) },
  }));
}

async function failedPage(
  { db }: Pick<Context, "db">,
  projectId: number,
  { cursor, limit }: { cursor?: number | undefined; limit: number },
) {
  const found = await failedDeliveries(db, projectId, { before: cursor, limit: limit + 1 });
  return { ...paged(found, limit), ...(await countFailed(db, projectId)) };
}

async function resendFailed({ db, bus }: Pick<Context, "bus" | "db">, projectId: number, now: Date) {
  const queued = await db.transaction().execute(async (transaction) => {
    const found = await requeueFailed(transaction, { projectId, now });
    for (const destination of new Map(found.map((one) => [`${one.kind} ${one.targetId}`, one])).values())
      await enqueue(transaction, sendingJob(destination, { now, dueAt: now }));
    return found.length;
  });
  bus.publish({ about: "jobs" });
  return { data: { queued } };
}
