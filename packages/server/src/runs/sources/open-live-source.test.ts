import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Database, Db } from "#store/db.ts";
import { lockAndCheckBatches } from "./check-batches.ts";
import { lockSource, markCompleted } from "#store/ingest/live-sources.ts";
import { openLiveSource, type OpenedLiveSource } from "./open-live-source.ts";
import type { BatchTarget, NewResult } from "#store/ingest/batch.ts";
import { createRecording } from "#store/ingest/recording.ts";
import { resultRows } from "#testing/result-rows.ts";
import { beginSource } from "./begin-source.ts";
import type { NewRun } from "#store/ingest/sources.ts";
import { withdrawAbandoned } from "./withdraw-source.ts";
import { updateRunStatus } from "#runs/status/update-run-status.ts";
import { silentRuns } from "#store/runs/runs.ts";
import { announceWriter } from "#store/writer.ts";
import { countRows, createTestDatabase, readRows, runStatement } from "#testing/database.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { projectWithNewRun } from "#testing/runs.ts";

const now = new Date("2026-03-04T11:00:00Z");
const client = { clientId: "worker-7", name: "live", format: "live" };

/** Opens the source of a client like a new server process. */
async function connect(database: Database, run: NewRun): Promise<OpenedLiveSource & { kind: "open" }> {
  await using writer = await announceWriter(database);
  const opened = await openLiveSource(database.db, writer, run, client, now);
  if (opened.kind !== "open") throw new Error(opened.kind);
  return opened;
}

function result(key: string, status: NewResult["status"], change: Partial<NewResult> = {}): NewResult {
  return {
    key,
    file: null,
    titlePath: [key],
    variant: "",
    tags: [],
    status,
    firstStatus: status,
    flaky: false,
    retries: 0,
    worker: null,
    durationMs: null,
    startedAt: null,
    attempts: [],
    browser: null,
    author: null,
    annotations: [],
    errorLine: null,
    failureSignature: null,
    maxRetries: null,
    timeoutMs: null,
    assertions: null,
    detailed: false,
    ...change,
  };
}

async function record(db: Db, target: BatchTarget, results: readonly NewResult[]): Promise<void> {
  const recording = createRecording(db, target);
  const batch = { rows: resultRows(results), details: null, artifacts: [] };
  await recording.prepare(batch, await recording.identify(batch.rows))();
}

/** Processes an arriving batch of a source. */
async function hearBatch(db: Db, target: BatchTarget, batch: number) {
  const { steps } = await db
    .transaction()
    .execute((transaction) => lockAndCheckBatches(transaction, target.projectId, [{ ...target, batch }], now));
  return steps.get(target.sourceId)?.kind;
}

async function statusesOf(db: Db): Promise<string[]> {
  const rows = await readRows<{ status: string }>(db, "select status from result order by id");
  return rows.map(({ status }) => status);
}

async function runOf(db: Db) {
  const rows = await readRows(db, "select status, total, passed, failed, flaky from run");
  return rows[0];
}

test("a live source outlives its process, and an abandoned upload is rolled back", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const run = await projectWithNewRun(db);
  const { target } = await connect(database, run);
  await record(db, target, [result(randomUUID(), "passed")]);
  await hearBatch(db, target, 1);
  await using died = await announceWriter(database);
  await beginSource(
    db,
    died,
    run,
    {
      kind: "file",
      name: "half.xml",
      format: "junit",
      contentHash: Buffer.alloc(32, 1),
      bytes: 1,
      shard: null,
    },
    { now },
  );
  await died[Symbol.asyncDispose]();

  await using restarted = await announceWriter(database);
  expect(await withdrawAbandoned(db, restarted, now)).toHaveLength(1);

  expect(await countRows(db, "upload")).toBe(1);
  expect(await statusesOf(db)).toEqual(["passed"]);
  const again = await connect(database, run);
  expect(again).toMatchObject({ target, lastBatch: 1 });
});

