import { sendingJob } from "#outbox/send.ts";
import type { Db } from "#store/db.ts";
import { bindingDestination, bindingsOfConnector } from "#store/integrations/bindings.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { type Destination, mailDestination, reopenDestination } from "#store/outbox/destinations.ts";
import { endPause, nextDeliveryAt } from "#store/outbox/queue.ts";

/** Schedules the waiting deliveries of all bindings that use a connector, because its settings have changed. */
export async function queueWaitingOf(transaction: Db, connectorId: number, now: Date): Promise<void> {
  for (const binding of await bindingsOfConnector(transaction, connectorId)) {
    const destination = bindingDestination(binding);
    await endPause(transaction, destination);
    await queueWaiting(transaction, destination, now);
  }
}

/** Starts mails to people again, because the settings of the email connector have changed. */
export async function restartMails(transaction: Db, now: Date): Promise<void> {
  await reopenDestination(transaction, mailDestination);
  await queueWaiting(transaction, mailDestination, now);
}

/** Schedules the waiting deliveries of a destination. */
export async function queueWaiting(transaction: Db, destination: Destination, now: Date): Promise<void> {
  const dueAt = await nextDeliveryAt(transaction, destination, now);
  if (dueAt !== null) await enqueue(transaction, sendingJob(destination, { now, dueAt }));
}
