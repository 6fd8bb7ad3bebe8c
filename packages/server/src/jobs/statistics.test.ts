import { pino } from "pino";
import { expect, test } from "vitest";
import { createStatistics } from "#jobs/statistics.ts";
import { createTestDatabase, readRows } from "#testing/database.ts";

test("many small uploads make the statistics due as one large does", async () => {
  await using database = await createTestDatabase();
  await using statistics = createStatistics(database.db, pino({ level: "silent" }), { quietMs: 0, mostMs: 0 });
  /** -1 until PostgreSQL has looked at the table. */
  const knownRows = async () => {
    const query = "select reltuples::int as count from pg_class where oid = 'result'::regclass";
    return (await readRows<{ count: number }>(database.db, query))[0]?.count;
  };
  statistics.written(2000);
  statistics.written(2000);
  expect(await knownRows()).toBe(-1);
  statistics.written(2000);
  await expect.poll(knownRows).toBe(0);
});
