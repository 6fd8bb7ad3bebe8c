import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { createTestDatabase } from "#testing/database.ts";
import { createClusterDatabase } from "#testing/distributed-database.ts";
import { readSnapshot } from "#store/backup/snapshot.ts";
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
  await sql`insert into user_account (username, email, role) values ('ada', 'ada@example.test', 'ADMIN')`.execute(
    database.db,
  );
  // Stays on the coordinator, and refers to a table that does not.
  await sql`insert into session (token_hash, user_id, expires_at) select '\\x01', id, now() from user_account`.execute(
    database.db,
  );
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
  const { rows } = await sql`
    select (select name from project) as project, (select username from user_account) as "user", (select count(*) from session) as sessions
  `.execute(database.db);
  expect(rows).toEqual([{ project: "Shop", user: "ada", sessions: 1 }]);
  await expect(readSnapshot(database.db, () => Promise.resolve())).rejects.toThrow("cannot be backed up by Plumb yet");
});
