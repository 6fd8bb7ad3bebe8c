import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "./db.ts";

/** Deadlocks are rare, and the winner finishes quickly. */
const maxAttempts = 5;
const pauseMs = 20;

/**
 * Returns true if the database cancelled the work because of another transaction: a deadlock, or, on a read replica, rows or tables that the primary
 * removed or locked. Nothing was stored, and the work can be repeated.
 */
export function isConflict(error: unknown): boolean {
  // Deadlock and serialization failure.
  return error instanceof Error && ["40P01", "40001"].includes(String((error as { code?: unknown }).code));
}

/**
 * Runs a transaction and retries it after a deadlock. The lock order (docs/architecture/database.md) makes deadlocks
 * rare, but uploads must not fail because of one.
 *
 * @param work Its side effects outside the database must be repeatable.
 */
export async function inTransaction<Value>(db: Db, work: (transaction: Db) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === maxAttempts || !isConflict(error)) throw error;
      // Gives the other transaction time to finish before the retry.
      await sleep((0.5 + Math.random()) * pauseMs * 2 ** attempt);
    }
  }
}
