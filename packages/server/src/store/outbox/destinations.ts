import type { DestinationKind, DestinationState } from "@plumb/contract/integrations/outbox.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Identifies a destination. */
export interface Destination {
  /** 0 for destinations of the server. */
  readonly projectId: number;
  readonly kind: DestinationKind;
  readonly targetId: number;
}

/** If an attempt takes longer, its destination counts as slow for a while. */
export const slowMs = 2000;
const slowForMs = 10 * 60_000;

/** Mails to users, through the server's email connector. */
export const mailDestination: Destination = { projectId: 0, kind: "mail", targetId: 1 };

/** Condition for the rows of a destination in `outbox_destination` or `outbox_delivery`. */
export function ofDestination({ projectId, kind, targetId }: Destination, alias: "d" | "t") {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`${column("project_id")} = ${projectId} and ${column("kind")} = ${kind} and ${column("target_id")} = ${targetId}`;
}

/** Condition for destinations with a recent slow attempt. */
export function isSlow(now: Date) {
  return sql`(t.slow_at is not null and t.slow_at > ${new Date(now.getTime() - slowForMs)}::timestamptz and t.slow_at <= ${now}::timestamptz)`;
}

/** Returns whether there was a recent slow attempt. */
export async function wasSlow(db: Db, destination: Destination, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from outbox_destination t where ${ofDestination(destination, "t")} and ${isSlow(now)}
  `.execute(db);
  return rows.length > 0;
}

/** Locks a destination until the transaction ends. Transactions lock it before its target and its deliveries, so that they cannot deadlock. */
export async function lockDestination(transaction: Db, destination: Destination): Promise<void> {
  await sql`
    select from outbox_destination t where ${ofDestination(destination, "t")} for no key update
  `.execute(transaction);
}

/** Creates the destination for mails to users when the first mail is queued. */
export async function createMailDestination(transaction: Db): Promise<void> {
  const { projectId, kind, targetId } = mailDestination;
  await sql`
    insert into outbox_destination (project_id, kind, target_id, name) values (${projectId}, ${kind}, ${targetId}, 'Emails to people')
    on conflict do nothing
  `.execute(transaction);
}

/** @param name Name for users, without secrets. */
export async function createDestination(transaction: Db, destination: Destination, name: string): Promise<void> {
  const { projectId, kind, targetId } = destination;
  await sql`
    insert into outbox_destination (project_id, kind, target_id, name) values (${projectId}, ${kind}, ${targetId}, ${name})
  `.execute(transaction);
}

/**
 * Changes whether a destination receives deliveries. Lifts a pause, because the change may have fixed its cause. If `closed` has a reason, waiting
 * deliveries fail with that reason. They stay in the list of failed deliveries.
 */
export async function changeDestination(
  transaction: Db,
  destination: Destination,
  change: { name: string; state: DestinationState; closed?: string; forget?: "history" | "failures" | undefined },
): Promise<void> {
  const { name, state, closed, forget } = change;
  await sql`
    update outbox_destination t
       set name = ${name}, state = ${state}, paused_until = null, failures = 0,
           failing_since = case when ${forget !== undefined} then null else failing_since end,
           problem = case when ${forget !== undefined} then null else problem end,
           rejections = case when ${forget !== undefined} then 0 else rejections end,
           last_attempt_at = case when ${forget === "history"} then null else last_attempt_at end,
           last_attempt_passed = case when ${forget === "history"} then null else last_attempt_passed end
     where ${ofDestination(destination, "t")}
  `.execute(transaction);
  if (closed !== undefined) await failWaiting(transaction, destination, closed);
}

/** Ends the pause of a destination, and enables it again if it was closed after days of failures. */
export async function reopenDestination(transaction: Db, destination: Destination): Promise<void> {
  await sql`
    update outbox_destination t
       set paused_until = null, failing_since = case when state = 'open' then failing_since end,
           problem = case when state = 'open' then problem end, rejections = case when state = 'open' then rejections else 0 end,
           failures = case when state = 'open' then failures else 0 end, state = 'open'
     where ${ofDestination(destination, "t")}
  `.execute(transaction);
}

/** Marks a destination as removed. Undelivered events stay in the list of failed deliveries, other deliveries are deleted. */
export async function removeDestination(transaction: Db, destination: Destination, reason: string): Promise<number> {
  await sql`
    update outbox_destination t set state = 'removed' where ${ofDestination(destination, "t")}
  `.execute(transaction);
  await sql`
    delete from outbox_delivery d
     where ${ofDestination(destination, "d")} and (d.status = 'delivered' or d.event = 'ping')
  `.execute(transaction);
  return failWaiting(transaction, destination, reason);
}

async function failWaiting(transaction: Db, destination: Destination, reason: string): Promise<number> {
  const { rows } = await sql`
    update outbox_delivery d
       set status = 'failed', next_attempt_at = null, error = coalesce(error || ' ', '') || ${reason}
     where ${ofDestination(destination, "d")} and status = 'pending'
    returning 1
  `.execute(transaction);
  return rows.length;
}

/** Disables a destination that has failed since `failingSince` with at least `failures` attempts, and fails its waiting deliveries. */
export async function closeFailing(
  transaction: Db,
  destination: Destination,
  { failingSince, failures, reason }: { failingSince: Date; failures: number; reason: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    update outbox_destination t set state = 'disabled'
     where ${ofDestination(destination, "t")} and state = 'open' and failing_since <= ${failingSince} and failures >= ${failures}
    returning 1 as found
  `.execute(transaction);
  if (rows.length > 0) await failWaiting(transaction, destination, reason);
  return rows.length > 0;
}
