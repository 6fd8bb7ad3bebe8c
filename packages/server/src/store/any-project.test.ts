import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import { failureOfResult } from "#store/failures/failures.ts";
import { unknownErrors } from "#store/failures/gathering.ts";
import { identifyTests, takeAway } from "#store/ingest/recording.ts";
import { renameCandidates } from "#store/tests/aliases.ts";
import { countEndedRuns } from "#store/trends/count-runs.ts";
import { standingResults } from "#store/trends/counted-results.ts";
import { rowsOf } from "#store/results/results.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";
import { rowsFetched } from "#testing/rows-fetched.ts";

const tests = 2000;
const asked = 10;
/** Tests of which some fail, each with an error of its own. */
function reportWith(failed: number): string {
  return junit(
    Array.from({ length: tests }, (_, index) =>
      index < failed ? ["cart", `adds ${index}`, `boom of ${words[index] ?? ""}`] : ["cart", `adds ${index}`],
    ),
  );
}
const words = ["cart", "card", "mail", "till", "list", "page", "menu", "file", "tree", "lamp"];

/** A project with a large report whose tests are counted. */
async function projectOf(plumb: TestApp, name: string, failed = 0): Promise<{ projectId: number; runId: number }> {
  const { key, projectId } = await seedProject(plumb, name);
  await send(plumb, key, { "a.xml": reportWith(failed) }, { build: "1" });
  while ((await countEndedRuns(plumb.context.db, 2)).runs > 0);
  const { rows } = await sql<{ id: number }>`select id from run where project_id = ${projectId}`.execute(
    plumb.context.db,
  );
  return { projectId, runId: rows[0]?.id ?? 0 };
}

/** What grows with reports. */
const tables = ["test", "test_state", "result"];

test("what asks for ten tests of a project that is newer than the statistics reads no other tests", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  await projectOf(plumb, "Shop");
  await sql`analyze`.execute(db);
  const { projectId, runId } = await projectOf(plumb, "Bank");
  const { rows } = await sql<{ id: number; testId: number; key: string }>`
    select r.id, t.id as "testId", t.key::text from result r join test t on t.project_id = r.project_id and t.id = r.test_id
     where r.project_id = ${projectId} order by t.id limit ${asked}
  `.execute(db);
  const testIds = rows.map(({ testId }) => testId);
  const ways: Record<string, (transaction: Db) => Promise<unknown>> = {
    counted: (transaction) =>
      sql`select * from ${standingResults({ projectId, runIds: [runId], tests: testIds })} r`.execute(transaction),
    listed: (transaction) =>
      rowsOf(
        transaction,
        projectId,
        rows.map(({ id }) => id),
      ),
    recorded: (transaction) =>
      identifyTests(
        transaction,
        { projectId, runId, uploadId: 0, shard: null },
        rows.map(({ key }) => ({ key }) as never),
      ),
    superseded: (transaction) =>
      takeAway(transaction, projectId, [
        {
          target: { projectId, runId, uploadId: 0, shard: null },
          placed: { replaced: [], superseded: rows.map(({ id }) => ({ id }) as never) },
        },
      ]),
    "taken away": (transaction) =>
      takeAway(transaction, projectId, [
        {
          target: { projectId, runId, uploadId: 0, shard: null },
          placed: { replaced: rows.map(({ id }) => ({ id }) as never), superseded: [] },
        },
      ]),
  };
  const wasteful: [string, number][] = [];
  for (const [name, way] of Object.entries(ways)) {
    const rowsRead = await rowsFetched(db, tables, way);
    if (rowsRead < asked || rowsRead > 5 * asked) wasteful.push([name, rowsRead]);
  }
  expect(wasteful).toEqual([]);
  // All of its tests came when this one did; each of them is looked at, and not with every other one.
  const [testId = 0] = testIds;
  expect(await rowsFetched(db, tables, (transaction) => renameCandidates(transaction, projectId, testId))).toBeLessThan(
    5 * tests,
  );
});

test("the failures of a project that is newer than the statistics are gathered without reading what passed", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  await projectOf(plumb, "Shop");
  await sql`analyze`.execute(db);
  const { projectId, runId } = await projectOf(plumb, "Bank", asked);

  const errors = await unknownErrors(db, { projectId, runId, between: null });
  expect(errors).toHaveLength(asked);
  const gathered = await rowsFetched(db, ["result"], (transaction) =>
    unknownErrors(transaction, { projectId, runId, between: null }),
  );
  expect(gathered).toBeLessThan(5 * asked);
  const read = await rowsFetched(db, tables, async (transaction) => {
    const failureOf = failureOfResult(transaction, projectId);
    for (const { resultId } of errors) expect(await failureOf(resultId)).not.toBeNull();
  });
  expect(read).toBeLessThan(5 * asked);
});
