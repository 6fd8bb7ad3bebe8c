import type { DeliveryEvent } from "@plumb/contract/integrations/webhooks.ts";
import { sendingJob } from "#outbox/send.ts";
import type { Db } from "#store/db.ts";
import { bindingDestination, type BindingRow } from "#store/integrations/bindings.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { queueDeliveries } from "#store/outbox/queue.ts";

/** Queues a delivery to a binding, once per key. Returns false if the binding is disabled, or if the key was queued before. */
export async function queueForBinding(
  transaction: Db,
  binding: Pick<BindingRow, "id" | "offer" | "projectId">,
  given: { event: DeliveryEvent; key: string; runId: number | null; content: object; now: Date },
): Promise<boolean> {
  const destination = bindingDestination(binding);
  const { projectId, kind, targetId } = destination;
  const { event, key, runId, content, now } = given;
  const body = JSON.stringify(content);
  const queued = await queueDeliveries(transaction, {
    projectId,
    kind,
    targetIds: [targetId],
    event,
    key,
    runId,
    body,
    now,
  });
  if (queued.length > 0) await enqueue(transaction, sendingJob(destination, { now, dueAt: now }));
  return queued.length > 0;
}
