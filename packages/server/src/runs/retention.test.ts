import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Retention } from "@plumb/contract/projects/retention.ts";
import { expect, test } from "vitest";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { projectTotals } from "#store/runs/run-totals.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { countRows, readRows, runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";
import { withdrawInTest } from "#testing/runs.ts";
import { retentionRound } from "./retention.ts";

const day = 86_400_000;

/** Runs an action as if it were this many days ago. */
async function daysAgo<Result>(plumb: TestApp, days: number, work: () => Promise<Result>): Promise<Result> {
  const { now } = plumb.time;
  plumb.time.now = new Date(now.getTime() - days * day);
  try {
    return await work();
  } finally {
    plumb.time.now = now;
  }
}

async function report(plumb: TestApp, key: string, ageDays: number, query: Record<string, string> = {}) {
  const title = `adds ${ageDays}`;
  const { body } = await daysAgo(plumb, ageDays, () =>
    send(plumb, key, { "a.xml": junit([["cart", title]]) }, { suite: "web", ...query }),
  );
  return body.data;
}

async function preview(plumb: TestApp, projectId: number, token: string, query = ""): Promise<Retention> {
  const url = `/api/projects/${projectId}/retention${query}`;
  return (await call<{ data: Retention }>(plumb, "GET", url, { token })).body.data;
}

async function numbers({ context }: TestApp, projectId: number): Promise<number[]> {
  const rows = await readRows<{ number: number }>(
    context.db,
    `select number from run where project_id = ${projectId} order by number`,
  );
  return rows.map(({ number }) => number);
}

test("expired reports are deleted with their data, and daily counters, newer and kept reports stay", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  for (const age of [90, 60, 31, 29, 1]) await report(plumb, key, age, { build: String(age) });
  const [, second] = await readRows<{ id: number }>(db, "select id from run order by number");
  const retained = await call(plumb, "PUT", `/api/reports/${second?.id}/keep`, { token, body: { keep: true } });
  expect(retained).toMatchObject({ status: 200, body: { data: { kept: true } } });
  await countEndedRuns(db, 100);
  const before = (await projectTotals(db, projectId, { today: plumb.time.now, days: 30 })).all;

  expect(await preview(plumb, projectId, token)).toMatchObject({
    next: { reports: 2 },
    kept: 1,
    oldestKept: { number: 2 },
  });
  expect(await preview(plumb, projectId, token, "?retentionDays=15")).toMatchObject({ next: { reports: 3 } });
  await retentionRound(plumb.context);

  expect(await numbers(plumb, projectId)).toEqual([2, 4, 5]);
  const removed = "select target from job where kind = 'run-judged' and data ->> 'run' is null";
  expect(await readRows(db, removed)).toHaveLength(2);
  for (const table of ["result", "upload"]) expect(await countRows(db, table)).toBe(3);
  expect(await preview(plumb, projectId, token)).toMatchObject({ next: { reports: 0, bytes: 0 } });
  expect((await projectTotals(db, projectId, { today: plumb.time.now, days: 30 })).all).toEqual(before);
  const audit = await call<{ data: object[] }>(plumb, "GET", "/api/audit?action=reports.expired", { token });
  expect(audit.body.data).toMatchObject([{ detail: { reports: 2, retentionDays: 30 }, targetName: "Shop" }]);
});

test("the latest report of each suite and branch stays, however old it is", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  for (const [index, branch] of ["main", "main", "release/1", "", ""].entries())
    await report(plumb, key, 100 - index, { build: String(index), ...(branch !== "" && { branch }) });
  await report(plumb, key, 40, { build: "9", suite: "api", branch: "main" });
  await countEndedRuns(plumb.context.db, 100);
  await retentionRound(plumb.context);
  expect(await numbers(plumb, projectId)).toEqual([2, 3, 5, 6]);
});

test("runs that are being written or exported are kept until that ends", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  for (const age of [90, 80, 70, 1]) await report(plumb, key, age, { build: String(age) });
  await countEndedRuns(db, 100);
  await runStatement(db, "update upload set status = 'receiving' where run_id = (select id from run where number = 1)");
  const [, exported] = await readRows<{ id: number }>(db, "select id from run order by number");
  await call(plumb, "POST", `/api/reports/${exported?.id}/exports`, { token, body: { format: "json" } });
  await retentionRound(plumb.context);
  expect(await numbers(plumb, projectId)).toEqual([1, 2, 4]);
});