test("batches are counted: a repeated one is known, and an early one waits", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const { target } = await connect(database, await projectWithNewRun(db));
  const hear = (batch: number) => hearBatch(db, target, batch);

  expect([await hear(1), await hear(1), await hear(3), await hear(2), await hear(3)]).toEqual([
    "apply",
    "acknowledge",
    "gap",
    "apply",
    "apply",
  ]);
  await runStatement(db, "update upload set status = 'recorded'");
  expect(await hear(4)).toBe("ended");
});

test("a completed client that returns changes nothing", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const run = await projectWithNewRun(db);
  await connect(database, run);
  await runStatement(db, "update upload set status = 'recorded'");
  await runStatement(db, "update run set status = 'completed'");

  await using writer = await announceWriter(database);
  expect((await openLiveSource(db, writer, run, client, now)).kind).toBe("ended");
  expect(await runOf(db)).toMatchObject({ status: "completed" });
});

test("a run whose live source falls silent is interrupted, and runs again with the next batch", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const { target } = await connect(database, await projectWithNewRun(db));
  const silentSince = new Date(Date.now() + 60_000);

  await db.transaction().execute(async (transaction) => {
    for (const silent of await silentRuns(transaction, silentSince, 10)) {
      await updateRunStatus(transaction, { ...silent, now, silent: true });
    }
  });
  expect(await runOf(db)).toMatchObject({ status: "interrupted" });
  await hearBatch(db, target, 1);

  expect(await runOf(db)).toMatchObject({ status: "running" });
});

test("a test is announced, runs and finishes in one row, and the counters follow", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const { target } = await connect(database, await projectWithNewRun(db));
  const [one, two] = [randomUUID(), randomUUID()];

  await record(db, target, [result(one, "announced"), result(two, "announced")]);
  expect(await statusesOf(db)).toEqual(["announced", "announced"]);
  await record(db, target, [result(one, "running")]);
  expect(await runOf(db)).toMatchObject({ total: 2, passed: 0, failed: 0 });
  await record(db, target, [result(one, "passed", { flaky: true, firstStatus: "failed", retries: 1 })]);

  expect(await statusesOf(db)).toEqual(["announced", "passed"]);
  expect(await runOf(db)).toMatchObject({ total: 2, passed: 1, failed: 0, flaky: 1 });
  // Finished tests are final: the same test again is another occurrence.
  await record(db, target, [result(one, "failed")]);
  expect(await runOf(db)).toMatchObject({ total: 3, passed: 1, failed: 1 });
});

test("a running run keeps a failure of another job, although its test passes here", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const run = await projectWithNewRun(db);
  const { target } = await connect(database, run);
  await using writer = await announceWriter(database);
  const other = await openLiveSource(db, writer, run, { ...client, clientId: "worker-8" }, now);
  if (other.kind !== "open") throw new Error(other.kind);
  const key = randomUUID();

  await record(db, target, [result(key, "failed")]);
  await record(db, other.target, [result(key, "running")]);
  await record(db, other.target, [result(key, "passed")]);

  expect(await runOf(db)).toMatchObject({ total: 2, passed: 1, failed: 1, flaky: 0 });
});

test.runIf(hasSeveralTransactions)(
  "a client that opens its source during its completion learns that it ended",
  async () => {
    await using database = await createTestDatabase();
    const { db } = database;
    const run = await projectWithNewRun(db);
    const { target } = await connect(database, run);
    await hearBatch(db, target, 1);
    await using writer = await announceWriter(database);
    const opened = await overlap(
      db,
      async (transaction) => {
        await lockSource(transaction, target);
        await markCompleted(transaction, target, { interruption: null, durationMs: 5000 });
        await updateRunStatus(transaction, { ...target, now });
      },
      () => openLiveSource(db, writer, run, client, now),
    );
    expect(opened).toMatchObject({ kind: "ended", target, lastBatch: 1 });
    const rows = await readRows(db, "select status, duration_ms from upload");
    expect(rows).toEqual([{ status: "recorded", duration_ms: 5000 }]);
  },
);
