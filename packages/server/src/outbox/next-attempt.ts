import type { AttemptProblem } from "./attempt.ts";
import { maxPauseMs } from "#store/outbox/queue.ts";

const secondMs = 1000;

/** Pauses of a destination grow by half with each failed attempt, up to an hour. */
const firstPauseMs = 100;
const longestPauseMs = 3600 * secondMs;
/** Pauses of a rejected delivery: six attempts in about an hour. */
const deliveryPausesMs = [30, 120, 300, 900, 2400].map((seconds) => seconds * secondMs);
/** A delivery with six attempts is retried for at least this time. The pauses vary, so this is less than their sum. */
const minRetryMs = 2700 * secondMs;

interface FailedAttempt {
  readonly problem: AttemptProblem;
  readonly at: Date;
  /** Includes this attempt. */
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  /** Failed attempts of the destination before this one, since its last success. */
  readonly failures: number;
  readonly lastSuccessAt: Date | null;
}

export interface NextAttempt {
  /** `null` if the delivery has failed. */
  readonly nextAttemptAt: Date | null;
  /** Whether newer deliveries may be sent before this one. */
  readonly outOfOrder: boolean;
  readonly pausedUntil: Date | null;
}

/**
 * Decides what happens after a failed attempt:
 *
 * - The destination failed: it is paused, longer each time, and its deliveries stay queued in order.
 * - The destination rejected this delivery permanently: the delivery fails.
 * - The destination rejected this delivery temporarily, or accepted another one while this one kept failing: only this one is delayed. It fails after
 * six attempts in about an hour.
 *
 * @param chance From 0 to 1; shortens pauses by up to a quarter, so that destinations that failed together are not retried together.
 */
export function nextAttempt(failed: FailedAttempt, chance: number): NextAttempt {
  const { problem, at, attempts, firstAttemptAt, failures, lastSuccessAt } = failed;
  if (problem.scope === "delivery" && problem.isFinal === true)
    return { nextAttemptAt: null, outOfOrder: true, pausedUntil: null };
  const requestedMs = Math.min(problem.retryAfterMs ?? 0, maxPauseMs.destination);
  const after = (pauseMs: number) =>
    new Date(at.getTime() + Math.max(requestedMs, Math.round(pauseMs * (1 - chance / 4))));
  const othersPassed = lastSuccessAt !== null && lastSuccessAt > firstAttemptAt;
  if (problem.scope === "destination" && !othersPassed) {
    // The delivery is due again as soon as the pause ends.
    return {
      nextAttemptAt: at,
      outOfOrder: false,
      pausedUntil: after(Math.min(firstPauseMs * 1.5 ** failures, longestPauseMs)),
    };
  }
  const isLast = attempts > deliveryPausesMs.length && at.getTime() - firstAttemptAt.getTime() >= minRetryMs;
  const pause = after(deliveryPausesMs[Math.min(attempts, deliveryPausesMs.length) - 1] ?? 0);
  const longest = new Date(at.getTime() + maxPauseMs.delivery);
  return {
    nextAttemptAt: isLast ? null : pause < longest ? pause : longest,
    outOfOrder: true,
    pausedUntil: requestedMs > 0 ? after(0) : null,
  };
}
