import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { createClusterDatabase } from "#testing/distributed-database.ts";
import { openDatabase } from "#store/db.ts";
import { distribute, hasDistributedTables, prepareDistribution } from "./distribute.ts";

const template = inject("databaseTemplate");
const workers = template.kind === "postgres" ? template.workers : undefined;

test.skipIf(workers !== undefined)("a database without Citus is not distributed", async () => {
  await using database = await createTestDatabase();
  await expect(prepareDistribution(database.db)).rejects.toThrow("The database has no extension citus.");
  expect(await hasDistributedTables(database.db)).toBe(false);
});

// Needs a Citus cluster (TEST_CITUS_URL).
test.runIf(workers !== undefined)("a distribution that is interrupted continues there", async () => {
  if (template.kind !== "postgres" || workers === undefined) return;
  const name = `${template.template}_${randomUUID().replaceAll("-", "")}`;
  const created = await createClusterDatabase({ url: template.url, workers }, name);
  await using database = await openDatabase({ url: created.url, folder: null, connections: 2 });
  await sql`insert into project (name, type) values ('Shop', 'other')`.execute(database.db);
  const { foreignKeys } = await prepareDistribution(database.db);
  // Each kind of step is interrupted before the first and the second one.
  const interrupted = new Map<string, number>();
  let isDone = false;
  while (!isDone)
    isDone = await distribute(database.db, (step) => {
      const kind = step.split(" ")[0] ?? "";
      const times = interrupted.get(kind) ?? 0;
      if (times === 2) return;
      interrupted.set(kind, times + 1);
      throw new Error("interrupted");
    }).then(
      () => true,
      (error: Error) => {
        if (error.message !== "interrupted") throw error;
        return false;
      },
    );
  const { plan, reference, distributed, foreignKeys: left } = await prepareDistribution(database.db);
  expect({ reference, distributed, left }).toEqual({ reference: [], distributed: [], left: [] });
  expect(plan.foreignKeys.map((key) => key.name).toSorted()).toEqual(foreignKeys.map((key) => key.name).toSorted());
  expect((await sql<{ name: string }>`select name from project`.execute(database.db)).rows).toEqual([{ name: "Shop" }]);
});
