import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import type { FailureGroup } from "@plumb/contract/failures/failures.ts";
import type { ListedProject } from "@plumb/contract/projects/projects.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import type { Upload } from "@plumb/contract/runs/uploads.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { countRows } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

async function createExample(plumb: TestApp, token: string, projectId: number): Promise<ListedProject> {
  const created = await call<{ data: ListedProject }>(plumb, "POST", `/api/projects/${projectId}/example`, { token });
  expect(created.status).toBe(200);
  return created.body.data;
}

async function read<Data>(plumb: TestApp, token: string, path: string): Promise<Data> {
  const { status, body } = await call<{ data: Data }>(plumb, "GET", path, { token });
  expect(status).toBe(200);
  return body.data;
}

/** A server with a project of a lead, and the current time, because example data ends before it. */
async function seedLead(plumb: TestApp) {
  plumb.time.now = new Date();
  const { projectId, key, token: admin } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  return { projectId, key, admin, token: lead.token };
}

test("a lead gets a project with example data, and removes it without touching other projects", async () => {
  await using plumb = await createTestApp();
  const { projectId, key, admin, token } = await seedLead(plumb);
  await send(plumb, key, { "own.xml": junit([["cart", "adds"]]) });

  const example = await createExample(plumb, token, projectId);
  expect(example).toMatchObject({
    name: "Example shop",
    role: "LEAD",
    settings: { example: true, notifications: false },
  });
  expect((await createExample(plumb, token, projectId)).id).toBe(example.id);
  await runJobs(plumb.context);

  const reports = await read<Report[]>(plumb, token, `/api/reports?projectId=${example.id}&limit=100`);
  expect(reports.length).toBeGreaterThan(10);
  expect(reports.every(({ tags, status }) => tags.includes("example") && status !== "running")).toBe(true);
  expect(reports.some(({ summary }) => summary.flaky > 0)).toBe(true);
  expect(Date.parse(reports[0]?.startTime ?? "")).toBeGreaterThan(plumb.time.now.getTime() - 86_400_000);
  const uploads = await read<Upload[]>(plumb, token, `/api/projects/${example.id}/uploads`);
  expect(new Set(uploads.map(({ state, sender }) => `${state} ${sender.name}`))).toEqual(
    new Set(["accepted Example data"]),
  );
  const causes = await read<FailureGroup[]>(plumb, token, `/api/analysis/projects/${example.id}/groups`);
  expect(new Set(causes.map(({ state }) => state))).toEqual(new Set(["new", "back", "known", "resolved"]));

  const counts = async () =>
    Promise.all(["run", "result", "git_commit", "trend_event"].map((table) => countRows(plumb.context.db, table)));
  const before = await counts();
  await enqueue(plumb.context.db, { kind: "fill-example", projectId: example.id, data: {}, now: plumb.time.now });
  await runJobs(plumb.context);
  expect(await counts()).toEqual(before);

  const removed = await call(plumb, "DELETE", `/api/projects/${example.id}/example`, { token });
  expect(removed.status).toBe(200);
  await runJobs(plumb.context);
  expect(await counts()).toEqual([1, 1, 0, 0]);
  expect(await read<Report[]>(plumb, token, `/api/reports?projectId=${projectId}`)).toHaveLength(1);
  expect((await call(plumb, "GET", `/api/projects/${example.id}`, { token: admin })).status).toBe(404);
  const audited = await read<AuditEvent[]>(plumb, admin, "/api/audit?limit=50");
  expect(audited.map(({ action }) => action)).toEqual(expect.arrayContaining(["example.created", "example.deleted"]));
});

test("only its creator and administrators see an example project, and another lead gets another one", async () => {
  await using plumb = await createTestApp();
  const { projectId, admin, token } = await seedLead(plumb);
  const other = await seedPerson(plumb, "other", { projectId, projectRole: "LEAD" });
  const example = await createExample(plumb, token, projectId);
  const names = async (of: string) => (await read<ListedProject[]>(plumb, of, "/api/projects")).map(({ name }) => name);
  expect(await names(token)).toEqual(["Example shop", "Shop"]);
  expect(await names(admin)).toEqual(["Example shop", "Shop"]);
  expect(await names(other.token)).toEqual(["Shop"]);
  expect((await call(plumb, "DELETE", `/api/projects/${example.id}/example`, { token: other.token })).status).toBe(404);
  const second = await createExample(plumb, other.token, projectId);
  expect(second.name).toMatch(/^Example shop \d+$/);
});

test("an example project accepts no reports and no keys, and an ordinary project is not deleted as one", async () => {
  await using plumb = await createTestApp();
  const { projectId, token } = await seedLead(plumb);
  const { id } = await createExample(plumb, token, projectId);
  const refused = { status: 409, body: { error: expect.stringContaining("example data only") as string } };
  const body = { name: "CI", scopes: ["ingest"], expiresInDays: null };
  expect(await call(plumb, "POST", `/api/projects/${id}/api-keys`, { token, body })).toMatchObject(refused);
  const sent = await plumb.app.inject({
    method: "POST",
    url: `/api/ingest/uploads?projectId=${id}&filename=own.xml`,
    headers: { authorization: `Bearer ${token}`, "content-type": "text/xml" },
    payload: junit([["cart", "adds"]]),
  });
  expect({ status: sent.statusCode, body: sent.json<object>() }).toMatchObject(refused);
  const settings = { settings: { example: false } };
  await call(plumb, "PUT", `/api/projects/${id}`, { token, body: settings });
  expect(await call(plumb, "POST", `/api/projects/${id}/api-keys`, { token, body })).toMatchObject(refused);

  expect(await call(plumb, "DELETE", `/api/projects/${projectId}/example`, { token })).toMatchObject({
    status: 409,
    body: { error: "This project has no example data. Nothing was deleted." },
  });
  expect(await read<ListedProject>(plumb, token, `/api/projects/${projectId}`)).toMatchObject({ name: "Shop" });
});

test("example data that is removed while it is stored leaves nothing behind", async () => {
  await using plumb = await createTestApp();
  const { projectId, token } = await seedLead(plumb);
  const { id } = await createExample(plumb, token, projectId);
  const started = Promise.withResolvers<void>();
  const unsubscribe = plumb.context.bus.subscribe((message) => {
    if (message.about === "run") started.resolve();
  });
  const filling = runJobs(plumb.context);
  await started.promise;
  unsubscribe();
  expect((await call(plumb, "DELETE", `/api/projects/${id}/example`, { token })).status).toBe(200);
  await filling;
  plumb.time.now = new Date(plumb.time.now.getTime() + 3_600_000);
  await runJobs(plumb.context);
  expect(await countRows(plumb.context.db, "run")).toBe(0);
  expect(await countRows(plumb.context.db, "project")).toBe(1);
});
