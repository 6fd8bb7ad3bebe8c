import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import type { BatchArtifact, BatchTarget, NewResult } from "./batch.ts";
import { createRecording, createRunRecording, type RowBatch } from "./recording.ts";
import { recountAuthors } from "#store/runs/run-authors.ts";
import { resultRows } from "#testing/result-rows.ts";
import { projectWithNewRun } from "#testing/runs.ts";
import { beginSource } from "#runs/sources/begin-source.ts";
import { announceWriter } from "#store/writer.ts";
import { createTestDatabase } from "#testing/database.ts";

function result(key: string, status: "passed" | "failed"): NewResult {
  return {
    key,
    file: "cart.spec.ts",
    titlePath: ["Cart", 'adds "two" items'],
    variant: "",
    tags: [],
    status,
    firstStatus: status,
    flaky: false,
    retries: 0,
    worker: null,
    durationMs: 10.5,
    startedAt: null,
    browser: null,
    author: null,
    annotations: [],
    failureSignature: status === "failed" ? "0123456789abcdef" : null,
    errorLine: status === "failed" ? String.raw`expected {1, "2"} \ NULL` : null,
    attempts: [],
    maxRetries: null,
    timeoutMs: null,
    assertions: null,
    detailed: status === "failed",
  };
}

function batchOf(results: readonly NewResult[]): RowBatch {
  const details = results.some(({ detailed }) => detailed) ? Buffer.from("packed") : null;
  return { rows: resultRows(results), details, artifacts: [] };
}

/** Writes batches one after another, as an upload does. */
async function record(db: Db, target: BatchTarget, ...batches: readonly RowBatch[]): Promise<void> {
  const recording = createRecording(db, target);
  for (const batch of batches) await recording.prepare(batch, await recording.identify(batch.rows))();
}

/** Creates a run in its own database. */
async function createRun() {
  const database = await createTestDatabase();
  const { db } = database;
  const writer = await announceWriter(database);
  const run = await projectWithNewRun(db);
  const { projectId } = run;
  const upload = async (hash: number): Promise<BatchTarget> => {
    const file = {
      kind: "file" as const,
      name: "f",
      format: "junit",
      contentHash: Buffer.alloc(32, hash),
      bytes: 1,
      shard: null,
    };
    const started = await beginSource(db, writer, run, file, { now: run.startedAt });
    if (started.kind !== "begun") throw new Error(started.kind);
    return { projectId, runId: started.run.id, sourceId: started.sourceId, shard: null };
  };
  return {
    db,
    upload,
    async [Symbol.asyncDispose]() {
      await writer[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

test("if two uploads contain the same new test, the later one repeats it, without duplicates", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const [first, second] = [await upload(1), await upload(2)];
  const key = randomUUID();
  const passed = [result(key, "passed")];
  const failed = [result(key, "failed"), result(randomUUID(), "passed")];

  // Both read the run before either writes, so neither knows the tests of the other.
  const [byFirst, bySecond] = [createRecording(db, first), createRecording(db, second)];
  const seenByFirst = await byFirst.identify(batchOf(passed).rows);
  const seenBySecond = await bySecond.identify(batchOf(failed).rows);
  expect([seenByFirst.repeated, seenBySecond.repeated]).toEqual([false, false]);
  await byFirst.prepare(batchOf(passed), seenByFirst)();
  await bySecond.prepare(batchOf(failed), seenBySecond)();

  const { rows: runs } = await sql`
    select total, passed, failed, flaky, first_passed as "firstPassed", test_duration_ms as "testDurationMs" from run
  `.execute(db);
  expect(runs).toEqual([{ total: 2, passed: 1, failed: 1, flaky: 0, firstPassed: 2, testDurationMs: 31.5 }]);
  const { rows } = await sql`
    select generation, flaky, superseded_by as "supersededBy", error_line as "errorLine", detail_id is null as plain
      from result order by id
  `.execute(db);
  expect(rows).toEqual([
    {
      generation: 0,
      flaky: false,
      supersededBy: second.sourceId,
      errorLine: null,
      plain: true,
    },
    { generation: 1, flaky: false, supersededBy: null, errorLine: failed[0]?.errorLine, plain: false },
    { generation: 0, flaky: false, supersededBy: null, errorLine: null, plain: true },
  ]);
});

test("files of one request see each other's tests, and those that another request adds in between", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const [first, second, third] = [await upload(1), await upload(2), await upload(3)];
  const [own, others] = [randomUUID(), randomUUID()];
  const shared = createRunRecording(db);
  const write = async (target: BatchTarget, state: typeof shared, ...results: NewResult[]) => {
    const recording = createRecording(db, target, state);
    await recording.prepare(batchOf(results), await recording.identify(batchOf(results).rows))();
  };
  await write(first, shared, result(own, "passed"));
  await write(second, createRunRecording(db), result(others, "passed"));
  await write(third, shared, result(own, "failed"), result(others, "failed"));

  const { rows } = await sql`
    select upload_id as "sourceId", generation, superseded_by as "supersededBy" from result order by id
  `.execute(db);
  expect(rows).toEqual([
    { sourceId: first.sourceId, generation: 0, supersededBy: third.sourceId },
    { sourceId: second.sourceId, generation: 0, supersededBy: third.sourceId },
    { sourceId: third.sourceId, generation: 1, supersededBy: null },
    { sourceId: third.sourceId, generation: 1, supersededBy: null },
  ]);
  expect((await sql`select total, passed, flaky from run`.execute(db)).rows).toEqual([
    { total: 2, passed: 0, flaky: 0 },
  ]);
});

function screenshot(index: number, name: string): BatchArtifact {
  return {
    index,
    attempt: 0,
    step: null,
    kind: "screenshot",
    name,
    contentType: "image/png",
    path: null,
    size: null,
    blobHash: null,
  };
}

test("artifacts belong to the result they came with, in the order of the report", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const target = await upload(1);
  const results = ["passed", "failed", "passed"].map((status) => result(randomUUID(), status as "passed" | "failed"));
  const artifacts = [screenshot(1, 'said "no"'), screenshot(2, "{b}"), screenshot(1, "c")];

  await record(db, target, { ...batchOf(results), artifacts });

  const { rows } = await sql`
    select a.name, t.key from artifact a
      join result r on r.project_id = a.project_id and r.id = a.result_id
      join test t on t.project_id = r.project_id and t.id = r.test_id
     order by a.id
  `.execute(db);
  expect(rows).toEqual(artifacts.map(({ index, name }) => ({ name, key: results[index]?.key })));
});

test("a batch of a rolled-back upload writes nothing", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const target = await upload(1);
  const results = [result(randomUUID(), "failed")];
  const recording = createRecording(db, target);
  const tests = await recording.identify(batchOf(results).rows);
  await sql`update upload set status = 'recorded'`.execute(db);

  await expect(recording.prepare(batchOf(results), tests)()).rejects.toThrow("was rolled back");

  const { rows } = await sql`
    select (select count(*) from result) as results, (select count(*) from result_detail) as details, (select total from run) as total
  `.execute(db);
  expect(rows).toEqual([{ results: 0, details: 0, total: 0 }]);
});

