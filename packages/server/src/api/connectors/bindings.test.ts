import type { Binding, ProjectConnector } from "@plumb/contract/integrations/bindings.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { rowsOf } from "#testing/database.ts";
import { createGithubFake } from "#testing/fakes/github.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { later } from "#testing/outbox.ts";
import { seedPerson } from "#testing/people.ts";

const token = "ghp_secret1";

async function startGithub() {
  const { state, respond } = createGithubFake(token);
  for (const name of ["octo/shop", "octo/admin"])
    state.repositories.set(name, { hasIssues: true, labels: [], issues: [] });
  return startFakeService(respond);
}

/** Configures the account of the server. */
function configure(onServer: Awaited<ReturnType<typeof seedLead>>["onServer"], url: string) {
  return onServer("PUT", "/api/connectors/github", { values: values(url), places: ["octo/*"] });
}

/** Returns functions that call the API of a project as its lead, and as an administrator. */
async function seedLead(plumb: TestApp) {
  const { token: admin, projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, `lead${projectId}`, { projectId, projectRole: "LEAD" });
  const base = `/api/projects/${projectId}`;
  return {
    projectId,
    admin,
    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- like `call`, the caller knows the response
    as: <Data>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: object) =>
      call<{ data: Data; error?: string; fields?: Record<string, string> }>(plumb, method, `${base}${path}`, {
        token: lead.token,
        ...(body !== undefined && { body }),
      }),
    onServer: (method: "GET" | "PUT" | "DELETE", path: string, body?: object) =>
      call(plumb, method, path, { token: admin, ...(body !== undefined && { body }) }),
  };
}

const values = (url: string) => ({ apiUrl: url, token });
const inShop = { connector: "github", owner: "server", offer: "tracker", values: { repository: "octo/shop" } };

test("a lead uses a connector of the server without seeing its settings", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, onServer } = await seedLead(plumb);
  const before = await as<Binding>("POST", "/bindings", inShop);
  expect(before.status).toBe(409);
  expect(before.body.error).toBe(
    "GitHub Issues is not enabled on this server. An administrator can configure it under Connectors.",
  );
  await configure(onServer, github.url);
  const created = await as<{ binding: Binding; message: string }>("POST", "/bindings", inShop);
  expect(created.body.data.message).toMatch(/octo\/shop/);
  expect(created.body.data.binding).toMatchObject({ owner: "server", name: "octo/shop", enabled: true, problem: null });
  const offered = await as<ProjectConnector[]>("GET", "/connectors");
  expect(offered.body.data.find(({ connector }) => connector.id === "github")).toMatchObject({
    enabled: ["server"],
    configured: false,
    offers: [{ offer: "tracker" }, { offer: "code-host" }],
  });
  const own = await as<object>("GET", "/connectors/github");
  expect(JSON.stringify([offered.body, own.body, created.body])).not.toContain(github.url);
});

test("an account of the server is used only in places that an administrator allows", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, onServer, admin } = await seedLead(plumb);
  const connector = "/api/connectors/github";
  await onServer("PUT", connector, { values: values(github.url) });
  const refused = await as<object>("POST", "/bindings", inShop);
  expect([refused.status, refused.body.error]).toEqual([
    400,
    "The GitHub Issues account of this server may not be used for the repository octo/shop. Ask an administrator to allow it under Connectors, GitHub Issues.",
  ]);
  expect((await onServer("PUT", connector, { values: {}, places: ["octo*"] })).status).toBe(400);
  const saved = await onServer("PUT", connector, { values: {}, places: ["Octo/Shop", "Octo/Shop"] });
  expect(saved.body).toMatchObject({ data: { places: { label: "Allowed repositories", allowed: ["Octo/Shop"] } } });
  const created = await as<{ binding: Binding }>("POST", "/bindings", inShop);
  const { id } = created.body.data.binding;
  for (const change of [
    { values: { repository: "octo/admin" } },
    { owner: "server", values: { repository: "Octo/admin" } },
  ])
    expect((await as("PUT", `/bindings/${id}`, change)).status).toBe(400);
  // The own account of a project reaches what it can reach.
  const own = await as<object>("PUT", "/connectors/github", { values: values(github.url) });
  expect(own.body.data).toMatchObject({ places: null });
  const elsewhere = { ...inShop, owner: "project", values: { repository: "octo/admin" } };
  expect((await as("POST", "/bindings", elsewhere)).status).toBe(200);
  // Settings that are saved without a list keep it.
  await onServer("PUT", connector, { values: {} });
  expect((await as("POST", `/bindings/${id}/test`)).body.data).toMatchObject({ passed: true });
  await onServer("PUT", connector, { values: {}, places: ["octo/admin"] });
  const problem = expect.stringContaining("may not be used for the repository octo/shop") as string;
  expect((await as<Binding[]>("GET", "/bindings")).body.data[0]).toMatchObject({ id, problem });
  expect((await as("POST", `/bindings/${id}/test`)).body.data).toMatchObject({ passed: false, message: problem });
  const audit = await call<{ data: { detail: object }[] }>(plumb, "GET", "/api/audit?action=connector.changed", {
    token: admin,
  });
  expect(audit.body.data[0]?.detail).toMatchObject({
    placesAllowed: ["octo/admin"],
    placesNoLongerAllowed: ["Octo/Shop"],
  });
});

