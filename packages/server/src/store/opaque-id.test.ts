import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "./db.ts";
import { collectFailures } from "#failures/collect-failures.ts";
import { groupRows } from "#store/failures/failure-rows.ts";
import { failureOfResult, failuresOfRun } from "#store/failures/failures.ts";
import { unknownErrors } from "#store/failures/collection.ts";
import { stepsOfLastPass } from "#store/failures/analysis/steps-of-last-pass.ts";
import { takeAway } from "#store/ingest/existing-results.ts";
import { createRecording } from "#store/ingest/recording.ts";
import { learnReportedOwners, testsByOwner, testsByLocation } from "#store/tests/owners.ts";
import { renameCandidates } from "#store/tests/aliases.ts";
import { executionsOf } from "#store/tests/executions.ts";
import { flakinessRuleOf } from "#store/tests/flakiness-rules.ts";
import { analyseUnknown } from "./maintenance.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { resultsOf } from "#store/trends/counted-results.ts";
import { standingResults } from "#store/sql/standing-results.ts";
import { resultOfSubject } from "#store/items/subjects.ts";
import { recentOutcomes, resultHistory, resultHistoryAnywhere } from "#store/results/result-history.ts";
import { artifactsOfResults, artifactToServe, tracesOfResults } from "#store/results/artifacts.ts";
import { failureGroups } from "#read-models/results/failure-groups.ts";
import { loadResultColumns } from "#read-models/results/result-columns.ts";
import { createResultIndex } from "#read-models/results/result-index.ts";
import { resultGenerations, rowsOf } from "#store/results/results.ts";
import { resultWindow } from "#read-models/results/result-window.ts";
import { beforeAll, type ListPosition, nextTests } from "#store/trends/counting-run.ts";
import { changeCounts, changedTests } from "#store/runs/compare.ts";
import { gateFailures } from "#store/runs/gate.ts";
import { takeNewFailures } from "#store/runs/new-failures.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";
import { rowsFetched } from "#testing/rows-fetched.ts";

const tests = 2000;
const requested = 10;
/** Returns a report in which some tests fail, each with its own error. */
function reportOf(from: number, failed: number, errorOf = (index: number) => `boom of ${words[index] ?? ""}`): string {
  return junit(
    Array.from({ length: tests }, (_, index) =>
      index >= from && index < from + failed ? ["cart", `adds ${index}`, errorOf(index)] : ["cart", `adds ${index}`],
    ),
  );
}
const words = ["cart", "card", "mail", "till", "list", "page", "menu", "file", "tree", "lamp"];

/** Creates a project with a large report whose tests are counted. */
async function projectOf(plumb: TestApp, name: string): Promise<{ projectId: number; runId: number }> {
  const { key, projectId } = await seedProject(plumb, name);
  await send(plumb, key, { "a.xml": reportOf(0, 0) }, { build: "1" });
  while ((await countEndedRuns(plumb.context.db, 2)).runs > 0);
  const { rows } = await sql<{ id: number }>`select id from run where project_id = ${projectId}`.execute(
    plumb.context.db,
  );
  return { projectId, runId: rows[0]?.id ?? 0 };
}

/**
 * Adds a trace to each result.
 *
 * @returns The ids of the traces.
 */
