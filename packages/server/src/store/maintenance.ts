import { sql } from "kysely";
import type { Db } from "./db.ts";

/** Size of about twenty runs. Plans for smaller tables cost less than their statistics. */
const worthKnowingBytes = 16 * 1024;

/**
 * Does the work of autovacuum: analyses tables in which a tenth of the rows changed. Analyses one table at a time, because the embedded database is
 * blocked while it does.
 */
export async function analyseTables(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as "table" from pg_stat_user_tables
     where n_mod_since_analyze > 50 + 0.1 * n_live_tup or n_dead_tup > 50 + 0.2 * n_live_tup
     order by relname
  `.execute(db);
  for (const { table } of rows) await sql`vacuum (analyze) ${sql.table(table)}`.execute(db);
}

/**
 * Collects initial statistics of tables. Without them, a table of any size seems to have a few rows, so a statement may read all runs of a project
 * for each result.
 */
export async function analyseUnknown(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as "table" from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0 and pg_relation_size(oid) > ${worthKnowingBytes}
     order by relname
  `.execute(db);
  await analyse(db, rows);
}

/**
 * Updates the statistics of tables in which a tenth of the rows is new. Without them, PostgreSQL reads a large new report row by row. Autovacuum
 * would only start after minutes, and the embedded database does not run it.
 */
export async function analyseGrown(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as "table" from pg_stat_user_tables
     where schemaname = current_schema() and n_mod_since_analyze > 1000 + 0.1 * n_live_tup
     order by relname
  `.execute(db);
  await analyse(db, rows);
}

async function analyse(db: Db, rows: readonly { readonly table: string }[]): Promise<void> {
  for (const { table } of rows) await sql`analyze ${sql.table(table)}`.execute(db);
}