test("a user can make ten tests of a project within a minute, of any kind together", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, onServer, projectId, admin } = await seedLead(plumb);
  await onServer("PUT", "/api/connectors/github", { values: values(github.url), places: ["*"] });
  const { id } = (await as<{ binding: Binding }>("POST", "/bindings", inShop)).body.data.binding;
  await as("PUT", "/connectors/github", { values: values(github.url) });
  const statuses: number[] = [];
  for (let test = 0; test < 9; test += 1) statuses.push((await as("POST", `/bindings/${id}/test`)).status);
  expect(statuses).toEqual([...Array<number>(8).fill(200), 429]);
  const sent = github.received.length;
  const refused = await as<object>("POST", "/bindings", inShop);
  expect([refused.status, refused.body.error]).toEqual([429, "Too many attempts. Try again in 60 seconds."]);
  for (const [method, path, body] of [
    ["PUT", `/bindings/${id}`, { values: { repository: "octo/admin" } }],
    ["PUT", "/connectors/github", { values: values(github.url) }],
    ["POST", "/connectors/github/test", undefined],
  ] as const)
    expect([path, (await as(method, path, body)).status]).toEqual([path, 429]);
  expect(github.received).toHaveLength(sent);
  // Changes without a test, and other users, are not limited.
  expect((await as("PUT", `/bindings/${id}`, { enabled: false })).status).toBe(200);
  const path = `/api/projects/${projectId}/bindings/${id}/test`;
  expect((await call(plumb, "POST", path, { token: admin })).status).toBe(200);
  later(plumb, 61);
  expect((await as("POST", `/bindings/${id}/test`)).status).toBe(200);
});

test("the secret of a tracker's webhook has a minimum length", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as } = await seedLead(plumb);
  await as("PUT", "/connectors/github", { values: values(github.url) });
  const add = (webhookSecret: string) =>
    as("POST", "/bindings", { ...inShop, owner: "project", values: { repository: "octo/shop", webhookSecret } });
  expect(await add("x")).toMatchObject({
    status: 400,
    body: { fields: { "values.webhookSecret": "Webhook secret must be at least 16 characters long" } },
  });
  expect((await add("sixteen letters!")).status).toBe(200);
});

test("settings of a binding that fail their test are not stored", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, onServer } = await seedLead(plumb);
  await configure(onServer, github.url);
  const wrong = await as("POST", "/bindings", { ...inShop, values: { repository: "octo/none" } });
  expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining("octo/none")]);
  const empty = await as("POST", "/bindings", { ...inShop, values: {} });
  expect(empty.body.fields).toHaveProperty("values.repository");
  expect((await as<Binding[]>("GET", "/bindings")).body.data).toEqual([]);
});

