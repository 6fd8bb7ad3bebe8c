import type { Notification } from "@plumb/contract/people/notifications.ts";
import type { ProjectStorage } from "@plumb/contract/projects/storage.ts";
import { expect, test } from "vitest";
import { storeContents } from "#runs/store-contents.ts";
import { retentionRound } from "#runs/retention.ts";
import { openAgent } from "#testing/agent.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";
import { withdrawInTest } from "#testing/runs.ts";

const text = (pattern: RegExp) => expect.stringMatching(pattern) as string;
const hour = 3_600_000;

/** Uploads a failed test with files of the given lengths in bytes. */
function sendFiles(plumb: TestApp, key: string, files: Record<string, number>, query: Record<string, string> = {}) {
  const attachments = Object.keys(files).map((name) => ({ name, contentType: "image/png", path: name }));
  const contents = Object.entries(files).map(([name, bytes]) => [name, name.repeat(bytes).slice(0, bytes)] as const);
  const report = playwright([{ title: "adds", attempts: ["failed"], attachments }]);
  return send(plumb, key, { "results.json": report, ...Object.fromEntries(contents) }, query);
}

async function storageOf(plumb: TestApp, projectId: number, token: string): Promise<ProjectStorage> {
  const { body } = await call<{ data: ProjectStorage }>(plumb, "GET", `/api/projects/${projectId}/storage`, { token });
  return body.data;
}

function problemsOf({ context }: TestApp): Promise<object[]> {
  return readRows(context.db, "select severity, reason from problem order by id");
}

async function titles(plumb: TestApp, token: string): Promise<string[]> {
  const { body } = await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", { token });
  return body.data.map(({ title }) => title);
}

test("a full project records the failed test, and names each rejected file", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 100 });
  const { token, key, projectId } = await seedProject(plumb);
  const { status, body } = await sendFiles(plumb, key, { "small.png": 40, "large.png": 70, "tiny.png": 20 });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ status: "failed", total: 1, failed: 1 });
  const verdicts = Object.fromEntries(body.files.map(({ name, verdict, reason }) => [name, { verdict, reason }]));
  expect(verdicts).toMatchObject({
    "results.json": { verdict: "imported" },
    "small.png": { verdict: "artifact", reason: null },
    "large.png": {
      verdict: "artifact",
      reason: text(
        /^Not kept, because the project's storage is full \(limit 100 B\).*results were recorded.*raise the limit/,
      ),
    },
    "tiny.png": { verdict: "artifact", reason: null },
  });
  const reason = text(/^1 file was not kept, because the project's storage is full.*large\.png.*All test results/);
  expect(body.data.problems).toMatchObject([{ severity: "warning", reason }]);
  expect(await problemsOf(plumb)).toMatchObject([{ severity: "warning", reason }]);
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes: 60, files: 2, limitBytes: 100 });
});

test("if there is space again, the same upload adds the missing files", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 50 });
  const { token, key, projectId } = await seedProject(plumb);
  const files = { "one.png": 40, "two.png": 30 };
  await sendFiles(plumb, key, files);
  const again = await sendFiles(plumb, key, files);
  expect(again.body.files).toContainEqual(
    expect.objectContaining({ name: "two.png", verdict: "artifact", reason: text(/^Not kept/) }),
  );
  const url = `/api/projects/${projectId}/storage`;
  await call(plumb, "PUT", url, { token, body: { limit: "none" } });
  const { body } = await sendFiles(plumb, key, files);
  expect(body.files).toContainEqual(expect.objectContaining({ name: "two.png", verdict: "artifact", reason: null }));
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes: 70, files: 2, limitBytes: null });
});

test("content shared by reports counts once, and is deleted with the last of them", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 1000 });
  const { token, key, projectId } = await seedProject(plumb);
  await sendFiles(plumb, key, { "same.png": 100 }, { suite: "web", build: "1" });
  await sendFiles(plumb, key, { "same.png": 100, "own.png": 50 }, { suite: "web", build: "2" });
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes: 150, files: 2 });
  const uploads = await readRows<{ id: number }>(plumb.context.db, "select id from upload order by id");
  for (const [{ id } = { id: 0 }, usedBytes] of [
    [uploads[1], 100],
    [uploads[0], 0],
  ] as const) {
    await withdrawInTest(plumb.context.db, projectId, id, plumb.time.now);
    plumb.time.now = new Date(plumb.time.now.getTime() + 2 * hour);
    await retentionRound(plumb.context);
    expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes });
  }
});

