import { dayMs } from "@plumb/contract/durations.ts";
import { apiKeyScopes } from "@plumb/contract/projects/api-keys.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

async function createKey(
  plumb: TestApp,
  { token, projectId }: { token: string; projectId: number },
  body: object,
): Promise<string> {
  const response = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "CI", ...body },
  });
  expect(response.status).toBe(200);
  return response.body.data.key;
}

test("a key with the scope read reads its project and sends nothing; a key with ingest does not read", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const reads = await createKey(plumb, project, { scopes: ["read"] });
  const { reportId } = (await send(plumb, project.key, { "a.xml": junit([["cart", "adds"]]) })).body.data;

  expect((await call(plumb, "GET", `/api/reports/${reportId}`, { token: reads })).status).toBe(200);
  expect(await send(plumb, reads, { "b.xml": junit([["cart", "removes"]]) })).toMatchObject({
    status: 403,
    body: { error: 'This API key cannot do this: it does not have the scope "ingest".' },
  });
  expect(await call(plumb, "GET", `/api/reports/${reportId}`, { token: project.key })).toMatchObject({
    status: 403,
    body: { error: 'This API key cannot do this: it does not have the scope "read".' },
  });
  const both = await createKey(plumb, project, { scopes: ["read", "ingest", "read"] });
  expect((await call(plumb, "GET", `/api/reports/${reportId}`, { token: both })).status).toBe(200);
  expect((await send(plumb, both, { "b.xml": junit([["cart", "removes"]]) })).status).toBe(200);
});

test("a key cannot manage anything", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const key = await createKey(plumb, project, { scopes: apiKeyScopes });
  const response = await call(plumb, "GET", `/api/projects/${project.projectId}/api-keys`, { token: key });
  expect(response).toMatchObject({
    status: 403,
    body: { error: "API keys cannot do this. Sign in instead." },
  });
});

test("a key reads nothing of another project, neither by project id nor by report id", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const store = await seedProject(plumb, "Store");
  const { reportId } = (await send(plumb, shop.key, { "a.xml": junit([["cart", "adds"]]) })).body.data;
  const key = await createKey(plumb, store, { scopes: ["read"] });
  expect((await call(plumb, "GET", `/api/reports?projectId=${shop.projectId}`, { token: key })).status).toBe(403);
  expect((await call(plumb, "GET", `/api/reports/${reportId}`, { token: key })).status).toBe(404);
});

test("a key expires at its end date", async () => {
  await using plumb = await createTestApp();
  const project = await seedProject(plumb);
  const key = await createKey(plumb, project, { scopes: ["read"], expiresInDays: 30 });
  const start = plumb.time.now.getTime();
  const read = () => call(plumb, "GET", `/api/projects/${project.projectId}`, { token: key });
  plumb.time.now = new Date(start + 30 * dayMs - 1);
  expect((await read()).status).toBe(200);
  plumb.time.now = new Date(start + 30 * dayMs);
  expect(await read()).toMatchObject({
    status: 401,
    body: { error: "This API key is not valid: it is mistyped, has expired or was revoked." },
  });
});

test("the list shows scopes, last use and expiry of a key, and never its secret", async () => {
  await using plumb = await createTestApp();
  const { token, projectId, key } = await seedProject(plumb);
  const path = `/api/projects/${projectId}/api-keys`;
  const list = async () => (await call<{ data: object[] }>(plumb, "GET", path, { token })).body.data;
  const created = plumb.time.now.toISOString();
  expect(await list()).toMatchObject([{ name: "CI", scopes: ["ingest"], lastUsedAt: null, expiresAt: null }]);

  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  expect(await list()).toMatchObject([{ lastUsedAt: created, revokedAt: null }]);
  expect(JSON.stringify(await list())).not.toContain(key);

  await createKey(plumb, { token, projectId }, { name: "Dashboard", scopes: ["read"], expiresInDays: 1 });
  const expiresAt = new Date(plumb.time.now.getTime() + dayMs).toISOString();
  expect((await list()).find((visible) => "name" in visible && visible.name === "Dashboard")).toMatchObject({
    expiresAt,
  });
});

test.for([
  [{ name: " " }, { name: "Name is required" }],
  [{ name: "CI", scopes: [] }, { scopes: "Choose what the key can do" }],
  [{ name: "CI", scopes: ["triage"] }, { scopes: "Choose Read, too: an agent reads before it writes" }],
  [{ name: "CI", expiresInDays: 0 }, { expiresInDays: "Expires in days must be at least 1" }],
] as const)("a key with %j is rejected", async ([body, fields]) => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const response = await call(plumb, "POST", `/api/projects/${projectId}/api-keys`, { token, body });
  expect(response).toMatchObject({ status: 400, body: { fields } });
});
