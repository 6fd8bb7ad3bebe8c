import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import { openLiveTests } from "./live-tests.ts";
import { recordedTests } from "./recorded-tests.ts";
import { itemsOfTests, latestExecutions, openItemsOfCalls } from "./reportportal-items.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";
import { rowsFetched } from "#testing/rows-fetched.ts";

const tests = 2000;
const requested = 10;
const report = junit(Array.from({ length: tests }, (_, index) => ["cart", `adds ${index}`] as never));

/** Tables that grow with launches. */
const tables = ["reportportal_item", "live_test", "result"];

/** Inserts the rows of a launch with finished tests. Each test has an execution with a step, and a result. */
async function launchOf(db: Db, projectId: number, part: "all" | "first tenth" | "rest"): Promise<void> {
  const within = { all: "true", "first tenth": `r.seq < ${tests / 10}`, rest: `r.seq >= ${tests / 10}` }[part];
  const results = sql`from result r where r.project_id = ${projectId} and ${sql.raw(within)}`;
  await sql`
    insert into live_test (project_id, upload_id, stream_id, run_id, result_id, decided)
    select r.project_id, r.upload_id, md5(r.seq::text)::uuid, r.run_id, r.id, true ${results} order by r.seq
  `.execute(db);
  await sql`
    insert into reportportal_item (project_id, item_key, run_id, upload_id, uuid, writer, test_key, identity, kind, attempt, is_parent, finished, said)
    select r.project_id, md5(kind || r.id)::uuid, r.run_id, r.upload_id, kind || r.id, 1, md5('item' || r.id)::uuid,
           case when kind = 'item' then md5(r.seq::text)::uuid end, kind, 0, false, r.seq < ${tests - 50}, '{"call": "a"}'
      from (values ('item'), ('step')) as kinds (kind), lateral (select * ${results}) r order by r.seq, kind
  `.execute(db);
}

/** Removes statistics, because earlier tests of this file may have caused an analysis. */
async function forgetStatistics(db: Db): Promise<void> {
  const named = sql`oid = any(${tables}::regclass[])`;
  await sql`delete from pg_statistic where starelid in (select oid from pg_class where ${named})`.execute(db);
  await sql`update pg_class set reltuples = -1, relpages = 0 where ${named}`.execute(db);
}

/** Leaves one execution to analyse, because the items of a project are deleted when their sources end. */
async function analyseLeftovers(db: Db): Promise<void> {
  for (const table of ["reportportal_item", "live_test"].map((name) => sql.table(name))) {
    await sql`delete from ${table} where id <> (select min(id) from ${table})`.execute(db);
    await sql`vacuum (analyze) ${table}`.execute(db);
  }
}

test.for(["never made", "older than the project", "made while the launch was young", "made of what others left"])(
  "a batch of a launch reads only its items, with statistics %s",
  async (statistics) => {
    await using plumb = await createTestApp();
    const { db } = plumb.context;
    await forgetStatistics(db);
    const location = async (name: string) => {
      const { key, projectId } = await seedProject(plumb, name);
      await send(plumb, key, { "a.xml": report }, { build: "1" });
      const { rows } = await sql<{ runId: number; sourceId: number }>`
        select run_id as "runId", id as "sourceId" from upload where project_id = ${projectId}
      `.execute(db);
      return { projectId, runId: rows[0]?.runId ?? 0, sourceId: rows[0]?.sourceId ?? 0, shard: null };
    };
    if (statistics === "older than the project") {
      await launchOf(db, (await location("Shop")).projectId, "all");
      await sql`analyze`.execute(db);
    }
    if (statistics === "made of what others left") {
      await launchOf(db, (await location("Shop")).projectId, "all");
      await analyseLeftovers(db);
    }
    const target = await location("Bank");
    if (statistics === "made while the launch was young") {
      await launchOf(db, target.projectId, "first tenth");
      await sql`analyze`.execute(db);
      await launchOf(db, target.projectId, "rest");
    } else await launchOf(db, target.projectId, "all");
    const { rows } = await sql<{ identity: string; execution: string }>`
      select md5(seq::text)::uuid::text as identity, md5('item' || id)::uuid::text as execution from result
       where project_id = ${target.projectId} order by seq desc limit ${requested}
    `.execute(db);
    const identities = rows.map(({ identity }) => identity);
    const executions = rows.map(({ execution }) => execution);
    const ways: Record<string, (transaction: Db) => Promise<unknown>> = {
      "latest executions": (transaction) => latestExecutions(transaction, target, identities),
      "with their steps": (transaction) => itemsOfTests(transaction, target, executions),
      "of other processes": (transaction) => openItemsOfCalls(transaction, target, { calls: ["b"], writer: 2 }),
      recorded: (transaction) => recordedTests(transaction, target, identities),
    };
    const wasteful: [string, number][] = [];
    for (const [name, way] of Object.entries(ways)) {
      const rowsRead = await rowsFetched(db, tables, way);
      if (rowsRead < requested || rowsRead > 20 * requested) wasteful.push([name, rowsRead]);
    }
    expect(wasteful).toEqual([]);
  },
);

test.for(["never made", "made while the run was young"])(
  "completing a run reads each announced test once, with statistics %s",
  async (statistics) => {
    await using plumb = await createTestApp();
    const { db } = plumb.context;
    await forgetStatistics(db);
    const { key, projectId } = await seedProject(plumb, "Shop");
    await send(plumb, key, { "a.xml": report }, { build: "1" });
    await launchOf(db, projectId, "first tenth");
    if (statistics === "made while the run was young") await sql`analyze`.execute(db);
    await launchOf(db, projectId, "rest");
    await runStatement(db, `update result set status = 'announced', rank = 2 where project_id = ${projectId}`);
    await sql`update live_test set decided = false where project_id = ${projectId}`.execute(db);
    const { rows } = await sql<{ runId: number; sourceId: number }>`
      select run_id as "runId", id as "sourceId" from upload where project_id = ${projectId}
    `.execute(db);
    const target = { projectId, runId: rows[0]?.runId ?? 0, sourceId: rows[0]?.sourceId ?? 0, shard: null };
    const rowsRead = await rowsFetched(db, ["live_test", "result"], (transaction) =>
      openLiveTests(transaction, target, "00000000-0000-0000-0000-000000000000", 500),
    );
    // Includes the dead rows of the updates above.
    expect(rowsRead).toBeLessThan(5 * tests);
  },
);
