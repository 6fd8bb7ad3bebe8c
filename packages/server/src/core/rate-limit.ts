import { Failure } from "./failure.ts";

/**
 * Allows `most` calls per key in each window; one more is refused until the window ends. Kept in memory: each replica
 * counts for itself, which bounds guessing just as well.
 */
export function createRateLimit(options: { most: number; windowMs: number; clock: () => Date }) {
  const windows = new Map<string, { endsAt: number; calls: number }>();
  return {
    /**
     * @param onLimit Called once per window, with the first call that is refused.
     * @throws Failure `rate_limited` when the key has used up its calls.
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
      if (window.calls > options.most) {
        if (window.calls === options.most + 1) onLimit?.();
        const seconds = Math.ceil((window.endsAt - now) / 1000);
        const wait = `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
        throw new Failure("rate_limited", `Too many attempts. Try again in ${wait}.`, {}, seconds);
      }
    },
    /** A success wipes the slate. */
    forget(key: string): void {
      windows.delete(key);
    },
  };
}
