import { sql } from "kysely";
import { expect, test } from "vitest";
import { createRunCache, runRevision } from "#store/runs/run-cache.ts";
import { createTestDatabase } from "#testing/database.ts";
import { newRun, seedRuns } from "#testing/runs.ts";

/** Creates a cache of run weights that counts its loads. */
async function weights(most: number) {
  const database = await createTestDatabase();
  const { db } = database;
  const { projectId } = await newRun(db);
  const runs = await seedRuns(db, projectId, [{ passed: 3 }, { passed: 4 }, { passed: 5 }]);
  const loaded: number[] = [];
  const cache = createRunCache<{ total: number }>(db, {
    most,
    weigh: ({ total }) => total,
    async load(_projectId, runId) {
      loaded.push(runs.indexOf(runId));
      const { rows } = await sql<{ revision: number | null; total: number | null }>`
        select ${runRevision(projectId, runId)} as revision, (select total from run where id = ${runId}) as total
      `.execute(db);
      return { revision: rows[0]?.revision ?? null, value: { total: rows[0]?.total ?? 0 } };
    },
  });
  const change = (run: number) =>
    sql`update run set total = total + 10, revision = revision + 1 where id = ${runs[run]}`.execute(db);
  const of = (run: number) => cache.of(projectId, runs[run] ?? 0);
  return { of, change, loaded, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
}

test("a run is read once until it changes, for any number of callers", async () => {
  await using runs = await weights(100);
  expect(await Promise.all([runs.of(0), runs.of(0), runs.of(0)])).toEqual([{ total: 3 }, { total: 3 }, { total: 3 }]);
  await runs.of(0);
  expect(runs.loaded).toEqual([0]);
  await runs.change(0);
  expect(await runs.of(0)).toEqual({ total: 13 });
  expect(runs.loaded).toEqual([0, 0]);
});

test("without space, the least recently used run is evicted", async () => {
  await using runs = await weights(9);
  for (const run of [0, 1, 0, 2, 0, 1]) await runs.of(run);
  expect(runs.loaded).toEqual([0, 1, 2, 1]);
});

test("a run larger than the limit is kept until another one is read", async () => {
  await using runs = await weights(1);
  for (const run of [2, 2, 0, 2]) await runs.of(run);
  expect(runs.loaded).toEqual([2, 0, 2]);
});

test("a missing run has no value, until it exists", async () => {
  await using runs = await weights(9);
  expect(await runs.of(7)).toEqual({ total: 0 });
});