test("no project sees, uses or tests the connectors and bindings of another one", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const one = await seedLead(plumb);
  const saved = await one.as("PUT", "/connectors/github", { values: values(github.url) });
  expect(saved.body.data).toMatchObject({ connector: { status: "enabled" } });
  const created = await one.as<{ binding: Binding }>("POST", "/bindings", { ...inShop, owner: "project" });
  const { id } = created.body.data.binding;

  const { body } = await call<{ data: { id: number } }>(plumb, "POST", "/api/projects", {
    token: one.admin,
    body: { name: "Other", description: "Another project" },
  });
  const other = await seedPerson(plumb, "other", { projectId: body.data.id, projectRole: "LEAD" });
  const asOther = (method: "GET" | "POST" | "PUT", path: string, sent?: object) =>
    call<{ data: unknown; error?: string }>(plumb, method, `/api/projects/${body.data.id}${path}`, {
      token: other.token,
      ...(sent !== undefined && { body: sent }),
    });
  expect((await asOther("GET", "/connectors/github")).body.data).toMatchObject({ configured: false, secretsSet: [] });
  expect((await asOther("POST", "/bindings", { ...inShop, owner: "project" })).status).toBe(409);
  expect((await asOther("POST", `/bindings/${id}/test`)).status).toBe(404);
  expect((await asOther("PUT", `/bindings/${id}`, { enabled: false })).status).toBe(404);
  expect((await asOther("GET", `/bindings/${id}/deliveries`)).status).toBe(404);
  expect((await asOther("GET", "/bindings")).body.data).toEqual([]);
});

test("a binding whose connector was deleted shows a problem, and works with new settings", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, onServer } = await seedLead(plumb);
  await configure(onServer, github.url);
  const { id } = (await as<{ binding: Binding }>("POST", "/bindings", inShop)).body.data.binding;
  const first = async () => (await as<Binding[]>("GET", "/bindings")).body.data[0];
  await onServer("PUT", "/api/connectors/github/disabled", { disabled: true });
  expect(await first()).toMatchObject({ problem: "The connector GitHub Issues is disabled." });
  await onServer("DELETE", "/api/connectors/github");
  expect(await first()).toMatchObject({ owner: null, problem: expect.stringContaining("was deleted") as string });
  expect((await as("POST", `/bindings/${id}/test`)).body.data).toMatchObject({ passed: false });
  await as("PUT", "/connectors/github", { values: values(github.url) });
  const moved = await as<{ binding: Binding }>("PUT", `/bindings/${id}`, { owner: "project" });
  expect(moved.body.data.binding).toMatchObject({ owner: "project", problem: null });
  expect((await as("POST", `/bindings/${id}/test`)).body.data).toMatchObject({ passed: true });
});

test("connections of a deleted connector return when the same account is configured again", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, onServer, admin } = await seedLead(plumb);
  await configure(onServer, github.url);
  await as("POST", "/bindings", inShop);
  const first = async () => (await as<Binding[]>("GET", "/bindings")).body.data[0];
  const setup = await onServer("GET", "/api/connectors/github");
  expect(setup.body.data).toMatchObject({ uses: { connections: 1, projects: 1, returnable: true } });
  await onServer("DELETE", "/api/connectors/github");
  expect(await first()).toMatchObject({
    owner: null,
    problem: expect.stringContaining("waits until the same account is configured again") as string,
  });
  await configure(onServer, github.url);
  expect(await first()).toMatchObject({ owner: "server", problem: null });
  const audit = await call(plumb, "GET", "/api/audit", { token: admin });
  expect(JSON.stringify(audit.body)).toContain('"reconnected":true');
});

test("connections do not return with another account, in another project, or if they use another one already", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  await using other = await startGithub();
  const { as, onServer } = await seedLead(plumb);
  await configure(onServer, github.url);
  const { id } = (await as<{ binding: Binding }>("POST", "/bindings", inShop)).body.data.binding;
  const first = async () => (await as<Binding[]>("GET", "/bindings")).body.data[0];
  await onServer("DELETE", "/api/connectors/github");
  await configure(onServer, other.url);
  expect(await first()).toMatchObject({
    owner: null,
    problem: expect.stringContaining("the account that is configured now is a different one") as string,
  });
  // The account works again, but the connection was edited to use another one.
  await as("PUT", `/bindings/${id}`, { owner: "server" });
  await as("PUT", "/connectors/github", { values: values(github.url) });
  expect(await first()).toMatchObject({ owner: "server", problem: null });
});

