import { sql } from "kysely";
import { expect, test } from "vitest";
import { analyseTables } from "#store/maintenance.ts";
import { createTestDatabase } from "#testing/database.ts";

test("tables that changed are vacuumed and their statistics made", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  await sql`insert into setting (key, value) select 'k' || n, '1' from generate_series(1, 500) n`.execute(db);
  await sql`delete from setting where key like 'k1%'`.execute(db);
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const estimate = async () =>
    (await sql<{ rows: number }>`select reltuples as rows from pg_class where relname = 'setting'`.execute(db)).rows[0]
      ?.rows;

  await analyseTables(db);

  expect(await estimate()).toBe(389);
});
