import { type DeliveryAttempt, maxHistory } from "@plumb/contract/integrations/webhooks.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { ofDestination, slowMs } from "./destinations.ts";
import type { ClaimedDelivery } from "./queue.ts";

const maxErrorInHistory = 300;

/** Rejected deliveries without a success in between, after which the destination counts as failing. */
const minRejections = 3;

/** Result of an attempt. */
export interface AttemptOutcome {
  readonly at: Date;
  readonly durationMs: number;
  readonly request: string | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  /** `null` if it was delivered. */
  readonly error: string | null;
  /** Stored as the message of a delivery that succeeded in part. */
  readonly warning?: string | null;
  /** `null` if the delivery is not tried again. */
  readonly nextAttemptAt: Date | null;
  readonly outOfOrder: boolean;
  /** Until when to pause the destination. */
  readonly pausedUntil: Date | null;
  /** False for tests: their failures do not count. */
  readonly counts: boolean;
}

/** Records the outcome of an attempt, unless another server has claimed the delivery since. A success ends the pause of the destination. */
export async function recordOutcome(transaction: Db, claimed: ClaimedDelivery, outcome: AttemptOutcome): Promise<void> {
  const { at, nextAttemptAt } = outcome;
  const passed = outcome.error === null;
  const message = outcome.error ?? outcome.warning ?? null;
  const { durationMs, responseStatus } = outcome;
  const isRejection = outcome.outOfOrder && claimed.attempts === 1;
  const attempt: DeliveryAttempt = {
    at: at.toISOString(),
    durationMs,
    responseStatus,
    error: message === null ? null : cut(message, maxErrorInHistory),
  };
  // Updates the destination first, in the same lock order as all other writers.
  await sql`
    update outbox_destination t
       set slow_at = case when ${durationMs} > ${slowMs}::integer then ${at} else slow_at end,
           last_attempt_at = ${at}, last_attempt_passed = ${passed},
           last_success_at = case when ${passed} then ${at} else last_success_at end,
           failing_since = case when ${passed} then null else coalesce(failing_since, ${at}) end,
           failures = case when ${passed} then 0 when ${outcome.counts} then failures + 1 else failures end,
           rejections = case when ${passed} then 0 else rejections + ${isRejection ? 1 : 0}::integer end,
           problem = case when ${passed} then null
                          when ${outcome.counts} and (not ${outcome.outOfOrder} or rejections + ${isRejection ? 1 : 0}::integer >= ${minRejections}) then ${outcome.error}
                          else problem end,
           working_since = case when ${passed} and (problem is not null or working_since is null) then ${at} else working_since end,
           paused_until = case when ${passed} then null else coalesce(${outcome.pausedUntil}::timestamptz, paused_until) end
     where ${ofDestination(claimed, "t")}
  `.execute(transaction);
  // Deliveries that failed because the destination was closed stay failed.
  await sql`
    update outbox_delivery
       set status = case when ${passed} then 'delivered' when status = 'failed' or ${nextAttemptAt}::timestamptz is null then 'failed' else 'pending' end,
           next_attempt_at = case when status = 'failed' then null else ${nextAttemptAt}::timestamptz end,
           out_of_order = out_of_order or ${outcome.outOfOrder},
           history = (select jsonb_agg(a order by place)
                        from (select a, place from jsonb_array_elements(history || ${JSON.stringify(attempt)}::jsonb) with ordinality as each (a, place)
                               order by place desc limit ${maxHistory}) last),
           last_attempt_at = ${at}, duration_ms = ${outcome.durationMs},
           request = ${outcome.request}, response_status = ${outcome.responseStatus}, response_body = ${outcome.responseBody}, error = ${message}
     where project_id = ${claimed.projectId} and id = ${claimed.id} and attempts = ${claimed.attempts} and status <> 'delivered'
  `.execute(transaction);
}
