import type { Webhook } from "@plumb/contract/integrations/webhooks.ts";
import { expect, test } from "vitest";
import { createSecretBox } from "#core/secret-box.ts";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { rowsOf, runStatement } from "#testing/database.ts";

const input = { url: "https://hooks.example.test/plumb?key=abc", events: ["run.failed", "failure.new"] };

async function createFixtures(plumb: Awaited<ReturnType<typeof createTestApp>>) {
  const { token, projectId } = await seedProject(plumb);
  const base = `/api/projects/${projectId}/webhooks`;
  return {
    token,
    projectId,
    base,
    add: (body: object = input) =>
      call<{ data: { webhook: Webhook; secret: string | null }; error?: string }>(plumb, "POST", base, { token, body }),
    list: async () => (await call<{ data: Webhook[] }>(plumb, "GET", base, { token })).body.data,
    change: (id: number, body: object) =>
      call<{ data: Webhook; error?: string }>(plumb, "PUT", `${base}/${id}`, { token, body }),
    remove: (id: number) => call(plumb, "DELETE", `${base}/${id}`, { token }),
  };
}

test("a webhook is added, listed, changed and deleted; its secret is shown once and stored encrypted", async () => {
  await using plumb = await createTestApp();
  const { add, list, change, remove } = await createFixtures(plumb);
  const { body } = await add();
  const { webhook, secret } = body.data;
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(webhook).toEqual({
    id: webhook.id,
    ...input,
    enabled: true,
    problem: null,
    createdAt: plumb.time.now.toISOString(),
    lastAttempt: null,
    failingSince: null,
  });
  expect(await list()).toEqual([webhook]);
  expect(JSON.stringify(await rowsOf(plumb.context.db, "webhook"))).not.toContain(secret);

  const changed = await change(webhook.id, { events: ["run.finished"], enabled: false });
  expect(changed.body.data).toEqual({ ...webhook, events: ["run.finished"], enabled: false });
  expect((await change(webhook.id, { url: "https://elsewhere.test/" })).body.data.url).toBe("https://elsewhere.test/");

  expect((await remove(webhook.id)).status).toBe(200);
  expect((await remove(webhook.id)).status).toBe(404);
  expect(await list()).toEqual([]);
});

test("a secret chosen by the caller is not returned", async () => {
  await using plumb = await createTestApp();
  const { add } = await createFixtures(plumb);
  const own = "a secret of my own";
  const { body } = await add({ ...input, secret: own });
  expect(body.data.secret).toBeNull();
  expect(JSON.stringify(body)).not.toContain(own);
});

test.for([
  ["http://10.0.0.5/hook", "10.0.0.5 is a private address"],
  ["http://[::1]:8080/hook", "::1 is a private address"],
] as const)("%s is accepted, and reported as unreachable", async ([url, problem]) => {
  await using plumb = await createTestApp();
  const { add, list } = await createFixtures(plumb);
  const { body } = await add({ ...input, url });
  expect(body.data.webhook.problem).toMatch(problem);
  expect(body.data.webhook.problem).toMatch(/PLUMB_ALLOW_PRIVATE_HOSTS/);
  expect((await list())[0]?.problem).toMatch(problem);
});

test.for([
  [{ ...input, url: "ftp://example.test/" }, { url: "Enter a web address that begins with https:// or http://" }],
  [{ ...input, url: "hooks" }, { url: "Enter a web address that begins with https:// or http://" }],
  [
    { ...input, url: "https://me:secret@example.test/" },
    { url: "The address must not contain a user name or password" },
  ],
  [{ ...input, events: [] }, { events: "Choose at least one event" }],
  [{ ...input, secret: "short" }, { secret: "Secret must be at least 16 characters long" }],
] as const)("%j is rejected", async ([body, fields]) => {
  await using plumb = await createTestApp();
  const { add, list } = await createFixtures(plumb);
  const response = await add(body);
  expect(response).toMatchObject({ status: 400, body: { fields } });
  expect(await list()).toEqual([]);
});

test("a project has at most 20 webhooks, even when they are added concurrently", async () => {
  await using plumb = await createTestApp();
  const { add, list } = await createFixtures(plumb);
  const responses = await Promise.all(Array.from({ length: 22 }, () => add()));
  expect(responses.filter(({ status }) => status === 409).map(({ body }) => body.error)).toEqual([
    "A project can have at most 20 webhooks. Delete one first.",
    "A project can have at most 20 webhooks. Delete one first.",
  ]);
  expect(await list()).toHaveLength(20);
});

test("a webhook of another project is not found", async () => {
  await using plumb = await createTestApp();
  const { add, list } = await createFixtures(plumb);
  const { webhook } = (await add()).body.data;
  const other = await seedProject(plumb, "Other");
  const path = `/api/projects/${other.projectId}/webhooks/${webhook.id}`;
  const as = { token: other.token };
  const statuses = [
    (await call(plumb, "PUT", path, { ...as, body: { enabled: false } })).status,
    (await call(plumb, "DELETE", path, as)).status,
    (await call(plumb, "POST", `${path}/test`, as)).status,
    (await call(plumb, "GET", `${path}/deliveries`, as)).status,
  ];
  expect(statuses).toEqual([404, 404, 404, 404]);
  expect(await list()).toEqual([webhook]);
});

test("the audit contains each action, without secrets and without the path of a URL", async () => {
  await using plumb = await createTestApp();
  const { token, projectId, add, change, remove } = await createFixtures(plumb);
  const { webhook } = (await add()).body.data;
  await change(webhook.id, { url: "https://elsewhere.test/xyz", secret: "another secret, longer", enabled: false });
  await change(webhook.id, { enabled: false });
  await remove(webhook.id);
  const { body } = await call<{ data: { action: string; targetName: string; detail: object }[] }>(
    plumb,
    "GET",
    `/api/audit?projectId=${projectId}`,
    { token },
  );
  const entries = body.data.filter(({ action }) => action.startsWith("webhook."));
  expect(entries.map(({ action, targetName, detail }) => [action, targetName, detail])).toEqual([
    ["webhook.deleted", "https://elsewhere.test", {}],
    [
      "webhook.changed",
      "https://elsewhere.test",
      { url: ["https://hooks.example.test", "https://elsewhere.test"], enabled: false, secret: "replaced" },
    ],
    ["webhook.created", "https://hooks.example.test", { events: input.events }],
  ]);
});

test("an unreadable secret is reported as the problem until there is a new one", async () => {
  await using plumb = await createTestApp();
  const { projectId, add, list, change } = await createFixtures(plumb);
  const { webhook } = (await add()).body.data;
  const encrypted = createSecretBox("another secret of the server").seal("a secret of my own", `webhook:${projectId}`);
  await runStatement(plumb.context.db, `update webhook set secret = '${encrypted}'`);
  expect((await list())[0]?.problem).toMatch(/stored under another PLUMB_SECRET/);
  await change(webhook.id, { secret: "a secret of my own" });
  expect((await list())[0]?.problem).toBeNull();
});
