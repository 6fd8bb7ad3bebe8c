import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import { beginSource } from "./begin-source.ts";
import { markRecorded, type NewRun, type NewSource } from "#store/ingest/sources.ts";
import { withdrawAbandoned, withdrawSource } from "./withdraw-source.ts";
import { announceWriter } from "#store/writer.ts";
import { createTestDatabase, readRows } from "#testing/database.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { projectWithNewRun, withdrawInTest } from "#testing/runs.ts";

const now = new Date("2026-03-04T11:00:00Z");

function file(content: number): NewSource {
  const contentHash = Buffer.alloc(32, content);
  return { kind: "file", name: "a.xml", format: "junit", contentHash, bytes: 1, shard: null };
}

/** Begins an upload in a process that ends with the call. */
async function received(db: Db, run: NewRun) {
  await using writer = await announceWriter({ db, embedded: false });
  const started = await beginSource(db, writer, run, file(1), { now });
  if (started.kind !== "begun") throw new Error(started.kind);
  return started;
}

/** Ends a source in a transaction. */
function end(projectId: number, sourceId: number) {
  const unknown = {
    shard: null,
    place: null,
    host: null,
    senderHost: null,
    traits: {},
    rerun: false,
    localStartedAt: null,
    job: null,
    jobAttempt: null,
    frameworkVersion: null,
    declaredFailures: 0,
  };
  const nothing = { ...unknown, scope: null, scopeReason: null, interruption: null, startedAt: null, durationMs: null };
  return (transaction: Db) =>
    markRecorded(transaction, projectId, [{ ...nothing, sourceId, tests: 1, incomplete: false, runError: false }]);
}

const uploads = (db: Db) => readRows(db, "select status from upload");

test("a received upload is not rolled back, even if its process is assumed dead", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const run = await projectWithNewRun(db);
  await using writer = await announceWriter(database);
  const started = await beginSource(db, writer, run, file(1), { now });
  const sourceId = started.kind === "begun" ? started.sourceId : 0;
  await end(run.projectId, sourceId)(db);
  expect(await withdrawSource(db, run.projectId, sourceId, now)).toBeNull();
  expect(await uploads(db)).toEqual([{ status: "recorded" }]);
  await withdrawInTest(db, run.projectId, sourceId, now);
  expect(await uploads(db)).toEqual([]);
});

test("another file of a request is added to the run of the previous one, and recognised if the run has it", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const run = await projectWithNewRun(db);
  await using writer = await announceWriter(database);
  const first = await beginSource(db, writer, run, file(1), { now });
  const last = first.kind === "begun" ? first.run : null;
  const again = (content: number, change: Partial<NewRun> = {}) =>
    beginSource(db, writer, { ...run, ...change }, file(content), { now, last });
  expect(await again(2)).toMatchObject({ kind: "begun", run: last });
  expect(await again(2)).toEqual({ kind: "in_progress" });
  const other = await again(3, { key: "another" });
  expect(other).toMatchObject({ kind: "begun", run: { number: 2 } });
  await end(run.projectId, first.kind === "begun" ? first.sourceId : 0)(db);
  expect(await again(1)).toEqual({ kind: "duplicate", run: last });
  const rows = await readRows(db, "select run_id = (select min(id) from run) as same from upload order by id");
  expect(rows).toEqual([{ same: true }, { same: true }, { same: false }]);
});

test.runIf(hasSeveralTransactions)("an upload completed while it is assumed abandoned stays", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const run = await projectWithNewRun(db);
  const { sourceId } = await received(db, run);
  await using writer = await announceWriter(database);
  const withdrawn = await overlap(
    db,
    async (transaction) => {
      await readRows(transaction, "select from run for update");
      await end(run.projectId, sourceId)(transaction);
    },
    () => withdrawAbandoned(db, writer, now),
  );
  expect(withdrawn).toEqual([]);
  expect(await uploads(db)).toEqual([{ status: "recorded" }]);
});

test.runIf(hasSeveralTransactions)("two concurrent exports of one report are one report", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const run = { ...(await projectWithNewRun(db)), whole: true };
  const started = await received(db, run);
  await using writer = await announceWriter(database);
  const second = await overlap(
    db,
    async (transaction) => {
      await readRows(transaction, "select from run for update");
      await end(run.projectId, started.sourceId)(transaction);
    },
    () => beginSource(db, writer, run, file(2), { now }),
  );
  expect(second).toEqual({ kind: "duplicate", run: started.run });
  expect(await uploads(db)).toEqual([{ status: "recorded" }]);
});