test("frees the space of unused files of an upload", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 1000 });
  const { token, key, projectId } = await seedProject(plumb);
  await sendFiles(plumb, key, { "kept.png": 100 });
  const lost = { hash: "0".repeat(64), bytes: 500 };
  await storeContents(plumb.context, projectId, [{ ...lost, from: Buffer.alloc(500) }]);
  await retentionRound(plumb.context);
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes: 600 });
  plumb.time.now = new Date(plumb.time.now.getTime() + 2 * hour);
  await retentionRound(plumb.context);
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes: 100, files: 1 });
  expect(await plumb.context.blobs.size(projectId, lost.hash)).toBeNull();
  expect(await readRows(plumb.context.db, "select from released_blob")).toHaveLength(0);
});

test("concurrent uploads never exceed the limit together", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 100 });
  const { token, key, projectId } = await seedProject(plumb);
  const responses = await Promise.all(
    Array.from({ length: 6 }, (_, n) => sendFiles(plumb, key, { [`${n}.png`]: 30 }, { suite: `s${n}`, build: "1" })),
  );
  expect(responses.map(({ body }) => body.data.failed)).toEqual([1, 1, 1, 1, 1, 1]);
  const retained = responses
    .flatMap(({ body }) => body.files)
    .filter(({ verdict, reason }) => verdict === "artifact" && reason === null);
  expect(retained).toHaveLength(3);
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes: 90, files: 3 });
});

test("leads and administrators are warned once at 80% and once when the storage is full", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 100 });
  const { token, key, projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lea", { projectId, projectRole: "LEAD" });
  const user = await seedPerson(plumb, "uma", { projectId, projectRole: "USER" });
  await sendFiles(plumb, key, { "a.png": 79 }, { build: "1" });
  expect(await titles(plumb, lead.token)).toEqual([]);
  await sendFiles(plumb, key, { "b.png": 2 }, { build: "2" });
  await sendFiles(plumb, key, { "c.png": 2 }, { build: "3" });
  await sendFiles(plumb, key, { "d.png": 90 }, { build: "4" });
  await sendFiles(plumb, key, { "e.png": 90 }, { build: "5" });
  const expected = ["Storage of Shop is full", "Storage of Shop is almost full"];
  for (const person of [lead.token, token]) expect(await titles(plumb, person)).toEqual(expected);
  expect(await titles(plumb, user.token)).toEqual([]);
});

test("notifies again after usage fell well below the limit", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 100 });
  const { token, key, projectId } = await seedProject(plumb);
  await sendFiles(plumb, key, { "a.png": 85 }, { build: "1" });
  const [upload] = await readRows<{ id: number }>(plumb.context.db, "select id from upload");
  await withdrawInTest(plumb.context.db, projectId, upload?.id ?? 0, plumb.time.now);
  plumb.time.now = new Date(plumb.time.now.getTime() + 2 * hour);
  await retentionRound(plumb.context);
  await sendFiles(plumb, key, { "b.png": 85 }, { build: "2" });
  expect(await titles(plumb, token)).toEqual(["Storage of Shop is almost full", "Storage of Shop is almost full"]);
});

test("a live run continues without files that exceed the limit, and has one problem", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 20 });
  const { token, key, projectId } = await seedProject(plumb);
  const live = await openLive(plumb, key);
  const inline = { kind: "artifact", test: "a", name: "inline.txt", contentType: "text/plain" } as const;
  await live.batch([testEvent("a", "running"), { ...inline, body: Buffer.alloc(30).toString("base64") }]);
  const refused = await live.file({ test: "a", attempt: "0", name: "trace.zip" }, "x".repeat(21));
  expect(refused).toMatchObject({ status: 413, body: { error: text(/not kept.*storage is full.*raise the limit/) } });
  expect((await live.file({ test: "a", attempt: "0", name: "small.txt" }, "x".repeat(20))).status).toBe(200);
  await live.batch([testEvent("a", "failed")]);
  const { body } = await live.complete();
  expect(body.data).toMatchObject({ status: "failed", failed: 1 });
  expect(await problemsOf(plumb)).toMatchObject([
    { severity: "warning", reason: text(/^Some files of this run were not kept/) },
  ]);
  const names = await readRows(plumb.context.db, "select name, size from artifact order by id");
  expect(names).toEqual([
    { name: "inline.txt", size: null },
    { name: "trace.zip", size: null },
    { name: "small.txt", size: 20 },
  ]);
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ usedBytes: 20, files: 1 });
});

