import type { DeliveryEvent } from "@plumb/contract/integrations/webhooks.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { type Destination, isSlow, ofDestination } from "./destinations.ts";
import { currentScope } from "#tracing/scope.ts";
import { traceHeaders } from "#tracing/spans.ts";

/** Longest pauses. A later time was stored while the clock was ahead, so it counts as due. */
export const maxPauseMs = { destination: 2 * 3_600_000, delivery: 3_600_000 } as const;

/** Claims of a delivery that were lost, because the server died each time, after which newer deliveries are sent before it. */
const maxLostClaims = 3;

/** Claims of a delivery whose outcome was never stored. */
const lostClaims = sql.raw("greatest(0, d.attempts - jsonb_array_length(d.history))");

/** Number of failed attempts, in about two minutes, after which the next delivery is tried once: maybe only the oldest one fails. */
const probeEvery = 14;

/** A claimed delivery, and the state of its destination before this attempt. */
export interface ClaimedDelivery extends Destination {
  readonly id: number;
  readonly event: DeliveryEvent;
  readonly body: string;
  /** Random text that stays the same when the delivery is sent again. */
  readonly mark: string;
  /** Includes the current attempt. */
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  readonly failures: number;
  readonly lastSuccessAt: Date | null;
  /** Request whose event this is; `null` if no request caused it. */
  readonly requestId: string | null;
  /** Span of that request, as in the header `traceparent`. */
  readonly traceParent: string | null;
}

const claimedColumns = sql.raw(`
  d.project_id as "projectId", d.kind, d.target_id as "targetId", d.id, d.event, d.body, d.mark, d.attempts,
  d.first_attempt_at as "firstAttemptAt", t.failures, t.last_success_at as "lastSuccessAt",
  d.request_id as "requestId", d.trace_parent as "traceParent"`);

/** An event for several destinations. */
export interface NewDeliveries extends Omit<Destination, "targetId"> {
  readonly targetIds: readonly number[];
  readonly event: DeliveryEvent;
  /** Each destination receives a key once. */
  readonly key: string;
  readonly runId: number | null;
  readonly body: string;
  readonly now: Date;
}

/**
 * Inserts an event for open destinations, once per key. Returns those with a new delivery. Locks the destinations first, so that the ids of a
 * destination are assigned in the order in which transactions commit.
 */
export async function insertDeliveries(
  transaction: Db,
  { projectId, kind, targetIds, event, key, runId, body, now }: NewDeliveries,
): Promise<number[]> {
  const { rows: open } = await sql<{ targetId: number }>`
    select target_id as "targetId" from outbox_destination
     where project_id = ${projectId} and kind = ${kind} and target_id = any(${targetIds}::bigint[]) and state = 'open'
     order by target_id
       for no key update
  `.execute(transaction);
  const { rows } = await sql<{ targetId: number }>`
    insert into outbox_delivery (project_id, kind, target_id, event, key, run_id, body, status, created_at, next_attempt_at, request_id, trace_parent)
    select ${projectId}, ${kind}, target_id, ${event}, ${key}, ${runId}::bigint, ${body}, 'pending', ${now}, ${now},
           ${currentScope().requestId}::text, ${traceHeaders().traceparent ?? null}::text
      from unnest(${open.map(({ targetId }) => targetId)}::bigint[]) as open (target_id)
    on conflict do nothing
    returning target_id as "targetId"
  `.execute(transaction);
  return rows.map(({ targetId }) => targetId);
}

function isDue(time: string, now: Date, longestMs: number) {
  const at = sql.ref(time);
  return sql`(${at} is null or ${at} <= ${now} or ${at} > ${new Date(now.getTime() + longestMs)})`;
}

/**
 * Claims the next due delivery of a destination until `until`. After that, it counts as lost and can be claimed again. A claim lasts twice as long after
 * each one that was lost, because the delivery may have ended the process. Returns `null` if none is due, if
 * the destination is paused, if it is slow and `onlyQuick` is true, or if another server claims one. The oldest delivery comes first, even if newer ones are due before it.
 */
