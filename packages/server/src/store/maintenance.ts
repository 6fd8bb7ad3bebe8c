import { sql } from "kysely";
import type { Db } from "#store/db.ts";

/** About a thousand tests or results: with fewer no plan is slow. */
const worthKnowingBytes = 256 * 1024;

/**
 * Runs the work of autovacuum: analyses tables in which a tenth of the rows changed. One table at a time, because
 * the embedded database is blocked meanwhile.
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
 * Collects the first statistics of tables that uploads fill. Counting and evaluating make a probe per test, and
 * without statistics an index that reads the whole run looks as cheap as the right one.
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
 * Statistics of what uploads fill, where a tenth of it is new. Until PostgreSQL has them it reads a large new report row by
 * row; autovacuum would make them minutes later, and only on a real server.
 */
export async function analyseResults(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string }>`
    select relname as "table" from pg_stat_user_tables
     where relname in ('test', 'result') and n_mod_since_analyze > 1000 + 0.1 * n_live_tup
     order by relname
  `.execute(db);
  for (const { table } of rows) await sql`analyze ${sql.table(table)}`.execute(db);
}
