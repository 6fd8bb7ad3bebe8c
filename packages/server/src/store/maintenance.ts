import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** Size of about a thousand tests or results. Smaller tables need no statistics: no plan is slow. */
const worthKnowingBytes = 256 * 1024;

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
 * Collects the first statistics of tables that uploads fill. Counting and evaluating look up each test, and without statistics an index that reads
 * the whole run looks as cheap as the right one.
 */
export async function analyseUnknown(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as "table" from pg_class
     where oid in ('test'::regclass, 'result'::regclass) and reltuples < 0 and pg_relation_size(oid) > ${worthKnowingBytes}
     order by relname
  `.execute(db);
  for (const { table } of rows) await sql`analyze ${sql.table(table)}`.execute(db);
}

/**
 * Updates the statistics of tables that uploads fill if a tenth of their rows is new. Without them, PostgreSQL reads a large new report row by row.
 * Autovacuum would take minutes, and the embedded database does not run it.
 */
export async function analyseResults(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as "table" from pg_stat_user_tables
     where relname in ('test', 'result') and n_mod_since_analyze > 1000 + 0.1 * n_live_tup
     order by relname
  `.execute(db);
  for (const { table } of rows) await sql`analyze ${sql.table(table)}`.execute(db);
}
