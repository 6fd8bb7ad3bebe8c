import { sql } from "kysely";
import { expect, test } from "vitest";
import { analyseGrown, analyseTables, analyseUnknown } from "./maintenance.ts";
import type { Db } from "./db.ts";
import { createTestDatabase, estimatedRows } from "#testing/database.ts";

/** Inserts results without referenced rows, because only their number and distribution matter. */
async function insertResults(db: Db, projects: number, runs: number, tests: number): Promise<void> {
  await sql`
    insert into result (project_id, run_id, test_id, upload_id, generation, rank, seq, occurrence, retries, flaky, status, first_status)
    select run % ${projects}::integer, run, n, run, 0, 5, n, 0, 0, false, 'passed', 'passed'
      from generate_series(1, ${runs}::integer) run, generate_series(1, ${tests}::integer) n
    on conflict do nothing
  `.execute(db);
}

test("results are analysed for the first time once there are enough of them, and only once for that reason", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  // The database of an earlier test may be reused, and PostgreSQL's own autovacuum may run first.
  await sql`truncate result`.execute(db);
  await sql`alter table result set (autovacuum_enabled = off)`.execute(db);
  await insertResults(db, 1, 1, 100);
  await analyseUnknown(db);
  expect(await estimatedRows(db, "result")).toBe(-1);

  await insertResults(db, 5, 3, 2000);
  await analyseUnknown(db);
  expect(await estimatedRows(db, "result")).toBe(6100);

  await insertResults(db, 1, 1, 2000);
  await analyseUnknown(db);
  expect(await estimatedRows(db, "result")).toBe(6100);
  await sql`alter table result reset (autovacuum_enabled)`.execute(db);
});

test("any table gets its first statistics", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await sql`create table fresh as select n from generate_series(1, 2000) n`.execute(db);
  expect(await estimatedRows(db, "fresh")).toBe(-1);
  await analyseUnknown(db);
  expect(await estimatedRows(db, "fresh")).toBe(2000);
  await sql`drop table fresh`.execute(db);
});

test("the planner does not assume an empty run on a server with many projects", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await insertResults(db, 100, 1000, 20);
  await sql`select pg_stat_force_next_flush()`.execute(db);
  await analyseGrown(db);
  // Uses `opaqueProjectId` with a lookup per test, so the planner knows neither number.
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select * from result where project_id = (select 7::bigint) and run_id = (select 7::bigint)
  `.execute(db);
  expect(rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"]).toBe(20);
});

test("tables that changed are vacuumed and analysed", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await sql`insert into setting (key, value) select 'k' || n, '1' from generate_series(1, 500) n`.execute(db);
  await sql`delete from setting where key like 'k1%'`.execute(db);
  await sql`select pg_stat_force_next_flush()`.execute(db);

  await analyseTables(db);

  expect(await estimatedRows(db, "setting")).toBe(389);
});