test("secrets of a project are encrypted for it, and are in no response and no audit entry", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, admin } = await seedLead(plumb);
  const responses = [
    await as("PUT", "/connectors/github", { values: values(github.url) }),
    await as("POST", "/bindings", { ...inShop, owner: "project" }),
    await as("GET", "/connectors/github"),
    await as("GET", "/bindings"),
    await as("PUT", "/connectors/github", { values: { ...values(github.url), token: "wrong_secret1" } }),
  ];
  const audit = await call(plumb, "GET", "/api/audit", { token: admin });
  const stored = [await rowsOf(plumb.context.db, "connector"), await rowsOf(plumb.context.db, "binding")];
  expect(JSON.stringify([responses.map(({ body }) => body), audit.body, stored])).not.toMatch(/secret1/);
});

test("a webhook is a channel without an account, whose secret is checked and never returned", async () => {
  await using plumb = await createTestApp();
  let status = 204;
  await using receiver = await startFakeService(() => ({ status }));
  const { as } = await seedLead(plumb);
  const offered = await as<ProjectConnector[]>("GET", "/connectors");
  expect(offered.body.data.find(({ connector }) => connector.id === "webhooks")).toMatchObject({
    needsAccount: false,
    enabled: ["project"],
    offers: [{ offer: "channel" }],
  });
  const secret = "a secret of the tests";
  const add = (values: Record<string, string>) =>
    as<{ binding: Binding; message: string }>("POST", "/bindings", {
      connector: "webhooks",
      owner: "project",
      offer: "channel",
      values,
    });
  const url = `${receiver.url}/hook`;
  const short = await add({ url, secret: "short" });
  expect([short.status, short.body.error]).toEqual([400, "The secret must be at least 16 characters long."]);
  status = 500;
  expect((await add({ url, secret })).body.error).toBe("The receiver has a problem (HTTP 500). Try again later.");
  status = 204;
  const created = await add({ url, secret });
  const host = new URL(url).host;
  expect(created.body.data).toMatchObject({
    message: `${host} accepted a test message.`,
    binding: { name: host, secretsSet: ["secret"], values: { url } },
  });
  expect(JSON.stringify(created.body)).not.toContain(secret);
  expect(receiver.received).toHaveLength(2);
  expect(JSON.parse(receiver.received[1]?.body ?? "")).toMatchObject({ event: "message", title: "Plumb is connected" });
  // Its account cannot be switched off or removed, because there is none.
  expect((await as("PUT", "/connectors/webhooks/disabled", { disabled: true })).status).toBe(400);
  expect((await as("DELETE", "/connectors/webhooks")).status).toBe(400);
  expect((await add({ url, secret })).status).toBe(200);
});

test("a change is tested as a new connection is, and refused with the same text", async () => {
  await using plumb = await createTestApp();
  await using github = await startGithub();
  const { as, onServer } = await seedLead(plumb);
  await onServer("PUT", "/api/connectors/github", { values: values(github.url), places: ["octo/*"] });
  const unknown = { values: { repository: "octo/unknown" } };
  const refused = await as("POST", "/bindings", { ...inShop, ...unknown });
  const { id } = (await as<{ binding: Binding }>("POST", "/bindings", inShop)).body.data.binding;
  const change = (body: object) => as<{ binding: Binding; message: string | null }>("PUT", `/bindings/${id}`, body);
  const wrong = await change(unknown);
  expect([wrong.status, wrong.body.error]).toEqual([400, refused.body.error]);
  expect((await as<Binding[]>("GET", "/bindings")).body.data).toMatchObject([{ name: "octo/shop" }]);
  expect((await change({ values: { repository: "octo/admin" } })).body.data).toMatchObject({
    message: "Issues will be created in octo/admin.",
    binding: { name: "octo/admin" },
  });
  // Neither the same settings nor a switch are tested, because a test of a channel posts a message.
  const before = github.received.length;
  for (const body of [{ owner: "server", values: { repository: "octo/admin" } }, { enabled: false }])
    expect((await change(body)).body.data.message).toBeNull();
  expect(github.received).toHaveLength(before);
  // Both of two changes at the same time are kept.
  await Promise.all([change({ values: { labels: "bug" } }), change({ values: { onReturn: "comment" } })]);
  expect((await as<Binding[]>("GET", "/bindings")).body.data[0]?.values).toMatchObject({
    repository: "octo/admin",
    labels: "bug",
    onReturn: "comment",
  });
});