export async function claimNext(
  db: Db,
  destination: Destination,
  { now, until, onlyQuick = false }: { now: Date; until: Date; onlyQuick?: boolean },
): Promise<ClaimedDelivery | null> {
  const waiting = sql`${ofDestination(destination, "d")} and d.status = 'pending'`;
  const { rows } = await sql<ClaimedDelivery>`
    with t as (
      select failures, last_success_at from outbox_destination t
       where ${ofDestination(destination, "t")} and state = 'open' and ${isDue("t.paused_until", now, maxPauseMs.destination)}
         and not (${onlyQuick} and ${isSlow(now)})
         for no key update skip locked
    ), oldest as (
      select id, next_attempt_at, row_number() over (order by id) as place, count(*) over () as waiting
        from (select d.id, d.next_attempt_at from outbox_delivery d
               where ${waiting} and not d.out_of_order order by d.id limit 2) two
    ), due as (
      select o.id from oldest o, t
       where o.place = case when o.waiting = 2 and t.failures % ${probeEvery}::integer = ${probeEvery - 1}::integer then 2 else 1 end
         and ${isDue("o.next_attempt_at", now, maxPauseMs.delivery)}
      union all
      select d.id from outbox_delivery d
       where ${waiting} and d.out_of_order and ${isDue("d.next_attempt_at", now, maxPauseMs.delivery)}
       order by id limit 1
    )
    update outbox_delivery d
       set attempts = d.attempts + 1, first_attempt_at = coalesce(d.first_attempt_at, ${now}),
           next_attempt_at = to_timestamp(${now.getTime() / 1000}::float8 + ${(until.getTime() - now.getTime()) / 1000}::float8 * power(2, least(5, ${lostClaims}))),
           out_of_order = d.out_of_order or ${lostClaims} >= ${maxLostClaims}
      from due, t
     where d.project_id = ${destination.projectId} and d.id = due.id and d.status = 'pending'
    returning ${claimedColumns}
  `.execute(db);
  return rows[0] ?? null;
}

/** Returns when the next delivery of a destination is due; `null` if none is waiting. */
export async function nextDeliveryAt(db: Db, destination: Destination, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ pausedUntil: Date | null; oldest: Date | null; alone: Date | null }>`
    select t.paused_until as "pausedUntil",
           (select d.next_attempt_at from outbox_delivery d
             where ${ofDestination(destination, "d")} and d.status = 'pending' and not d.out_of_order
             order by d.id limit 1) as oldest,
           (select min(d.next_attempt_at) from outbox_delivery d
             where ${ofDestination(destination, "d")} and d.status = 'pending' and d.out_of_order) as alone
      from outbox_destination t
     where ${ofDestination(destination, "t")} and t.state = 'open'
  `.execute(db);
  const [found] = rows;
  const times = [found?.oldest, found?.alone].filter((at) => at instanceof Date);
  if (found === undefined || times.length === 0) return null;
  const atMost = (at: Date, longestMs: number) =>
    at.getTime() > now.getTime() + longestMs ? now.getTime() : at.getTime();
  const next = Math.min(...times.map((at) => atMost(at, maxPauseMs.delivery)));
  const paused = found.pausedUntil === null ? 0 : atMost(found.pausedUntil, maxPauseMs.destination);
  return new Date(Math.max(next, paused));
}

/** Ends the pause of a destination, because its problem may be solved. */
export async function endPause(transaction: Db, destination: Destination): Promise<void> {
  await sql`
    update outbox_destination t set paused_until = null where ${ofDestination(destination, "t")} and paused_until is not null
  `.execute(transaction);
}

/** Creates a delivery that the caller sends immediately. It waits for no other delivery. Returns `null` if the destination was removed. */
export async function createClaimed(
  transaction: Db,
  destination: Destination,
  options: { event: DeliveryEvent; runId: number | null; body: string; now: Date; until: Date },
): Promise<ClaimedDelivery | null> {
  const { projectId, kind, targetId } = destination;
  const { event, runId, body, now, until } = options;
  const { rows } = await sql<ClaimedDelivery>`
    with t as (select * from outbox_destination t where ${ofDestination(destination, "t")} and state <> 'removed'),
    d as (
      insert into outbox_delivery (project_id, kind, target_id, event, run_id, body, status, attempts, created_at, first_attempt_at, next_attempt_at, out_of_order, request_id, trace_parent)
      select ${projectId}, ${kind}, ${targetId}, ${event}, ${runId}::bigint, ${body}, 'pending', 1, ${now}::timestamptz, ${now}::timestamptz, ${until}::timestamptz, true,
             ${currentScope().requestId}::text, ${traceHeaders().traceparent ?? null}::text
        from t
      returning *)
    select ${claimedColumns} from d join t on t.target_id = d.target_id
  `.execute(transaction);
  return rows[0] ?? null;
}
