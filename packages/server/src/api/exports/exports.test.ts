import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Export } from "@plumb/contract/runs/exports.ts";
import { expect, test } from "vitest";
import { blobOfExport, openExportFile, removeExportFile } from "#exports/queue/export-files.ts";
import { makeExport } from "#exports/queue/make-export.ts";
import { moveLocalExports } from "#exports/queue/move-local-exports.ts";
import { sweepExports } from "#exports/queue/sweep-exports.ts";
import { temporaryFolder } from "#core/data-folder.ts";
import { runJobs, startJobs } from "#jobs/engine.ts";
import { announceWriter } from "#store/writer.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { countRows, runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";

const report = playwright([
  { title: "adds to the cart", attempts: ["passed"] },
  { title: "pays by card", attempts: ["failed", "failed"], screenshot: "shots/card.png" },
]);

async function seedReport(plumb: TestApp) {
  const seeded = await seedProject(plumb);
  const sent = await send(
    plumb,
    seeded.key,
    { "results.json": report, "shots/card.png": "picture" },
    { suite: "Käse & Co" },
  );
  return { ...seeded, reportId: sent.body.data.reportId };
}

async function ask(plumb: TestApp, reportId: number, token: string, body: object = { format: "json" }) {
  return call<{ data: Export; error?: string }>(plumb, "POST", `/api/reports/${reportId}/exports`, { token, body });
}

const stateOf = async (plumb: TestApp, reportId: number, token: string, exportId: number) =>
  (await call<{ data: Export }>(plumb, "GET", `/api/reports/${reportId}/exports/${exportId}`, { token })).body.data;

const filesLeft = ({ context }: TestApp) => {
  const folders = ["tmp", join("blobs", "exports")].map((folder) => join(context.config.dataDir, folder));
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((one) => !one.isDirectory());
};

test("an export is queued, generated, downloaded by its link, and deleted with its file", async () => {
  await using plumb = await createTestApp();
  const { token, reportId } = await seedReport(plumb);

  const requested = await ask(plumb, reportId, token);
  const { exportId } = requested.body.data;
  await runJobs(plumb.context);
  const made = await stateOf(plumb, reportId, token, exportId);
  const file = await plumb.app.inject(made.downloadUrl ?? "");

  expect(requested.body.data).toMatchObject({ state: "queued", downloadUrl: null, total: 2, mayDelete: true });
  expect(made).toMatchObject({
    state: "done",
    done: 2,
    fileName: "plumb-Käse-Co-1.json",
    bytes: file.rawPayload.length,
  });
  expect(file.headers).toMatchObject({
    "content-type": "application/json",
    "content-length": String(made.bytes),
    "content-disposition": `attachment; filename=plumb-Kase-Co-1.json; filename*=UTF-8''plumb-K%C3%A4se-Co-1.json`,
  });
  expect(file.json()).toMatchObject({ format: "plumb-report", tests: [{ status: "failed" }, { status: "passed" }] });
  expect((await plumb.app.inject(`${made.downloadUrl ?? ""}x`)).statusCode).toBe(403);

  const removed = await call(plumb, "DELETE", `/api/reports/${reportId}/exports/${exportId}`, { token });
  expect(removed.status).toBe(200);
  expect(filesLeft(plumb)).toEqual([]);
  expect((await plumb.app.inject(made.downloadUrl ?? "")).statusCode).toBe(404);
});

test("PDFs of a report and of one test are generated in a worker thread", async () => {
  await using plumb = await createTestApp();
  const { token, reportId } = await seedReport(plumb);
  const list = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  await ask(plumb, reportId, token, { format: "pdf", includeArtifacts: true });
  await ask(plumb, reportId, token, { format: "pdf", resultId: list.body.data[0]?.id });
  await runJobs(plumb.context);

  const { body } = await call<{ data: Export[] }>(plumb, "GET", `/api/reports/${reportId}/exports`, { token });

  expect(body.data.map(({ state, fileName, error }) => [state, fileName, error])).toEqual([
    ["done", "plumb-Käse-Co-1-pays-by-card.pdf", null],
    ["done", "plumb-Käse-Co-1.pdf", null],
  ]);
  for (const { downloadUrl } of body.data)
    expect((await plumb.app.inject(downloadUrl ?? "")).payload).toMatch(/^%PDF-1\.\d[\s\S]*%%EOF\s*$/);
});