async function traceEach(db: Db, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into artifact (project_id, run_id, result_id, upload_id, kind, name, content_type, blob_hash)
    select project_id, run_id, id, upload_id, 'trace', 'trace.zip', 'application/zip', md5(id::text) from result
     where project_id = ${projectId} returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Tables that grow with reports. */
const tables = ["test", "test_state", "result"];

test("a query for ten tests of a project newer than the statistics reads no other tests", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  await projectOf(plumb, "Shop");
  await sql`analyze`.execute(db);
  const { projectId, runId } = await projectOf(plumb, "Bank");
  const { rows } = await sql<{ id: number; testId: number; key: string }>`
    select r.id, t.id as "testId", t.key::text from result r join test t on t.project_id = r.project_id and t.id = r.test_id
     where r.project_id = ${projectId} order by t.id limit ${requested}
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
      createRecording(transaction, { projectId, runId, sourceId: 0, shard: null }).identify({
        keys: rows.map(({ key }) => key),
        tests: [],
      }),
    superseded: (transaction) =>
      takeAway(transaction, projectId, [
        {
          target: { projectId, runId, sourceId: 0, shard: null },
          placed: { replaced: [], superseded: rows.map(({ id }) => ({ id }) as never) },
        },
      ]),
    "taken away": (transaction) =>
      takeAway(transaction, projectId, [
        {
          target: { projectId, runId, sourceId: 0, shard: null },
          placed: { replaced: rows.map(({ id }) => ({ id }) as never), superseded: [] },
        },
      ]),
  };
  const wasteful: [string, number][] = [];
  for (const [name, way] of Object.entries(ways)) {
    const rowsRead = await rowsFetched(db, tables, way);
    if (rowsRead < requested || rowsRead > 5 * requested) wasteful.push([name, rowsRead]);
  }
  expect(wasteful).toEqual([]);
  // All tests first ran on the same day. Each is read once, and not compared with every other one.
  const [testId = 0] = testIds;
  expect(await rowsFetched(db, tables, (transaction) => renameCandidates(transaction, projectId, testId))).toBeLessThan(
    5 * tests,
  );
});

test("a query for failures of such a project reads no passed results", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const shop = await projectOf(plumb, "Shop");
  await traceEach(db, shop.projectId);
  await sql`analyze`.execute(db);
  const { key, projectId } = await seedProject(plumb, "Bank");
  await send(plumb, key, { "a.xml": reportOf(0, 5) }, { build: "1" });
  const second = await send(plumb, key, { "a.xml": reportOf(3, 7) }, { build: "2" });
  const { reportId: runId } = second.body.data;
  const pair = { projectId, baseId: runId - 1, headId: runId };
  const { rows } = await sql<{ id: number; testId: number }>`
    select id, test_id as "testId" from result where project_id = ${projectId} and run_id = ${runId} order by rank, seq limit ${requested}
  `.execute(db);
  const [first = { id: 0, testId: 0 }] = rows;
  const artifacts = await traceEach(db, projectId);
  const one = { projectId, runId, resultId: first.id };
  const ways: Record<string, (transaction: Db) => Promise<unknown>> = {
    collected: (transaction) => unknownErrors(transaction, { projectId, runId, between: null }),
    classified: (transaction) => failureOfResult(transaction, projectId)(first.id),
    "steps of its last pass": (transaction) => stepsOfLastPass(transaction, projectId, runId)(first.testId),
    told: (transaction) => takeNewFailures(transaction, { projectId, runId }, requested),
    opened: (transaction) => resultGenerations(transaction, projectId, runId, first.id),
    history: (transaction) => resultHistory(transaction, one, requested),
    "history anywhere": (transaction) => resultHistoryAnywhere(transaction, one, requested),
    outcomes: (transaction) =>
      recentOutcomes(transaction, { projectId, runId, resultIds: rows.map(({ id }) => id) }, requested),
    "counted changes": (transaction) => changeCounts(transaction, pair),
    "changed tests": (transaction) => changedTests(transaction, pair, requested),
    gate: (transaction) => gateFailures(transaction, projectId, runId, { offset: 0, limit: requested }),
    listed: (transaction) =>
      resultWindow(createResultIndex()(transaction), {
        projectId,
        runId,
        status: undefined,
        words: [],
        offset: 0,
        limit: requested,
      }),
    grouped: (transaction) =>
      failureGroups(createResultIndex()(transaction), { projectId, runId, limit: requested, baseId: runId - 1 }),
    exported: (transaction) => Array.fromAsync(failuresOfRun(transaction, projectId, runId)),
    artifacts: (transaction) => artifactsOfResults(transaction, projectId, runId, [first.id]),
    traces: (transaction) => tracesOfResults(transaction, projectId, runId, [first.id]),
    "artifact that is served": (transaction) => artifactToServe(transaction, projectId, artifacts[0] ?? 0),
    "subject of an item": (transaction) => resultOfSubject(transaction, projectId, first.id),
  };
  const wasteful: [string, number][] = [];
  for (const [name, way] of Object.entries(ways)) {
    const rowsRead = await rowsFetched(db, [...tables, "failure", "artifact"], way);
    // A failure is looked up in both runs, in its group and in earlier runs.
    if (rowsRead === 0 || rowsRead > 10 * requested) wasteful.push([name, rowsRead]);
  }
  expect(wasteful).toEqual([]);
  // Reads pages: each result once, and each counted test once.
  const pages = (transaction: Db) => loadResultColumns(transaction, projectId, runId, 100);
  expect(await rowsFetched(db, ["result"], pages)).toBeLessThan(1.2 * tests);
  const parts = async (transaction: Db) => {
    let until: ListPosition | undefined = beforeAll;
    while (until !== undefined)
      until = (await nextTests(transaction, { projectId, id: 0 }, { runId, until }, 100))?.until;
  };
  expect(await rowsFetched(db, ["result"], parts)).toBeLessThan(2.2 * tests);
});

test("looks up the causes and owners of such a project one by one", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const shop = await seedProject(plumb, "Shop");
  const known = await send(plumb, shop.key, { "a.xml": reportOf(0, causes, invented) }, { build: "1" });
  await collectFailures(plumb.context, { projectId: shop.projectId, runId: known.body.data.reportId });
  while ((await countEndedRuns(db, 2)).runs > 0);
  await sql`analyze`.execute(db);
  const { key, projectId } = await seedProject(plumb, "Bank");
  const first = await send(plumb, key, { "a.xml": reportOf(0, causes, invented) }, { build: "1" });
  await collectFailures(plumb.context, { projectId, runId: first.body.data.reportId });
  const { body } = await send(plumb, key, { "a.xml": reportOf(causes, causes, invented) }, { build: "2" });
  const { reportId: runId } = body.data;
  while ((await countEndedRuns(db, 2)).runs > 0);
  const groupIds = await sql<{ id: number }>`select id from failure_group where project_id = ${projectId}`.execute(db);
  const ids = groupIds.rows.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(causes / 2);

  const signatures = (work: (transaction: Db) => Promise<unknown>) => rowsFetched(db, ["failure_signature"], work);
  expect(await signatures((transaction) => groupRows(transaction, projectId, ids))).toBeLessThan(5 * causes);
  const unknown = (transaction: Db) => unknownErrors(transaction, { projectId, runId, between: null });
  expect(await signatures(unknown)).toBeLessThan(5 * causes);
  for (const counted of [testsByOwner, testsByLocation])
    expect(await rowsFetched(db, tables, (transaction) => counted(transaction, projectId))).toBeLessThan(5 * tests);
});

test("a query for many results of small runs does not read the runs for each result", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const fill = async (name: string) => {
    const { key, projectId } = await seedProject(plumb, name);
    for (let run = 0; run < smallRuns; run += 1)
      await send(plumb, key, { "a.xml": smallReport(run) }, { build: `${run}` });
    const { rows } = await sql<{ id: number }>`select id from run where project_id = ${projectId} order by id`.execute(
      db,
    );
    return { projectId, runIds: rows.map(({ id }) => id) };
  };
  // A database whose statistics are older than its runs.
  const { projectId: first, runIds: firstRuns } = await fill("Shop");
  while ((await countEndedRuns(db, 2)).runs > 0);
  await analyseUnknown(db);
  const { rows: input } = await sql<{ id: number }>`select id from test where project_id = ${first}`.execute(db);
  const testIds = input.map(({ id }) => id);
  const rule = await flakinessRuleOf(db, first);
  const judged = (transaction: Db) =>
    executionsOf(transaction, { projectId: first, rule, now: plumb.time.now }, testIds);
  const executions = testIds.length * smallRuns;
  // Each execution is read once, and each run once instead of once per execution.
  expect(await rowsFetched(db, ["result", "run"], judged)).toBeLessThan(1.5 * executions);
  // The reports name no authors.
  const authors = (transaction: Db) => learnReportedOwners(transaction, { projectId: first, runIds: firstRuns });
  expect(await rowsFetched(db, ["result"], authors)).toBe(0);
  // A project that is newer than the statistics.
  await sql`analyze`.execute(db);
  const { projectId, runIds } = await fill("Bank");
  const collected = (transaction: Db) =>
    unknownErrors(transaction, { projectId, runId: runIds.at(-1) ?? 0, between: null });
  expect(await rowsFetched(db, ["run"], collected)).toBeLessThan(5 * smallRuns);
  const counted = (transaction: Db) =>
    sql`select * from ${resultsOf({ projectId, runIds: runIds.slice(-5) })} r`.execute(transaction);
  expect(await rowsFetched(db, ["run"], counted)).toBeLessThan(5 * smallRuns);
});

function smallReport(run: number): string {
  return junit([
    ["cart", "lists"],
    ...Array.from({ length: 5 }, (_, index): readonly [string, string, string] => [
      "cart",
      `adds ${index}`,
      invented(run),
    ]),
  ]);
}

const smallRuns = 60;
const causes = 200;

function at(text: string, number: number): string {
  return text.charAt(number % text.length);
}

/** Returns words that no other error contains, because numbers alone do not distinguish errors. */
function invented(index: number): string {
  const letters = "bcdfghklmnprstvz";
  const word = (number: number) =>
    [3, 5, 7, 11].map((factor) => at(letters, number * factor + (number >> 4)) + at("aeiou", number * factor)).join("");
  return `boom of the ${word(index)} in ${word(index * 7 + 3)} at ${word(index * 31 + 11)}`;
}
