import { dayMs } from "@plumb/contract/durations.ts";
import type { DestinationHandler, OutboxContext } from "./attempt.ts";
import { nextAttempt } from "./next-attempt.ts";
import { closeFailing, type Destination, slowMs } from "#store/outbox/destinations.ts";
import { recordOutcome } from "#store/outbox/outcome.ts";
import { type ClaimedDelivery, claimNext, nextDeliveryAt } from "#store/outbox/queue.ts";
import { currentScope, runInScope } from "#tracing/scope.ts";
import { inSpan } from "#tracing/spans.ts";

/** Time after which a claim counts as lost because its server has died. Handlers must end sooner. */
const lostAfterMs = 60_000;
/** Time limit for consecutive deliveries to a destination, so that other destinations do not have to wait. */
const turnMs = slowMs;
/** A destination is disabled after this time without a success. A minimum number of attempts protects it if the clock was changed. */
const closeAfter = { days: 3, failures: 12 } as const;

/** Returns when a claim that starts now is lost. */
export function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + lostAfterMs);
}

/** Sends due deliveries of a destination in order. Returns when the next is due; `null` if none is waiting. */
export async function sendDue(
  context: OutboxContext,
  handler: DestinationHandler,
  destination: Destination,
  { signal, onlyQuick }: { readonly signal: AbortSignal; readonly onlyQuick: boolean },
): Promise<Date | null> {
  const began = performance.now();
  while (performance.now() - began < turnMs && !signal.aborted) {
    const now = context.clock();
    const claimed = await claimNext(context.db, destination, { now, until: claimedUntil(now), onlyQuick });
    if (claimed === null) break;
    // This process was paused, and another one may have sent it.
    if (context.clock() >= claimedUntil(now)) continue;
    await attempt(context, handler, claimed);
  }
  return nextDeliveryAt(context.db, destination, context.clock());
}

/** Makes one attempt and stores its result and the time of the next attempt, for the request that caused the delivery. A test is not retried. */
export async function attempt(
  context: OutboxContext,
  handler: DestinationHandler,
  claimed: ClaimedDelivery,
): Promise<void> {
  const { requestId, traceParent, kind, event, attempts } = claimed;
  const attributes = {
    "plumb.delivery.id": claimed.id,
    "plumb.delivery.kind": kind,
    "plumb.delivery.event": event,
    "plumb.delivery.attempts": attempts,
    "plumb.project_id": claimed.projectId,
    ...(requestId !== null && { "plumb.request_id": requestId }),
  };
  await runInScope({ ...currentScope(), requestId }, () =>
    inSpan(`delivery ${kind}`, { kind: "producer", causedBy: traceParent, attributes }, () =>
      attemptDelivery(context, handler, claimed),
    ),
  );
}

async function attemptDelivery(
  context: OutboxContext,
  handler: DestinationHandler,
  claimed: ClaimedDelivery,
): Promise<void> {
  const began = performance.now();
  const isTest = claimed.event === "ping";
  const {
    request,
    responseStatus,
    responseBody,
    problem,
    warning = null,
    created,
  } = await handler.send(context, claimed, context.clock());
  const at = context.clock();
  currentScope().span?.describe({ "plumb.delivery.status": problem === null ? "delivered" : "failed" });
  const fields = { delivery: claimed.id, kind: claimed.kind, event: claimed.event, attempts: claimed.attempts };
  if (problem === null) context.log.debug(fields, "a delivery was sent");
  else context.log.info({ ...fields, problem: problem.message }, "an attempt to deliver failed");
  const next = problem !== null && !isTest && nextAttempt({ ...claimed, problem, at }, Math.random());
  const outcome = {
    at,
    durationMs: Math.round(performance.now() - began),
    request,
    responseStatus,
    responseBody,
    error: problem?.message ?? null,
    warning,
    counts: !isTest,
    ...(next === false ? { nextAttemptAt: null, outOfOrder: false, pausedUntil: null } : next),
  };
  const afterCommit = await context.db.transaction().execute(async (transaction) => {
    await recordOutcome(transaction, claimed, outcome);
    if (problem === null) await handler.onDelivered?.(transaction, claimed, created, at);
    if (problem === null || isTest) return null;
    const { days, failures } = closeAfter;
    const failingSince = new Date(at.getTime() - days * dayMs);
    const reason = `All deliveries failed for ${days} days, so this ${handler.kind} was disabled. Last error: ${problem.message}`;
    const closed = await closeFailing(transaction, claimed, { failingSince, failures, reason });
    return closed ? handler.onClosed(transaction, claimed, reason) : null;
  });
  await afterCommit?.(context);
}
