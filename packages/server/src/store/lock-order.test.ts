import { expect, test } from "vitest";
import { bumpRevision } from "#store/sql/revisions.ts";
import { collectFailures } from "#failures/collect-failures.ts";
import { updateIncidents } from "#failures/update-incidents.ts";
import { finishUpload } from "#ingest/sources/files/finish-upload.ts";
import { noSummary } from "#ingest/record/batch-builder.ts";
import { runJobs } from "#jobs/engine.ts";
import type { Db } from "./db.ts";
import { mergeRuns } from "#runs/sources/merge-runs.ts";
import { reopen } from "#runs/sources/reopen-runs.ts";
import { markRemoved } from "#store/runs/retention.ts";
import { linkTest } from "#store/tests/aliases.ts";
import { dirtyTests, markStaleForEvaluation } from "#store/tests/test-states.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { junit } from "#testing/reports.ts";

// Each transaction holds its first lock, waits for another transaction to queue, and requests its next lock, which the other one must not hold.

const names = "abcdefghijkl".split("");

/** Creates a project with a counted run of twelve tests. `titles` has the order in which tests are locked. */
async function countedProject() {
  const plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  const run = async (cases: Parameters<typeof junit>[0], build: string) => {
    const sent = await send(plumb, key, { "a.xml": junit(cases) }, { suite: "shop", build, branch: "main" });
    return sent.body.data.reportId;
  };
  const first = await run(
    names.map((name) => ["cart", name] as const),
    "1",
  );
  await countEndedRuns(db, 100);
  const tests = await readRows<{ id: number; title: string }>(
    db,
    `select id, title_path[cardinality(title_path)] as title from test order by id`,
  );
  const ids = tests.map(({ id }) => id);
  const titles = tests.map(({ title }) => title);
  return { plumb, db, projectId, now: plumb.time.now, run, first, ids, titles };
}

const lock = (transaction: Db, rows: string, wait = "") =>
  runStatement(transaction, `select from ${rows} for no key update ${wait}`);

/** Fails immediately if another transaction holds the rows. */
const lockNow = (transaction: Db, rows: string) => lock(transaction, rows, "nowait");

const holdsNoRun = (transaction: Db) => lockNow(transaction, "run");
const refused = (host: string) => `page.goto: net::ERR_CONNECTION_REFUSED at https://${host}/items`;

test.runIf(hasSeveralTransactions)("uncounting a run waits for its counting, and locks no day", async () => {
  const { plumb, db, projectId, now, first } = await countedProject();
  await using _plumb = plumb;
  await overlap(
    db,
    (transaction) => lock(transaction, "trend_state"),
    () => db.transaction().execute((transaction) => reopen(transaction, projectId, [first], now)),
    (transaction) => lockNow(transaction, "run_day"),
  );
  expect(await readRows(db, "select runs from run_day")).toEqual([{ runs: 0 }]);
});

test.runIf(hasSeveralTransactions)("merging or deleting runs waits for grouping, and locks no run", async () => {
  const { plumb, db, projectId, now, run, first } = await countedProject();
  await using _plumb = plumb;
  const failing = await run([["cart", "a", "it broke"]], "2");
  await runJobs(plumb.context);
  const collecting = (transaction: Db) => bumpRevision(transaction, "failure", projectId);
  // A partial run would keep the run before it from being deleted.
  await runStatement(db, "update run set partial = null");
  await overlap(
    db,
    collecting,
    () =>
      db
        .transaction()
        .execute((transaction) =>
          markRemoved(transaction, projectId, { cutoff: new Date(now.getTime() + 60_000), now, limit: 1 }),
        ),
    holdsNoRun,
  );
  const last = await run([["cart", "b"]], "3");
  const merged = await overlap(
    db,
    collecting,
    () => mergeRuns(db, projectId, { runIds: [failing, last], suite: "shop", now }),
    holdsNoRun,
  );
  expect(merged.kind).toBe("merged");
  expect(await readRows(db, `select removed_at is not null as removed from run order by id`)).toEqual([
    { removed: true },
    { removed: false },
  ]);
  expect(first).toBeLessThan(failing);
});

