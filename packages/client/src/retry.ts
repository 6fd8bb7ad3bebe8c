import { NetworkError, RefusedError } from "./call-error.ts";

export interface Backoff {
  /** Maximum number of attempts, including the first one. */
  readonly attempts: number;
  /** Upper bound of the first wait in milliseconds. It doubles with each attempt. */
  readonly baseMs: number;
  /** Maximum wait in milliseconds, unless the server requests a longer one. */
  readonly capMs: number;
  /** The task fails if the server requests a longer wait than this. */
  readonly timeoutMs: number;
}

export const defaultBackoff: Backoff = { attempts: 5, baseMs: 500, capMs: 30_000, timeoutMs: 120_000 };

/**
 * Returns the wait after a failed attempt in milliseconds: between half and all of an exponentially growing bound, so
 * that many clients that failed at the same time do not retry at the same time.
 *
 * @param attempt 1 after the first attempt.
 * @param random From 0 (inclusive) to 1 (exclusive).
 * @param retryAfterMs Wait requested by the server. The result is never shorter and up to 50 % longer.
 */
export function delayMs(backoff: Backoff, attempt: number, random: number, retryAfterMs: number | null = null): number {
  const bound = Math.min(backoff.capMs, backoff.baseMs * 2 ** (attempt - 1));
  const backoffMs = bound / 2 + (bound / 2) * random;
  const requestedMs = retryAfterMs === null ? 0 : retryAfterMs + (Math.min(retryAfterMs, bound) / 2) * random;
  return Math.round(Math.max(backoffMs, requestedMs));
}

/** Returns true if the same call may succeed later: no response, too many requests, server or database unavailable, or another upload in progress. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof RefusedError)) return false;
  return error.status >= 500 || error.status === 429 || error.status === 408 || error.code === "upload_in_progress";
}

/** A host that cannot be resolved is usually mistyped, but name resolution can also fail temporarily. */
const attemptsForUnknownHost = 3;

function isUnknownHost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === "ENOTFOUND") return true;
  return false;
}

export interface RetrySetup extends Backoff {
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
  /** Called before each wait. If it returns false, the task fails. */
  readonly mayWait?: (delayMs: number) => boolean;
  /** Called before each wait. `attempts` is the maximum number of attempts. */
  readonly onRetry?: (event: { error: unknown; attempt: number; attempts: number; delayMs: number }) => void;
}

/**
 * Runs a task until it succeeds, fails permanently, or has run `attempts` times, and then throws the last error. The task must be safe to repeat.
 *
 * @param task Receives the number of the attempt, from 1.
 */
export async function retry<T>(setup: RetrySetup, task: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await task(attempt);
    } catch (error) {
      const requestedMs = error instanceof RefusedError ? error.retryAfterMs : null;
      const attempts = isUnknownHost(error) ? Math.min(setup.attempts, attemptsForUnknownHost) : setup.attempts;
      if (attempt >= attempts || !isTransient(error) || (requestedMs ?? 0) > setup.timeoutMs) throw error;
      const wait = delayMs(setup, attempt, setup.random(), requestedMs);
      if (setup.mayWait?.(wait) === false) throw error;
      setup.onRetry?.({ error, attempt, attempts, delayMs: wait });
      await setup.sleep(wait);
    }
  }
}
