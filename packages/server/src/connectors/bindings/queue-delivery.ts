import type { DeliveryEvent } from "@plumb/contract/integrations/webhooks.ts";
import { queueDeliveries } from "#outbox/queue.ts";
import type { Db } from "#store/db.ts";
import { bindingDestination, type BindingRow } from "#store/integrations/bindings.ts";

/** Queues a delivery to a binding, once per key. Returns false if the binding is disabled, or if the key was queued before. */
export async function queueForBinding(
  transaction: Db,
  binding: Pick<BindingRow, "id" | "offer" | "projectId">,
  { content, ...delivery }: { event: DeliveryEvent; key: string; runId: number | null; content: object; now: Date },
): Promise<boolean> {
  const { projectId, kind, targetId } = bindingDestination(binding);
  return queueDeliveries(transaction, {
    ...delivery,
    projectId,
    kind,
    targetIds: [targetId],
    body: JSON.stringify(content),
  });
}