test("HTML with artifacts is rejected if there are none, and calls for HTML exports return only those", async () => {
  await using plumb = await createTestApp();
  const { token, key, reportId } = await seedReport(plumb);
  const bare = (await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) })).body.data.reportId;
  const list = await call<{ data: { id: number }[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const [failed, passed] = list.body.data;
  const html = { format: "html", includeArtifacts: true };

  expect(await ask(plumb, bare, token, html)).toMatchObject({
    status: 409,
    body: { error: "No artifacts available in this report", code: "conflict" },
  });
  expect((await ask(plumb, bare, token, { format: "html" })).status).toBe(200);
  expect((await ask(plumb, reportId, token, html)).status).toBe(200);
  expect((await ask(plumb, reportId, token, { ...html, resultId: failed?.id })).status).toBe(200);
  expect((await ask(plumb, reportId, token, { ...html, resultId: passed?.id })).status).toBe(409);
  const direct = `/api/reports/${reportId}/testcase/${passed?.id}/export/html?includeArtifacts=true`;
  expect((await call(plumb, "GET", direct, { token })).status).toBe(409);

  const { exportId } = (await ask(plumb, reportId, token, { format: "pdf" })).body.data;
  const path = `/api/reports/exports/html/${exportId}`;
  expect((await call(plumb, "DELETE", path, { token })).status).toBe(404);
});

