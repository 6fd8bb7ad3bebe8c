import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { createTestDatabase } from "#testing/database.ts";
import { ignoreRevisions } from "#testing/revision-guard.ts";
import { projectWithNewRun, seedRuns } from "#testing/runs.ts";
import { loadResultColumns } from "./result-columns.ts";
import { createResultIndex } from "./result-index.ts";
import { selected } from "./result-selection.ts";
import { resultGroups } from "./result-groups.ts";

const atOnce = 100;
/** More than two pages of results. */
const count = 230;
const files = 70;

/** Inserts a run in which every fifth test failed with one of three errors. */
async function seedRun(db: Db) {
  const { projectId } = await projectWithNewRun(db);
  const [runId = 0] = await seedRuns(db, projectId, [{ passed: count * 0.8, failed: count * 0.2 }]);
  await inTransaction(db, async (transaction) => {
    await ignoreRevisions(transaction);
    await sql`
    with written as (
      insert into test (project_id, key, file, title_path, search_text, variant, first_run_id)
      select ${projectId}::bigint, md5(n::text)::uuid, 'part-' || n % ${files}::integer || '.spec.ts', array['test ' || n], 'test ' || n, '', ${runId}
        from generate_series(1, ${count}::integer) n
      returning id, substr(title_path[1], 6)::integer as n
    )
    insert into result (project_id, run_id, upload_id, seq, test_id, occurrence, generation, rank, status, first_status, flaky, retries,
                        browser, error_line)
    select ${projectId}, ${runId}, 1, n, id, 1, 0, case when n % 5 = 0 then 0 else 5 end, case when n % 5 = 0 then 'failed' else 'passed' end,
           'passed', false, 0, case when n % 2 = 0 then 'firefox' end, case when n % 5 = 0 then 'Expected ' || n % 3 end
      from written order by n
  `.execute(transaction);
  });
  return { projectId, runId };
}

test("loads a run of several pages completely, in the order of the list", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const { projectId, runId } = await seedRun(db);
  const { revision, value } = await loadResultColumns(db, projectId, runId, atOnce);
  const { rows } = await sql<{ id: number; testId: number; rank: number; browser: string | null; line: string | null }>`
    select id, test_id as "testId", rank, browser, lower(error_line) as line from result
     where project_id = ${projectId} and run_id = ${runId} order by rank, seq
  `.execute(db);
  expect(revision).toBe(0);
  expect(value.length).toBe(count);
  const read = rows.map((_, index) => ({
    id: value.ids[index],
    testId: value.testIds[index],
    rank: value.ranks[index],
    browser: value.browsers.values[value.browsers.codes[index] as number] ?? null,
    line: value.lines.get(index) ?? null,
  }));
  expect(read).toEqual(rows);
});

test("files are known without texts, for groups and for one file", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const of = { ...(await seedRun(db)), status: undefined, words: [] };
  const index = createResultIndex()(db);
  const { groups, total, tests } = await resultGroups(index, of, { by: "file", limit: 10, baseId: null });
  expect([groups.length, total, tests]).toEqual([10, files, count]);
  const { rows } = await sql<{ ids: number[] }>`
    select array_agg(r.id::float8 order by r.rank, r.seq) as ids
      from result r join test t on t.project_id = r.project_id and t.id = r.test_id where r.run_id = ${of.runId} and t.file = 'part-7.spec.ts'
  `.execute(db);
  const { columns, places } = await selected(index, { ...of, file: "part-7.spec.ts" });
  expect(Array.from(places, (position) => columns.ids[position])).toEqual(rows[0]?.ids);
});

test.for(["failed", "running"] as const)(
  "a %s run that changes while it is loaded is never half old and half new",
  async (status) => {
    await using database = await createTestDatabase();
    const { db } = database;
    const { projectId, runId } = await seedRun(db);
    await sql`update run set status = ${status} where project_id = ${projectId} and id = ${runId}`.execute(db);
    const reading = loadResultColumns(db, projectId, runId, atOnce);
    const changing = sql`
      with moved as (update run set revision = revision + 1 where project_id = ${projectId} and id = ${runId})
      update result set rank = 5 - rank where project_id = ${projectId} and run_id = ${runId}
    `.execute(db);
    const [{ revision, value }] = await Promise.all([reading, changing]);
    const failed = value.ranks.filter((rank) => rank === 0).length;
    expect([value.length, failed]).toEqual([count, revision === 0 ? count * 0.2 : count * 0.8]);
  },
);
