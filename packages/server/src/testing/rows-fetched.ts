import { sql } from "kysely";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { ignoreRevisions } from "./revision-guard.ts";

/** Counts the rows of these tables that a piece of work fetches, so that tests can check that it reads nothing else. */
export async function rowsFetched(
  db: Db,
  tables: readonly string[],
  work: (transaction: Db) => Promise<unknown>,
): Promise<number> {
  return inTransaction(db, async (transaction) => {
    // The work may be a part of what a request does.
    await ignoreRevisions(transaction);
    const before = await fetchedSoFar(transaction, tables);
    await work(transaction);
    return (await fetchedSoFar(transaction, tables)) - before;
  });
}

async function fetchedSoFar(transaction: Db, tables: readonly string[]): Promise<number> {
  const { rows } = await sql<{ fetched: number }>`
    select sum(coalesce(idx_tup_fetch, 0) + seq_tup_read)::integer as fetched from pg_stat_xact_user_tables
     where relname = any(${tables}::text[])
  `.execute(transaction);
  return rows[0]?.fetched ?? 0;
}