test("returns an identical running export, and limits the exports per user", async () => {
  await using plumb = await createTestApp();
  const { token, reportId, key, projectId } = await seedReport(plumb);
  const viewer = await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" });
  const first = await ask(plumb, reportId, token);
  const again = await ask(plumb, reportId, token);
  const others = await ask(plumb, reportId, viewer.token);
  expect(again.body.data.exportId).toBe(first.body.data.exportId);
  expect(others.body.data.exportId).not.toBe(first.body.data.exportId);

  const reports = await Promise.all(
    [1, 2, 3, 4, 5].map((number) => send(plumb, key, { "a.xml": junit([["cart", `adds ${number}`]]) })),
  );
  const statuses = [];
  for (const { body } of reports) statuses.push((await ask(plumb, body.data.reportId, token)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test("a cancelled export leaves no files", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedReport(plumb);
  const many = playwright(
    Array.from({ length: 3000 }, (_, index) => ({ title: `test ${index}`, attempts: ["failed"] })),
  );
  const { reportId } = (await send(plumb, key, { "many.json": many })).body.data;
  const { exportId } = (await ask(plumb, reportId, token, { format: "pdf" })).body.data;
  const stop = await startJobs(plumb.context);
  await expect.poll(async () => (await stateOf(plumb, reportId, token, exportId)).state).toBe("running");
  await expect.poll(() => filesLeft(plumb).length).toBe(1);

  const cancelled = await call(plumb, "POST", `/api/reports/${reportId}/exports/${exportId}/cancel`, { token });
  await expect.poll(() => filesLeft(plumb)).toEqual([]);
  await stop();

  expect(cancelled.body).toMatchObject({ data: { state: "cancelled", downloadUrl: null } });
  expect((await stateOf(plumb, reportId, token, exportId)).state).toBe("cancelled");
  const twice = await call(plumb, "POST", `/api/reports/${reportId}/exports/${exportId}/cancel`, { token });
  expect(twice.status).toBe(409);
});

test("a full disk fails the export with advice and leaves no files", async () => {
  await using plumb = await createTestApp();
  const { token, reportId } = await seedReport(plumb);
  const { exportId } = (await ask(plumb, reportId, token)).body.data;
  const folder = await temporaryFolder(plumb.context.config.dataDir, plumb.context.writer);
  symlinkSync("/dev/full", join(folder, `export-${exportId}`));

  await runJobs(plumb.context);

  expect(await stateOf(plumb, reportId, token, exportId)).toMatchObject({
    state: "failed",
    error: "The server's disk is full. The export was not saved; start it again later.",
  });
  expect(filesLeft(plumb)).toEqual([]);
});

test("exports of a dead process are generated again, with a limit", async () => {
  await using plumb = await createTestApp();
  const { token, reportId } = await seedReport(plumb);
  const { db } = plumb.context;
  await runJobs(plumb.context);
  const abandon = async (attempts: number) => {
    const { exportId } = (await ask(plumb, reportId, token)).body.data;
    await runStatement(
      db,
      `update job set state = 'running', writer = 1, attempts = ${attempts} where kind = 'make-export'`,
    );
    await runStatement(db, `update export set state = 'running', writer = 1 where id = ${exportId}`);
    await runJobs(plumb.context);
    return stateOf(plumb, reportId, token, exportId);
  };

  expect(await abandon(1)).toMatchObject({ state: "done" });

  expect(await abandon(3)).toMatchObject({
    state: "failed",
    error: expect.stringContaining("stopped 3 times") as string,
  });
});

test("a stop returns running exports to the queue", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedReport(plumb);
  const many = playwright(
    Array.from({ length: 20_000 }, (_, index) => ({ title: `test ${index}`, attempts: ["failed"] })),
  );
  const { reportId } = (await send(plumb, key, { "many.json": many })).body.data;
  const { exportId } = (await ask(plumb, reportId, token, { format: "pdf" })).body.data;
  const stop = await startJobs(plumb.context);
  await expect.poll(async () => (await stateOf(plumb, reportId, token, exportId)).state).toBe("running");
  await stop();
  expect(await stateOf(plumb, reportId, token, exportId)).toMatchObject({ state: "queued" });
  expect(filesLeft(plumb)).toEqual([]);
});

test("deleting a report deletes its exports and their files", async () => {
  await using plumb = await createTestApp();
  const { token, reportId } = await seedReport(plumb);
  const { exportId } = (await ask(plumb, reportId, token)).body.data;
  await runJobs(plumb.context);
  await ask(plumb, reportId, token, { format: "pdf" });

  await runStatement(plumb.context.db, "delete from run");
  await runJobs(plumb.context);
  await sweepExports(plumb.context, plumb.time.now);

  expect(await countRows(plumb.context.db, "export")).toBe(0);
  expect(filesLeft(plumb)).toEqual([]);
  const read = await call(plumb, "GET", `/api/reports/${reportId}/exports/${exportId}`, { token });
  expect(read.status).toBe(404);
});

test("a paused process leaves the export that another one made in the meantime alone", async () => {
  await using plumb = await createTestApp();
  const { token, reportId, projectId } = await seedReport(plumb);
  const { context } = plumb;
  const { exportId } = (await ask(plumb, reportId, token)).body.data;
  await using other = await announceWriter(plumb.database);
  // The paused process renders while the other one makes the export from start to end.
  let isPaused = true;
  const paused = {
    ...context,
    exportBlobs: {
      ...context.exportBlobs,
      async putFile(...file: Parameters<typeof context.exportBlobs.putFile>) {
        if (isPaused) {
          isPaused = false;
          await makeExport({ ...context, writer: other }, { projectId, exportId }, new AbortController().signal);
        }
        await context.exportBlobs.putFile(...file);
      },
    },
  };
  await makeExport(paused, { projectId, exportId }, new AbortController().signal);

  const made = await stateOf(plumb, reportId, token, exportId);
  expect(made.state).toBe("done");
  const file = await plumb.app.inject(made.downloadUrl ?? "");
  expect(file.rawPayload.length).toBe(made.bytes);
  expect(filesLeft(plumb)).toHaveLength(1);
});

test("exports of version 0.2 in the data folder are moved to the other files", async () => {
  await using plumb = await createTestApp();
  const { token, reportId, projectId } = await seedReport(plumb);
  const { exportId } = (await ask(plumb, reportId, token)).body.data;
  await runJobs(plumb.context);
  const opened = await openExportFile(plumb.context, projectId, exportId);
  const content = await buffer((opened as NonNullable<typeof opened>).stream);
  await removeExportFile(plumb.context, projectId, exportId);
  const folder = join(plumb.context.config.dataDir, "exports", String(projectId));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, String(exportId)), content);
  writeFileSync(join(folder, "77.part"), "half");

  await moveLocalExports(plumb.context);
  await moveLocalExports(plumb.context);

  const { downloadUrl } = await stateOf(plumb, reportId, token, exportId);
  expect((await plumb.app.inject(downloadUrl ?? "")).rawPayload).toEqual(content);
  expect(existsSync(join(plumb.context.config.dataDir, "exports"))).toBe(false);
});

