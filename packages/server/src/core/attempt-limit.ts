import type { Db } from "#store/db.ts";
import { countAttempt, forgetAttempts } from "#store/people/attempts.ts";
import { tooManyCalls } from "./rate-limit.ts";

interface Attempt {
  readonly db: Db;
  readonly key: string;
  readonly now: Date;
  /** Called once per window, with the first rejected attempt. */
  readonly onLimit?: () => void;
}

export interface AttemptLimit {
  /** @throws ApiError `rate_limited` if the key has used up its attempts. */
  count(attempt: Attempt): Promise<void>;
  /** Resets the count of a key, for example after a successful sign-in. */
  forget(attempt: Pick<Attempt, "db" | "key">): Promise<void>;
}

/**
 * Allows `max` attempts per key in each time window, across all replicas. It protects accounts against guessing; other limits only protect a server,
 * and count in memory.
 *
 * @param name of the limit in the database
 */
export function createAttemptLimit(name: string, { max, windowMs }: { max: number; windowMs: number }): AttemptLimit {
  return {
    async count({ db, key, now, onLimit }) {
      const { calls, endsAt } = await countAttempt(db, { limit: name, key, windowMs, now });
      if (calls <= max) return;
      if (calls === max + 1) onLimit?.();
      throw tooManyCalls(endsAt.getTime() - now.getTime());
    },
    forget: ({ db, key }) => forgetAttempts(db, name, key),
  };
}
