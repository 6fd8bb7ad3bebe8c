import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Db } from "#store/db.ts";
import type { Batch, BatchArtifact, BatchTarget, NewResult } from "./batch.ts";
import { identifyTests, prepareBatch } from "./recording.ts";
import { recountAuthors } from "#store/runs/run-authors.ts";
import { newRun } from "#testing/runs.ts";
import { beginUpload } from "./uploads.ts";
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
    detailed: status === "failed",
  };
}

function batchOf(results: readonly NewResult[]): Batch {
  return { results, details: results.some(({ detailed }) => detailed) ? Buffer.from("packed") : null, artifacts: [] };
}

async function createRun(db: Db, database: Awaited<ReturnType<typeof createTestDatabase>>) {
  const writer = await announceWriter(database);
  const run = await newRun(db);
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
    const begun = await beginUpload(db, writer, run, file, run.startedAt);
    if (begun.kind !== "begun") throw new Error(begun.kind);
    return { projectId, runId: begun.run.id, uploadId: begun.uploadId, shard: null };
  };
  return { upload, close: () => writer[Symbol.asyncDispose]() };
}

test("two uploads that bring the same new test at the same moment: the later one runs it again, nothing is doubled", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const { upload, close } = await createRun(db, database);
  const [first, second] = [await upload(1), await upload(2)];
  const key = randomUUID();
  const failed = [result(key, "failed")];
  const passed = [result(key, "passed"), result(randomUUID(), "passed")];

  // Both look before either writes: neither knows of the other.
  const [seenByFirst, seenBySecond] = [await identifyTests(db, first, failed), await identifyTests(db, second, passed)];
  expect([seenByFirst.repeated, seenBySecond.repeated]).toEqual([false, false]);
  await prepareBatch(db, first, batchOf(failed), seenByFirst)();
  await prepareBatch(db, second, batchOf(passed), seenBySecond)();

  const { rows: runs } = await sql`
    select total, passed, failed, flaky, first_passed as "firstPassed", test_duration_ms as "testDurationMs" from run
  `.execute(db);
  expect(runs).toEqual([{ total: 2, passed: 2, failed: 0, flaky: 1, firstPassed: 1, testDurationMs: 31.5 }]);
  const { rows } = await sql`
    select generation, flaky, superseded_by as "supersededBy", error_line as "errorLine", detail_id is null as plain
      from result order by id
  `.execute(db);
  expect(rows).toEqual([
    {
      generation: 0,
      flaky: false,
      supersededBy: second.uploadId,
      errorLine: failed[0]?.errorLine,
      plain: false,
    },
    { generation: 1, flaky: true, supersededBy: null, errorLine: null, plain: true },
    { generation: 0, flaky: false, supersededBy: null, errorLine: null, plain: true },
  ]);
  await close();
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
  await using database = await createTestDatabase();
  const { db } = database;
  const { upload, close } = await createRun(db, database);
  const target = await upload(1);
  const results = ["passed", "failed", "passed"].map((status) => result(randomUUID(), status as "passed" | "failed"));
  const artifacts = [screenshot(1, 'said "no"'), screenshot(2, "{b}"), screenshot(1, "c")];

  await prepareBatch(db, target, { ...batchOf(results), artifacts }, await identifyTests(db, target, results))();

  const { rows } = await sql`
    select a.name, t.key from artifact a
      join result r on r.project_id = a.project_id and r.id = a.result_id
      join test t on t.project_id = r.project_id and t.id = r.test_id
     order by a.id
  `.execute(db);
  expect(rows).toEqual(artifacts.map(({ index, name }) => ({ name, key: results[index]?.key })));
  await close();
});

test("a batch of an upload that was taken back writes nothing", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const { upload, close } = await createRun(db, database);
  const target = await upload(1);
  const results = [result(randomUUID(), "failed")];
  const tests = await identifyTests(db, target, results);
  await sql`update upload set status = 'recorded'`.execute(db);

  await expect(prepareBatch(db, target, batchOf(results), tests)()).rejects.toThrow("was taken back");

  const { rows } = await sql`
    select (select count(*) from result) as results, (select count(*) from result_detail) as details, (select total from run) as total
  `.execute(db);
  expect(rows).toEqual([{ results: 0, details: 0, total: 0 }]);
  await close();
});

function of(author: string | null, status: "passed" | "failed", key: string = randomUUID()): NewResult {
  return { ...result(key, status), author };
}

test("a run knows whose tests it holds and whose failed, also when they are run again", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const { upload, close } = await createRun(db, database);
  const [first, second] = [await upload(1), await upload(2)];
  const key = randomUUID();
  const record = async (target: BatchTarget, results: readonly NewResult[]) =>
    prepareBatch(db, target, batchOf(results), await identifyTests(db, target, results))();
  const authors = async () => {
    const { rows } = await sql<{ all: string[]; failed: string[]; known: string[] }>`
      select authors as "all", failed_authors as failed, array(select name from author order by name) as known from run
    `.execute(db);
    return rows[0];
  };

  await record(first, [of("grace", "passed"), of("Unknown", "failed"), of(" ", "failed"), of(null, "failed")]);
  await record(first, [of("ada, the 'first'", "failed", key), of("grace", "passed")]);
  const both = ["ada, the 'first'", "grace"];
  expect(await authors()).toEqual({ all: both, failed: both.slice(0, 1), known: both });

  await record(second, [of("linus", "passed", key)]);
  await recountAuthors(db, first.projectId, first.runId);
  expect(await authors()).toEqual({ all: ["grace", "linus"], failed: [], known: [...both, "linus"] });
  await close();
});