test.runIf(hasSeveralTransactions)("runs that resume together lock their tests in the same order", async () => {
  const { plumb, db, projectId, now, run, ids, titles } = await countedProject();
  await using _plumb = plumb;
  const runIds = [await run([["cart", titles.at(-1) ?? ""]], "2"), await run([["cart", titles[0] ?? ""]], "3")];
  await countEndedRuns(db, 100);
  await overlap(
    db,
    (transaction) => lock(transaction, `test_state where test_id = ${ids[0]}`),
    () => db.transaction().execute((transaction) => reopen(transaction, projectId, runIds, now)),
    (transaction) => lockNow(transaction, `test_state where test_id = ${ids.at(-1)}`),
  );
  expect(await readRows(db, "select 1 from run where counted_day is null")).toHaveLength(2);
});

test.runIf(hasSeveralTransactions)("tests of several incidents are locked in the same order", async () => {
  const { plumb, db, projectId, run, ids, titles } = await countedProject();
  await using _plumb = plumb;
  // The larger run comes first and has none of the first tests.
  const failing = await run(
    titles.map((title, index) => ["cart", title, refused(index < 5 ? "pay.test" : "stock.test")] as const),
    "2",
  );
  await collectFailures(plumb.context, { projectId, runId: failing });
  await overlap(
    db,
    (transaction) => lock(transaction, `test_state where test_id = ${ids[0]}`),
    () => updateIncidents(plumb.context, projectId),
    (transaction) => lockNow(transaction, `test_state where test_id = ${ids.at(-1)}`),
  );
  expect(await readRows(db, "select subject, tests from incident order by tests")).toMatchObject([
    { tests: 5 },
    { tests: 7 },
  ]);
});

test.runIf(hasSeveralTransactions)("a test and its earlier names are locked in the same order", async () => {
  const { plumb, db, projectId, now, ids } = await countedProject();
  await using _plumb = plumb;
  const [first = 0] = ids;
  const last = ids.at(-1) ?? 0;
  const [user] = await readRows<{ id: number }>(db, "select id from user_account");
  await db
    .transaction()
    .execute((transaction) =>
      linkTest(transaction, projectId, { testId: last, sameAsId: first, userId: user?.id ?? 0, now }),
    );
  await runStatement(db, `update test_activity set dirty = test_id = ${last}`);
  const evaluated = await overlap(
    db,
    (transaction) => lock(transaction, `test_state where test_id = ${first}`),
    () => db.transaction().execute((transaction) => dirtyTests(transaction, projectId, 100)),
    (transaction) => lockNow(transaction, `test_state where test_id = ${last}`),
  );
  expect(evaluated).toEqual([first]);
});

test.runIf(hasSeveralTransactions)("outdated tests are locked in the same order, wherever their rows are", async () => {
  const { plumb, db, projectId, now, ids } = await countedProject();
  await using _plumb = plumb;
  await runStatement(db, `update test_state set state = 'flaky', counts_until = '2026-01-01'`);
  await runStatement(db, `update test_activity set dirty = false`);
  // Moves the row of the first test to the end of the table.
  await runStatement(db, `update test_state set score = 1 where test_id = ${ids[0]}`);
  const stale = await overlap(
    db,
    (transaction) => lock(transaction, `test_state where test_id = ${ids[0]}`),
    () => markStaleForEvaluation(db, now),
    (transaction) => lockNow(transaction, `test_state where test_id = ${ids.at(-1)}`),
  );
  expect(stale).toEqual([projectId]);
});

test.runIf(hasSeveralTransactions)("ending an upload waits for its run, and locks no upload", async () => {
  const { plumb, db, projectId, first } = await countedProject();
  await using _plumb = plumb;
  await runStatement(db, "update upload set status = 'receiving'");
  const [upload] = await readRows<{ id: number }>(db, "select id from upload");
  const report = { bundle: { hash: "00", name: "a.xml" } };
  const runs = [
    {
      run: { id: first, number: 1 },
      recorded: [{ report, sourceId: upload?.id, runId: first, content: noSummary }],
      notStored: new Map(),
      planned: {},
    },
  ];
  await overlap(
    db,
    (transaction) => lock(transaction, "run"),
    () =>
      finishUpload(
        plumb.context,
        { projectId, query: {}, rejected: [], upload: { id: null } } as never,
        runs as never,
        () => Promise.reject(new Error("It has no row.")),
      ),
    (transaction) => lockNow(transaction, "upload"),
  );
  expect(await readRows(db, "select status from upload")).toEqual([{ status: "recorded" }]);
});
