import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "#store/db.ts";

/** Waits for a circle are rare, and whoever is let go on first is soon done. */
const mostAttempts = 5;
const pauseMs = 20;

/**
 * True where the database gave this up so that another transaction can go on: both waited for each other. Nothing of it was kept, and it is
 * right to do it again.
 */
export function hasGivenWay(error: unknown): boolean {
  // Deadlock, and a failure to be as if one came after the other.
  return error instanceof Error && ["40P01", "40001"].includes(String((error as { code?: unknown }).code));
}

/**
 * A transaction that is begun anew where it gave way to another one. Locks are taken in one order (ARCHITECTURE.md), so that this hardly
 * ever happens; what comes in must not be refused when it does.
 *
 * @param work What it changes outside the database it must change in the same way when it is called once more.
 */
export async function inTransaction<Value>(db: Db, work: (transaction: Db) => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === mostAttempts || !hasGivenWay(error)) throw error;
      // The other one needs a moment to go on, or both meet again.
      await sleep((0.5 + Math.random()) * pauseMs * 2 ** attempt);
    }
  }
}
