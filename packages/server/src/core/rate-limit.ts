import { counted } from "@plumb/contract/text/counted.ts";
import { ApiError } from "./api-error.ts";

export type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * Allows `max` calls per key in each time window and rejects more. Counts are in memory, so each replica counts separately, which is enough to
 * protect a server. `createAttemptLimit` protects accounts.
 */
export function createRateLimit(options: {
  max: number;
  windowMs: number;
  clock: () => Date;
  /** Sentence before the time to wait. */
  refusal?: string;
}) {
  const { refusal } = options;
  const windows = new Map<string, { endsAt: number; calls: number }>();
  return {
    /**
     * @param onLimit Called once per window, with the first rejected call.
     * @throws ApiError `rate_limited` if the key has used up its calls.
     */
    count(key: string, onLimit?: () => void): void {
      const now = options.clock().getTime();
      if (windows.size > 10_000) {
        for (const [other, window] of windows) if (window.endsAt <= now) windows.delete(other);
      }
      const open = windows.get(key);
      const window = open !== undefined && open.endsAt > now ? open : { endsAt: now + options.windowMs, calls: 0 };
      windows.set(key, window);
      window.calls += 1;
      if (window.calls > options.max) {
        if (window.calls === options.max + 1) onLimit?.();
        throw tooManyCalls(window.endsAt - now, refusal);
      }
    },
    /** Resets the count of a key, for example after a successful sign-in. */
    forget(key: string): void {
      windows.delete(key);
    },
  };
}

/** @param refusal Sentence before the time to wait. */
export function tooManyCalls(waitMs: number, refusal = "Too many attempts."): ApiError {
  const seconds = Math.ceil(waitMs / 1000);
  return new ApiError("rate_limited", `${refusal} Try again in ${counted(seconds, "second")}.`, {}, seconds);
}