test("unreferenced blobs are deleted, and shared ones stay", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { db, config } = plumb.context;
  const withPicture = async (age: number, pictures: Record<string, string>) => {
    const attachments = Object.keys(pictures).map((name) => ({ name, contentType: "image/png", path: name }));
    const results = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
    const query = { suite: "web", build: String(age) };
    await daysAgo(plumb, age, () => send(plumb, key, { "results.json": results, ...pictures }, query));
  };
  await withPicture(60, { "old.png": "only old", "both.png": "shared by both" });
  await withPicture(1, { "both.png": "shared by both" });
  await countEndedRuns(db, 100);
  const { next } = await preview(plumb, projectId, token);
  expect(next.bytes).toBeGreaterThan("only old".length + "shared by both".length);
  const blobs = await readRows<{ hash: string }>(
    db,
    "select distinct blob_hash as hash, name from artifact order by name",
  );
  const files = blobs.map(({ hash }) => join(config.dataDir, "blobs", String(projectId), hash.slice(0, 2), hash));
  expect(files.map((file) => existsSync(file))).toEqual([true, true]);

  await retentionRound(plumb.context);
  expect(files.map((file) => existsSync(file))).toEqual([true, false]);
  expect(await countRows(db, "released_blob")).toBe(0);
});

test("a rolled-back upload frees its data", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const attachments = [{ name: "own.png", contentType: "image/png", path: "own.png" }];
  const results = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  await send(plumb, key, { "results.json": results, "own.png": "a picture" });
  const { db, config } = plumb.context;
  const [blob] = await readRows<{ hash: string }>(db, "select blob_hash as hash from artifact");
  const [upload] = await readRows<{ id: number }>(db, "select id from upload");
  await withdrawInTest(db, projectId, upload?.id ?? 0, plumb.time.now);
  const hash = blob?.hash ?? "";
  const file = join(config.dataDir, "blobs", String(projectId), hash.slice(0, 2), hash);
  expect(existsSync(file)).toBe(true);
  plumb.time.now = new Date(Date.now() + 2 * 3_600_000);
  await retentionRound(plumb.context);
  expect(existsSync(file)).toBe(false);
});

test("a round that is stopped leaves no half-deleted report visible, and the next round completes it", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  for (const age of [90, 1]) await report(plumb, key, age, { build: String(age) });
  await countEndedRuns(plumb.context.db, 100);
  const rows = await readRows<{ id: number }>(plumb.context.db, "select id from run order by number");
  let rounds = 0;
  await retentionRound(plumb.context, () => (rounds += 1) > 3);
  expect(await numbers(plumb, projectId)).toEqual([1, 2]);
  expect((await call(plumb, "GET", `/api/reports/${rows[0]?.id}`, { token })).status).toBe(404);
  // Another upload of the same build creates a new report instead of changing the expired one.
  const again = await report(plumb, key, 90, { build: "90" });
  expect(again.number).toBe(3);
  await retentionRound(plumb.context);
  expect(await numbers(plumb, projectId)).toEqual([2, 3]);
});

test("a project older than automatic cleanup loses nothing until its leads were notified and seven days passed", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  for (const age of [90, 1]) await report(plumb, key, age, { build: String(age) });
  await countEndedRuns(db, 100);
  await runStatement(db, "update project set retention_starts_at = null");
  await runStatement(
    db,
    "insert into membership (project_id, user_id, role) select p.id, a.id, 'LEAD' from project p, user_account a",
  );
  expect(await preview(plumb, projectId, token)).toMatchObject({ startsAt: null, next: { reports: 1 } });

  for (const days of [0, 6]) {
    plumb.time.now = new Date(plumb.time.now.getTime() + days * day);
    await retentionRound(plumb.context);
  }
  expect(await numbers(plumb, projectId)).toEqual([1, 2]);
  const sent = await call<{ data: object[] }>(plumb, "GET", "/api/notifications", { token });
  expect(sent.body.data).toMatchObject([
    {
      title: "Old reports of Shop will be deleted",
      message: expect.stringContaining("reports older than 30 days: 1 report today") as string,
      actionUrl: `/projects/${projectId}?tab=settings`,
    },
  ]);
  plumb.time.now = new Date(plumb.time.now.getTime() + 1.1 * day);
  await retentionRound(plumb.context);
  expect(await numbers(plumb, projectId)).toEqual([2]);
});

test("a lead who has seen the notice starts cleanup immediately, and a project without automatic cleanup keeps everything", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  for (const age of [90, 1]) await report(plumb, key, age, { build: String(age) });
  await countEndedRuns(db, 100);
  await runStatement(db, "update project set retention_starts_at = null");
  const confirmed = await call<{ data: Retention }>(plumb, "POST", `/api/projects/${projectId}/retention/confirm`, {
    token,
  });
  expect(confirmed.body.data.startsAt).toBe(plumb.time.now.toISOString());
  await call(plumb, "PUT", `/api/projects/${projectId}`, { token, body: { settings: { autoCleanup: false } } });
  await retentionRound(plumb.context);
  expect(await numbers(plumb, projectId)).toEqual([1, 2]);
  await call(plumb, "PUT", `/api/projects/${projectId}`, { token, body: { settings: { autoCleanup: true } } });
  await retentionRound(plumb.context);
  expect(await numbers(plumb, projectId)).toEqual([2]);
});
