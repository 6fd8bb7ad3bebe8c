import { sql } from "kysely";
import { expect, test } from "vitest";
import { changeCounts, changedTests } from "./compare.ts";
import { statesOfRows } from "./failing-rows.ts";
import { gateFailures } from "./gate.ts";
import { recentOutcomes } from "#store/results/result-history.ts";
import type { Db } from "#store/db.ts";
import { collectFailures } from "#failures/collect-failures.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { rowsFetched } from "#testing/rows-fetched.ts";
import { timedJunit } from "#testing/timed-reports.ts";

const tests = 20;
const visibleOutcomes = 5;

/** Returns a report in which some of the tests fail. */
function report(minutes: number, fails: (index: number) => boolean): string {
  return timedJunit(
    minutes,
    Array.from({ length: tests }, (_, index) => [`adds ${index}`, fails(index) ? "f" : "p"] as const),
  );
}

interface Runs {
  readonly branch: string;
  readonly minutes: readonly number[];
  readonly fails: (index: number) => boolean;
}

async function sendRuns(plumb: TestApp, { key, projectId }: Project, { branch, minutes, fails }: Runs) {
  for (const minute of minutes) {
    const { body } = await send(
      plumb,
      key,
      { "a.xml": report(minute, fails) },
      { build: `${branch} ${minute}`, branch },
    );
    await collectFailures(plumb.context, { projectId, runId: body.data.reportId });
  }
}

type Project = Awaited<ReturnType<typeof seedProject>>;

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => from + index);

/** Counts the rows that each call about the newest report of `main` reads. */
async function rowsRead(plumb: TestApp, projectId: number): Promise<Record<string, number>> {
  const { db } = plumb.context;
  await sql`analyze`.execute(db);
  const { rows: runs } = await sql<{ id: number }>`
    select id from run where project_id = ${projectId} and branch = 'main' order by started_at desc limit 2
  `.execute(db);
  const [runId = 0, baseId = 0] = runs.map(({ id }) => id);
  const { rows: results } = await sql<{ id: number; testId: number }>`
    select id, test_id as "testId" from result where project_id = ${projectId} and run_id = ${runId} order by id
  `.execute(db);
  const expected = { projectId, runId, resultIds: results.map(({ id }) => id) };
  const pair = { projectId, baseId, headId: runId };
  const calls: Record<string, (transaction: Db) => Promise<unknown>> = {
    changes: (transaction) => changeCounts(transaction, pair),
    "changed tests": (transaction) => changedTests(transaction, pair, tests),
    gate: (transaction) => gateFailures(transaction, projectId, runId, { offset: 0, limit: tests }),
    states: (transaction) =>
      statesOfRows(
        transaction,
        { projectId, runId, baseId },
        results.map(({ testId }) => ({ testId, occurrence: 1 })),
      ),
    outcomes: (transaction) => recentOutcomes(transaction, expected, visibleOutcomes),
  };
  const read: Record<string, number> = {};
  for (const [name, call] of Object.entries(calls))
    read[name] = await rowsFetched(db, ["failure", "result", "run", "test"], async (transaction) => {
      // Uses indexes as in a large database. Small tables are scanned for each lookup.
      await sql`set local enable_seqscan = off`.execute(transaction);
      await call(transaction);
    });
  return read;
}

const fewFail = (index: number) => index % 5 === 0;

test("calls about the newest report read no more rows after many more runs of its branch and of others", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb, "Shop");
  const { projectId } = project;
  await sendRuns(plumb, project, { branch: "main", minutes: range(200, 200 + 2 * visibleOutcomes), fails: fewFail });
  await sendRuns(plumb, project, { branch: "main", minutes: [300], fails: () => true });
  const before = await rowsRead(plumb, projectId);
  await sendRuns(plumb, project, { branch: "main", minutes: range(100, 130), fails: fewFail });
  await sendRuns(plumb, project, { branch: "feature", minutes: range(130, 160), fails: () => true });
  const after = await rowsRead(plumb, projectId);
  const grown = Object.entries(after).filter(([name, rows]) => rows > 1.5 * (before[name] as number));
  expect(grown).toEqual([]);
  expect(Object.values(before)).not.toContain(0);
  // The result of a test is looked up once, and its outcomes in as many runs as are shown.
  expect(after["outcomes"]).toBeLessThan(20 * tests);
});