function of(author: string | null, status: "passed" | "failed", key: string = randomUUID()): NewResult {
  return { ...result(key, status), author };
}

test("a run has the authors of its tests and failures, also after a rerun", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const [first, second] = [await upload(1), await upload(2)];
  const key = randomUUID();
  const authors = async () => {
    const { rows } = await sql<{ all: string[]; failed: string[]; known: string[] }>`
      select r.authors as "all", r.failed_authors as failed, array_agg(a.name order by a.name) as known
        from run r join author a using (project_id) group by r.project_id, r.id, r.authors, r.failed_authors
    `.execute(db);
    return rows[0];
  };

  await record(
    db,
    first,
    batchOf([of("grace", "passed"), of("Unknown", "failed"), of(" ", "failed"), of(null, "failed")]),
    batchOf([of("ada, the 'first'", "failed", key), of("grace", "passed")]),
  );
  const both = ["ada, the 'first'", "grace"];
  expect(await authors()).toEqual({ all: both, failed: both.slice(0, 1), known: both });

  await record(db, second, batchOf([of("linus", "failed", key)]));
  await recountAuthors(db, first.projectId, first.runId);
  expect(await authors()).toEqual({ all: ["grace", "linus"], failed: ["linus"], known: [...both, "linus"] });
});

test("stores results exactly, whatever they contain", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const target = await upload(1);
  const odd = 'tab\tbackslash\\ "quoted" {braces}, line\r\nbreak \\N 🙂';
  const at = Date.UTC(2026, 10, 20, 23, 59, 59, 999);
  const plain = result(randomUUID(), "passed");
  const sent: NewResult[] = [
    { ...plain, startedAt: at, attempts: [[at, 10.5, null, "passed"]], worker: null },
    {
      ...result(randomUUID(), "failed"),
      startedAt: at + 0.25,
      worker: 70_000,
      retries: 70_000,
      durationMs: null,
      browser: odd,
      author: odd,
      errorLine: odd,
      annotations: [odd, "plain"],
      occurrence: 3,
      attempts: [
        [at, null, 1, "error"],
        [null, 2, null, "failed"],
      ],
      firstStatus: "skipped",
    },
    { ...result(randomUUID(), "failed"), startedAt: Date.UTC(1971, 0, 1), worker: -5, durationMs: 0 },
  ];
  const rows = structuredClone(resultRows(sent));

  await record(db, target, { rows, details: Buffer.from([0, 255, 92]), artifacts: [] });

  const { rows: stored } = await sql`
    select r.seq, r.occurrence, r.generation, r.rank, r.status, r.first_status as "firstStatus", r.flaky, r.retries, r.worker,
           r.duration_ms as "durationMs", extract(epoch from r.started_at)::float8 * 1000 as "startedAt", r.attempt_spans as spans,
           r.browser, r.author, r.error_line as "errorLine", r.failure_signature as signature, r.annotations,
           r.detail_slot as slot, encode(d.details, 'hex') as details, r.upload_id = ${target.sourceId} as own
      from result r left join result_detail d on d.project_id = r.project_id and d.id = r.detail_id
     order by r.seq
  `.execute(db);
  const base = { generation: 0, flaky: false, browser: null, author: null, annotations: null, spans: null, own: true };
  const signature = "0123456789abcdef";
  expect(stored).toEqual([
    {
      ...base,
      seq: 1,
      occurrence: 1,
      rank: 5,
      status: "passed",
      firstStatus: "passed",
      retries: 0,
      worker: null,
      durationMs: 10.5,
      startedAt: at,
      errorLine: null,
      signature: null,
      slot: null,
      details: null,
    },
    {
      ...base,
      browser: odd,
      author: odd,
      errorLine: odd,
      annotations: [odd, "plain"],
      signature,
      details: "00ff5c",
      seq: 2,
      occurrence: 3,
      rank: 0,
      status: "failed",
      firstStatus: "skipped",
      retries: 32_767,
      worker: 32_767,
      durationMs: null,
      startedAt: at + 0.25,
      spans: sent[1]?.attempts,
      slot: 0,
    },
    {
      ...base,
      seq: 3,
      occurrence: 1,
      rank: 0,
      status: "failed",
      firstStatus: "failed",
      retries: 0,
      worker: -1,
      durationMs: 0,
      startedAt: Date.UTC(1971, 0, 1),
      errorLine: sent[2]?.errorLine,
      signature,
      slot: 1,
      details: "00ff5c",
    },
  ]);
});

