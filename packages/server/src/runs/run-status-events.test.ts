import { expect, test } from "vitest";
import { interruptSilent } from "./interrupt-silent.ts";
import { beginSource } from "#runs/sources/begin-source.ts";
import type { NewRun } from "#store/ingest/sources.ts";
import { withdrawSource } from "#runs/sources/withdraw-source.ts";
import { createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { rowsOf, runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";

const green = junit([["cart", "adds"]]);
const shard = playwright([{ title: "adds", attempts: ["passed"] }], { shard: { current: 1, total: 2 } });

interface Sent {
  readonly kind: string;
  readonly target: string;
  readonly data: {
    readonly judgement: number;
    readonly run: { readonly status: string; readonly total: number } | null;
  };
}

/** Returns the statuses that listeners are notified of, in order. */
async function sent(plumb: TestApp): Promise<(string | null)[]> {
  const jobs = (await rowsOf(plumb.context.db, "job")) as Sent[];
  return jobs.filter(({ kind }) => kind === "run-judged").map(({ data }) => data.run?.status ?? null);
}

async function runs(plumb: TestApp): Promise<{ id: number; key: string; status: string; judgement: number }[]> {
  return (await rowsOf(plumb.context.db, "run")) as { id: number; key: string; status: string; judgement: number }[];
}

/** Starts an upload into an existing run, like a request that is cut off. */
async function begin(plumb: TestApp, projectId: number, key: string) {
  const { db, writer, clock } = plumb.context;
  const run: NewRun = {
    projectId,
    key,
    build: "b1",
    suite: "s",
    framework: "junit",
    environment: "",
    branch: null,
    commit: null,
    commitAuthor: null,
    pullRequest: null,
    ciUrl: null,
    startedAt: clock(),
    whole: false,
  };
  const file = {
    kind: "file" as const,
    name: "late.xml",
    format: "junit",
    contentHash: Buffer.alloc(32, 7),
    bytes: 1,
    shard: null,
  };
  const started = await beginSource(db, writer, run, file, { now: clock() });
  if (started.kind !== "begun") throw new Error(started.kind);
  return started.sourceId;
}

test("a finished upload updates the run and calls listeners with a snapshot", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await send(plumb, key, { "a.xml": green }, { build: "b1" });
  await send(plumb, key, { "b.xml": junit([["cart", "pays", "no card"]]) }, { build: "b1" });
  const jobs = ((await rowsOf(plumb.context.db, "job")) as Sent[]).filter(({ kind }) => kind === "run-judged");
  expect(jobs.map(({ data }) => [data.judgement, data.run?.status, data.run?.total])).toEqual([
    [1, "completed", 1],
    // The second report reopens the run.
    [2, "running", 1],
    [3, "failed", 2],
  ]);
  expect(new Set(jobs.map(({ target }) => target)).size).toBe(1);
});

test("an existing report changes nothing and calls no listener", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await send(plumb, key, { "a.xml": green }, { build: "b1" });
  await send(plumb, key, { "a.xml": green }, { build: "b1" });
  expect(await sent(plumb)).toEqual(["completed"]);
  expect(await runs(plumb)).toMatchObject([{ status: "completed", judgement: 1 }]);
});

test("a run whose second upload is rolled back has its previous state", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  await send(plumb, key, { "a.xml": green }, { build: "b1" });
  const [run] = await runs(plumb);
  const sourceId = await begin(plumb, projectId, run?.key ?? "");
  expect(await runs(plumb)).toMatchObject([{ status: "running" }]);
  await withdrawSource(plumb.context.db, projectId, sourceId, plumb.time.now);
  expect(await runs(plumb)).toMatchObject([{ status: "completed" }]);
  expect(await sent(plumb)).toEqual(["completed", "running", "completed"]);
});

test("a run deleted with its only upload is reported as deleted", async () => {
  await using plumb = await createTestApp();
  const { projectId } = await seedProject(plumb);
  const sourceId = await begin(plumb, projectId, "new");
  await withdrawSource(plumb.context.db, projectId, sourceId, plumb.time.now);
  expect(await runs(plumb)).toEqual([]);
  expect(await sent(plumb)).toEqual([null]);
});

test("silence ends a run once, and keeps its start time", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const startedAt = "2026-03-03T10:00:00.000Z";
  await send(plumb, key, { "a.json": shard }, { build: "b1", startedAt });
  const { signal } = new AbortController();
  for (let round = 0; round < 2; round++) await interruptSilent(plumb.context, new Date(Date.now() + 60_000), signal);
  expect(await sent(plumb)).toEqual(["running", "interrupted"]);
  expect(await runs(plumb)).toMatchObject([{ status: "interrupted", started_at: new Date(startedAt) }]);
});

test("many silent runs end in batches", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await send(plumb, key, { "a.json": shard }, { build: "b1" });
  await runStatement(
    plumb.context.db,
    `insert into run (project_id, number, key, suite, framework, environment, status, started_at)
     select project_id, 1 + n, 'silent ' || n, suite, framework, environment, 'running', started_at
       from run, generate_series(1, 120) n`,
  );
  const { signal } = new AbortController();
  await interruptSilent(plumb.context, new Date(Date.now() + 60_000), signal);
  expect((await runs(plumb)).filter(({ status }) => status === "running")).toEqual([]);
});
