import { NetworkError, RefusedError } from "#call-error.ts";

export interface Backoff {
  /** How often the task may run in all. */
  readonly attempts: number;
  /** Upper bound of the first wait, in milliseconds; it doubles from attempt to attempt. */
  readonly baseMs: number;
  /** No wait that we choose ourselves is longer. */
  readonly capMs: number;
  /** Longer waits are not accepted. */
  readonly patienceMs: number;
}

export const defaultBackoff: Backoff = { attempts: 5, baseMs: 500, capMs: 30_000, patienceMs: 120_000 };

/**
 * How long to wait after a failed attempt, in milliseconds: between half and all of an exponentially growing bound, so
 * that many clients that failed together do not come back together.
 *
 * @param attempt 1 after the first attempt.
 * @param random From 0 (inclusive) to 1 (exclusive).
 * @param retryAfterMs What the server asked for. We never come back earlier, and spread over half as much again.
 */
export function delayMs(backoff: Backoff, attempt: number, random: number, retryAfterMs: number | null = null): number {
  const bound = Math.min(backoff.capMs, backoff.baseMs * 2 ** (attempt - 1));
  const own = bound / 2 + (bound / 2) * random;
  const asked = retryAfterMs === null ? 0 : retryAfterMs + (Math.min(retryAfterMs, bound) / 2) * random;
  return Math.round(Math.max(own, asked));
}

/** Whether the same call may succeed later: no answer, too many calls, server or database away, upload under way elsewhere. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof RefusedError)) return false;
  return error.status >= 500 || error.status === 429 || error.status === 408 || error.code === "upload_in_progress";
}

/** A name that no server has is mostly mistyped; a name service that is away for a moment is asked again. */
const attemptsForUnknownHost = 3;

function isUnknownHost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === "ENOTFOUND") return true;
  return false;
}

export interface RetrySetup extends Backoff {
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
  /** Asked before each wait; false gives up instead. */
  readonly mayWait?: (delayMs: number) => boolean;
  /** Told before each wait. `attempts`: how many there will be at most. */
  readonly onRetry?: (event: { error: unknown; attempt: number; attempts: number; delayMs: number }) => void;
}

/**
 * Runs a task until it succeeds, fails in a way that waiting does not cure, or has run `attempts` times; then its last
 * error is thrown. The task must be safe to repeat.
 *
 * @param task Gets the number of the attempt, from 1.
 */
export async function retry<T>(setup: RetrySetup, task: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task(attempt);
    } catch (error) {
      const asked = error instanceof RefusedError ? error.retryAfterMs : null;
      const attempts = isUnknownHost(error) ? Math.min(setup.attempts, attemptsForUnknownHost) : setup.attempts;
      if (attempt >= attempts || !isTransient(error) || (asked ?? 0) > setup.patienceMs) throw error;
      const wait = delayMs(setup, attempt, setup.random(), asked);
      if (setup.mayWait?.(wait) === false) throw error;
      setup.onRetry?.({ error, attempt, attempts, delayMs: wait });
      await setup.sleep(wait);
    }
  }
}
