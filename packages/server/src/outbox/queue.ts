import { type Db } from "#store/db.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { Destination } from "#store/outbox/destinations.ts";
import { insertDeliveries, type NewDeliveries, nextDeliveryAt } from "#store/outbox/queue.ts";

/** Returns the job that sends the waiting deliveries of a destination. Each destination has a single job, which sends one delivery at a time. */
function sendingJob({ projectId, kind, targetId }: Destination, { now, dueAt }: { now: Date; dueAt: Date }) {
  const target = `${kind} ${targetId}`;
  const data = { kind, targetId };
  return {
    kind: "send-deliveries",
    projectId: projectId === 0 ? null : projectId,
    target,
    key: target,
    data,
    now,
    dueAt,
  } as const;
}

/** Queues an event for open destinations, once per key, and the jobs that send it. Returns true if it queued a delivery. */
export async function queueDeliveries(transaction: Db, event: NewDeliveries): Promise<boolean> {
  const { projectId, kind, now } = event;
  const targetIds = await insertDeliveries(transaction, event);
  for (const targetId of targetIds) await scheduleSending(transaction, { projectId, kind, targetId }, now);
  return targetIds.length > 0;
}

/** Queues the job that sends the deliveries of a destination. */
export async function scheduleSending(
  transaction: Db,
  destination: Destination,
  now: Date,
  dueAt: Date = now,
): Promise<void> {
  await enqueue(transaction, sendingJob(destination, { now, dueAt }));
}

/** Queues the same job for a destination that was slow. */
export async function scheduleSlowSending(transaction: Db, destination: Destination, now: Date): Promise<void> {
  await enqueue(transaction, { ...sendingJob(destination, { now, dueAt: now }), kind: "send-slow-deliveries" });
}

/** Queues that job for the time of the next delivery, if one is waiting. */
export async function scheduleNext(transaction: Db, destination: Destination, now: Date): Promise<void> {
  const dueAt = await nextDeliveryAt(transaction, destination, now);
  if (dueAt !== null) await scheduleSending(transaction, destination, now, dueAt);
}
