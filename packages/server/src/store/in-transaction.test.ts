import { sql } from "kysely";
import { expect, test } from "vitest";
import { inTransaction } from "./in-transaction.ts";
import { createTestDatabase, readRows } from "#testing/database.ts";
import { hasSeveralTransactions } from "#testing/overlap.ts";
import { projectWithNewRun } from "#testing/runs.ts";

test.runIf(hasSeveralTransactions)("the loser of a deadlock is retried", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const projects = [(await projectWithNewRun(db)).projectId, (await projectWithNewRun(db)).projectId];
  const bothHold = Promise.withResolvers<void>();
  let holding = 0;
  let started = 0;
  const countIn = (order: readonly number[]) =>
    inTransaction(db, async (transaction) => {
      started += 1;
      for (const projectId of order) {
        await sql`update run_counter set last_number = last_number + 1 where project_id = ${projectId}`.execute(
          transaction,
        );
        holding += 1;
        if (holding === 2) bothHold.resolve();
        await bothHold.promise;
      }
    });
  await Promise.all([countIn(projects), countIn(projects.toReversed())]);
  // On a busy machine, they may deadlock again.
  expect(started).toBeGreaterThan(2);
  expect(await readRows(db, "select last_number as number from run_counter")).toEqual([{ number: 2 }, { number: 2 }]);
});

test("other errors are thrown without a retry", async () => {
  await using database = await createTestDatabase();
  let started = 0;
  const work = inTransaction(database.db, async (transaction) => {
    started += 1;
    await sql`select 1 / 0`.execute(transaction);
  });
  await expect(work).rejects.toThrow("division by zero");
  expect(started).toBe(1);
});