test("exports expire after a week, and are deleted with their project", async () => {
  await using plumb = await createTestApp();
  const { token, reportId, projectId } = await seedReport(plumb);
  await ask(plumb, reportId, token);
  await runJobs(plumb.context);
  const { now } = plumb.time;

  await sweepExports(plumb.context, new Date(now.getTime() + 6.9 * 86_400_000));
  expect(filesLeft(plumb)).toHaveLength(1);
  await sweepExports(plumb.context, new Date(now.getTime() + 7.1 * 86_400_000));
  expect(filesLeft(plumb)).toEqual([]);

  await ask(plumb, reportId, token, { format: "pdf" });
  await runJobs(plumb.context);
  await call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
  await runJobs(plumb.context);
  await sweepExports(plumb.context, now);
  expect(await countRows(plumb.context.db, "export")).toBe(0);
  expect(filesLeft(plumb)).toEqual([]);
});

test("keeps fifty exports per user and evicts the oldest", async () => {
  await using plumb = await createTestApp();
  const { token, reportId, projectId } = await seedReport(plumb);
  const viewer = await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" });
  const others = (await ask(plumb, reportId, viewer.token)).body.data;
  const first = (await ask(plumb, reportId, token)).body.data;
  await runJobs(plumb.context);
  const { db } = plumb.context;
  await runStatement(
    db,
    `insert into export (project_id, run_id, format, with_artifacts, state, total, file_name, requested_by, created_at, finished_at, expires_at)
     select project_id, run_id, format, false, 'done', 1, 'x', requested_by, created_at, finished_at, expires_at
       from export, generate_series(1, 49) where id = ${first.exportId}`,
  );

  await ask(plumb, reportId, token);
  await sweepExports(plumb.context, plumb.time.now);

  expect(await countRows(db, "export")).toBe(51);
  expect(filesLeft(plumb).map(({ name }) => name)).toEqual([blobOfExport(others.exportId)]);
});

test("requesters and leads can delete exports, and others can download them", async () => {
  await using plumb = await createTestApp();
  const { token, reportId, projectId } = await seedReport(plumb);
  const viewer = await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" });
  const user = await seedPerson(plumb, "user", { projectId, projectRole: "USER" });
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  const { exportId } = (await ask(plumb, reportId, viewer.token)).body.data;
  await runJobs(plumb.context);
  const path = `/api/reports/${reportId}/exports/${exportId}`;

  expect(await stateOf(plumb, reportId, user.token, exportId)).toMatchObject({
    mayDelete: false,
    requestedBy: { name: "viewer@example.test" },
    downloadUrl: expect.any(String) as string,
  });
  expect((await call(plumb, "DELETE", path, { token: user.token })).status).toBe(403);
  expect((await call(plumb, "DELETE", path, { token: lead.token })).status).toBe(200);
  const { exportId: second } = (await ask(plumb, reportId, viewer.token)).body.data;
  const own = await call(plumb, "DELETE", `/api/reports/${reportId}/exports/${second}`, { token: viewer.token });
  expect(own.status).toBe(200);
  expect((await call(plumb, "DELETE", path, { token })).status).toBe(404);
});

test("the requester of a large export is notified", async () => {
  await using plumb = await createTestApp();
  const { token, key } = await seedReport(plumb);
  const cases = Array.from({ length: 2001 }, (_, index) => ["cart", `adds ${index}`] as const);
  const { reportId } = (await send(plumb, key, { "many.xml": junit(cases) }, { suite: "checkout" })).body.data;
  const { exportId } = (await ask(plumb, reportId, token)).body.data;
  await runJobs(plumb.context);

  const { body } = await call<{ data: object[] }>(plumb, "GET", "/api/notifications", { token });

  expect(body.data[0]).toMatchObject({
    title: "Your JSON of checkout #2 is ready",
    message: "plumb-checkout-2.json can be downloaded for 7 days.",
    type: "success",
    actionUrl: `/reports/${reportId}?export=${exportId}`,
  });
});
