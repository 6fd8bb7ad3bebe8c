import type { Context } from "#core/context.ts";
import { claimDue, nextDeliveryAt } from "#store/integrations/webhook-deliveries.ts";
import { claimedUntil, send } from "#webhooks/send.ts";

/** Maximum number of consecutive deliveries, so that other webhooks do not wait. */
const maxConsecutiveFailures = 20;

/** Sends due deliveries of a webhook, one after the other. Returns when the next is due; `null` if none is waiting. */
export async function deliverWebhook(
  context: Pick<Context, "bus" | "clock" | "db" | "log" | "outgoing" | "secretBox">,
  webhook: { projectId: number; webhookId: number },
  signal: AbortSignal,
): Promise<Date | null> {
  for (let sent = 0; sent < maxConsecutiveFailures && !signal.aborted; sent++) {
    const now = context.clock();
    const attempt = await claimDue(context.db, { ...webhook, now, until: claimedUntil(now) });
    if (attempt === null) break;
    await send(context, attempt);
  }
  return nextDeliveryAt(context.db, webhook.projectId, webhook.webhookId);
}
