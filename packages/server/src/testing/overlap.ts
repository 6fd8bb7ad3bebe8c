import { expect, inject } from "vitest";
import type { Db } from "#store/db.ts";
import { readRows } from "./database.ts";

const template = inject("databaseTemplate");

/** False for the embedded database, which runs one transaction at a time, and for a cluster, whose coordinator does not show who waits on other nodes. */
export const hasSeveralTransactions = template.kind === "postgres" && template.workers === undefined;

/**
 * Runs `first` in a transaction and starts `other`. When `other` waits for a lock or has ended, runs `rest` in the transaction, commits, and returns
 * the result of `other`.
 */
export async function overlap<Found>(
  db: Db,
  first: (transaction: Db) => Promise<unknown>,
  other: () => Promise<Found>,
  rest: (transaction: Db) => Promise<unknown> = async () => undefined,
): Promise<Found> {
  let started: Promise<Found> | undefined;
  await db.transaction().execute(async (transaction) => {
    await first(transaction);
    let done = false;
    started = other().finally(() => {
      done = true;
    });
    // Prevents an unhandled rejection; the caller receives it below.
    started.catch(() => undefined);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => done || (await readRows(db, waits)).length > 0).toBe(true);
    await rest(transaction);
  });
  return started as Promise<Found>;
}
