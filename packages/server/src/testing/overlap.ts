import { expect, inject } from "vitest";
import type { Db } from "#store/db.ts";
import { readRows } from "#testing/database.ts";

/** The embedded database has one transaction at a time. */
export const hasSeveralTransactions = inject("databaseTemplate").kind === "postgres";

/**
 * Holds a transaction open while something else is begun: until that waits for a lock, or is done without. Then the transaction does the
 * rest and ends, and the other one is waited for.
 */
export async function overlap<Found>(
  db: Db,
  first: (transaction: Db) => Promise<unknown>,
  other: () => Promise<Found>,
  rest: (transaction: Db) => Promise<unknown> = async () => undefined,
): Promise<Found> {
  let begun: Promise<Found> | undefined;
  await db.transaction().execute(async (transaction) => {
    await first(transaction);
    let done = false;
    begun = other().finally(() => {
      done = true;
    });
    // The waiting caller receives the rejection.
    begun.catch(() => undefined);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => done || (await readRows(db, waits)).length > 0).toBe(true);
    await rest(transaction);
  });
  return begun as Promise<Found>;
}
