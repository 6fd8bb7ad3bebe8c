import { scheduleNext } from "#outbox/queue.ts";
import type { Db } from "#store/db.ts";
import { bindingDestination, bindingsOfConnector } from "#store/integrations/bindings.ts";
import { mailDestination, reopenDestination } from "#store/outbox/destinations.ts";
import { endPause } from "#store/outbox/queue.ts";

/** Schedules the waiting deliveries of all bindings that use a connector, because its settings have changed. */
export async function queueWaitingOf(transaction: Db, connectorId: number, now: Date): Promise<void> {
  for (const binding of await bindingsOfConnector(transaction, connectorId)) {
    const destination = bindingDestination(binding);
    await endPause(transaction, destination);
    await scheduleNext(transaction, destination, now);
  }
}

/** Starts mails to users again, because the settings of the email connector have changed. */
export async function restartMails(transaction: Db, now: Date): Promise<void> {
  await reopenDestination(transaction, mailDestination);
  await scheduleNext(transaction, mailDestination, now);
}