test("stores an agent's log entry without a file that exceeds the limit", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 20 });
  const { agent, read } = await openAgent(plumb);
  await agent.startLaunch();
  const item = await agent.item("adds");
  const file = { name: "shot.png", type: "image/png", content: "x".repeat(30) };
  const saved = await agent.form([{ ...agent.entry(item, "it broke", "error"), file: { name: "shot.png" } }], [file]);
  expect(saved.status).toBe(201);
  await agent.finish(item, "failed");
  await agent.finishLaunch();
  expect(await read.report()).toMatchObject({ status: "failed" });
  expect(await problemsOf(plumb)).toMatchObject([{ reason: text(/storage is full/) }]);
  const [artifact] = await readRows(plumb.context.db, "select name, size from artifact");
  expect(artifact).toEqual({ name: "shot.png", size: null });
});

test("a file is not attached to an analysis item of a full project", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 5 });
  const { ada, create } = await itemsProject(plumb);
  const item = await create(ada);
  const form = new FormData();
  form.append("file", new Blob(["too long"]), "note.txt");
  const request = new Request("http://plumb.test", { method: "POST", body: form });
  const response = await plumb.app.inject({
    method: "POST",
    url: `/api/annotations/annotations/${item.id}/attachments`,
    headers: { authorization: `Bearer ${ada.token}`, "content-type": request.headers.get("content-type") ?? "" },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({
    error: text(/^Nothing was attached, because the project's storage is full/),
  });
});

test("leads see the limit, administrators change it, and the audit contains the change", async () => {
  await using plumb = await createTestApp({ maxProjectBytes: 3_000_000 });
  const { token, projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lea", { projectId, projectRole: "LEAD" });
  const url = `/api/projects/${projectId}/storage`;
  const change = (limit: unknown, as = token) => call(plumb, "PUT", url, { token: as, body: { limit } });
  expect((await change("none", lead.token)).status).toBe(403);
  expect(await change(999)).toMatchObject({ status: 400, body: { error: text(/1 MB/) } });
  expect((await change(2_000_000)).body).toMatchObject({ data: { limit: 2_000_000, limitBytes: 2_000_000 } });
  expect(await storageOf(plumb, projectId, lead.token)).toMatchObject({
    limit: 2_000_000,
    defaultLimitBytes: 3_000_000,
  });
  await change("default");
  expect(await storageOf(plumb, projectId, token)).toMatchObject({ limit: "default", limitBytes: 3_000_000 });
  const audit = await call<{ data: object[] }>(plumb, "GET", "/api/audit?action=storage_limit.changed", { token });
  expect(audit.body.data).toMatchObject([
    { detail: { limitBytes: [2_000_000, "default"] } },
    { detail: { limitBytes: ["default", 2_000_000] } },
  ]);
});

test("rejects an upload above the temporary limit as a whole, and continues others", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 10_000 });
  const { key } = await seedProject(plumb);
  const files = Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${n}.png`, 9000]));
  const { status, body } = await sendFiles(plumb, key, files);
  expect(status).toBe(413);
  expect(body.error).toMatch(/larger than 40\.0 kB in total.*Nothing was stored.*several uploads with the same build/);
  await expect.poll(() => plumb.context.spoolBudget.total).toBe(0);
  expect((await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) })).status).toBe(200);
  await expect.poll(() => plumb.context.spoolBudget.total).toBe(0);
});

test("unpacked archives count towards the space of their upload", async () => {
  await using plumb = await createTestApp({ maxUploadBytes: 10_000 });
  const { key } = await seedProject(plumb);
  plumb.context.spoolBudget.open(0).add(159_000);
  const { status, body } = await send(plumb, key, { "a.xml": junit([["cart", "adds"]]).padEnd(2000) });
  expect({ status, error: body.error }).toEqual({
    status: 503,
    error: text(/does not have enough free disk space for this upload right now.*Send it again later/),
  });
});