test("a repeated test keeps the start of its only attempt, and the duration of both runs", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const [first, second] = [await upload(1), await upload(2)];
  const key = randomUUID();
  const once = (status: "passed" | "failed", at: number): NewResult => ({
    ...result(key, status),
    startedAt: at,
    worker: 4,
    attempts: [[at, 10.5, 4, status]],
  });
  const [started, again] = [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21)];
  const unreported = { ...result(randomUUID(), "passed"), durationMs: 1 };

  await record(db, first, batchOf([once("passed", started), unreported]));
  await record(db, second, batchOf([once("failed", again), unreported]));

  const { rows } = await sql`
    select generation, duration_ms as "durationMs", retries, flaky, attempt_spans as spans from result order by generation, duration_ms desc
  `.execute(db);
  expect(rows).toEqual([
    { generation: 0, durationMs: 10.5, retries: 0, flaky: false, spans: null },
    { generation: 0, durationMs: 1, retries: 0, flaky: false, spans: null },
    { generation: 1, durationMs: 21, retries: 1, flaky: false, spans: [[again, 10.5, 4, "failed"]] },
    { generation: 1, durationMs: 2, retries: 1, flaky: false, spans: [] },
  ]);
});

test("if shards are written concurrently, each result has its position and the counters are correct", async () => {
  await using run = await createRun();
  const { db, upload } = run;
  const shards = [await upload(1), await upload(2), await upload(3)].map((target, shard) => ({ ...target, shard }));
  const batches = 6;
  const each = 5;

  await Promise.all(
    shards.map(async (target) => {
      const all = Array.from({ length: batches }, () =>
        batchOf(Array.from({ length: each }, () => result(randomUUID(), "failed"))),
      );
      await record(db, target, ...all);
    }),
  );

  const all = shards.length * batches * each;
  const { rows } = await sql`
    select n.total, n.failed, count(*) as results, count(distinct r.seq) as places, max(r.seq) as last, count(distinct r.detail_id) as details,
           (select count(*) from result_detail) as packed
      from run n join result r using (project_id) group by n.project_id, n.id, n.total, n.failed
  `.execute(db);
  const packed = shards.length * batches;
  expect(rows).toEqual([{ total: all, failed: all, results: all, places: all, last: all, details: packed, packed }]);
});
