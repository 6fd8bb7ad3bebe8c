import { maxSavedViews, type SavedView } from "@plumb/contract/projects/saved-views.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";

interface Reply {
  readonly data: SavedView;
  readonly error?: string;
}

async function team(plumb: TestApp) {
  const { projectId, token: admin } = await seedProject(plumb);
  const person = async (projectRole: "VIEWER" | "USER" | "LEAD") =>
    (await seedPerson(plumb, projectRole.toLowerCase(), { projectId, projectRole })).token;
  const base = `/api/projects/${projectId}/saved-views`;
  const create = (token: string, body: object) => call<Reply>(plumb, "POST", base, { token, body });
  const change = (token: string, id: number, body: object) =>
    call<Reply>(plumb, "PUT", `${base}/${id}`, { token, body });
  const remove = (token: string, id: number) => call<Reply>(plumb, "DELETE", `${base}/${id}`, { token });
  const list = async (token: string) =>
    (await call<{ data: SavedView[]; mayShare: boolean }>(plumb, "GET", base, { token })).body;
  const names = async (token: string) => (await list(token)).data.map(({ name, own }) => [name, own]);
  const [viewer, user, lead] = [await person("VIEWER"), await person("USER"), await person("LEAD")];
  return { admin, viewer, user, lead, create, change, remove, list, names };
}

const search = { q: "cart", status: ["failed"], sortBy: "passRate", sortOrder: "asc", startDate: "2026-03-01" };

test("a view is returned as it was saved, and belongs to its owner alone until it is shared", async () => {
  await using plumb = await createTestApp();
  const { user, viewer, lead, create, change, names, list } = await team(plumb);
  const { body } = await create(user, { name: " Red carts ", search });
  expect(body.data).toEqual({
    id: expect.any(Number) as number,
    name: "Red carts",
    search,
    shared: false,
    own: true,
    isDefault: false,
    owner: "user@example.test",
    deletable: true,
  });
  expect(await names(viewer)).toEqual([]);
  await change(user, body.data.id, { shared: true });
  expect(await names(viewer)).toEqual([["Red carts", false]]);
  expect(await list(viewer)).toMatchObject({ data: [{ deletable: false }], mayShare: false });
  expect(await list(lead)).toMatchObject({ data: [{ deletable: true, own: false }], mayShare: true });
  const renamed = await change(user, body.data.id, { name: "Carts", search: {} });
  expect(renamed.body.data).toMatchObject({ name: "Carts", search: {}, shared: true });
  await create(user, { name: "all", search: {} });
  expect(await names(user)).toEqual([
    ["all", true],
    ["Carts", true],
  ]);
});

test("users have at most one default view per page, and no one else gets it", async () => {
  await using plumb = await createTestApp();
  const { user, viewer, create, change, list } = await team(plumb);
  const first = (await create(user, { name: "First", search, shared: true })).body.data.id;
  const second = (await create(user, { name: "Second", search })).body.data.id;
  const theirs = (await create(viewer, { name: "Theirs", search })).body.data.id;
  const defaults = async (token: string) =>
    (await list(token)).data.flatMap(({ name, isDefault }) => (isDefault ? [name] : []));
  expect((await change(user, first, { isDefault: true })).body.data).toMatchObject({ isDefault: true, shared: true });
  await change(viewer, theirs, { isDefault: true });
  expect([await defaults(user), await defaults(viewer)]).toEqual([["First"], ["Theirs"]]);
  await change(user, second, { isDefault: true });
  expect([await defaults(user), await defaults(viewer)]).toEqual([["Second"], ["Theirs"]]);
  expect((await change(viewer, first, { isDefault: true })).status).toBe(403);
  await change(user, second, { name: "Renamed" });
  expect(await defaults(user)).toEqual(["Renamed"]);
  await change(user, second, { isDefault: false });
  expect(await defaults(user)).toEqual([]);
});

test("a viewer saves views but cannot share them", async () => {
  await using plumb = await createTestApp();
  const { viewer, create, change, remove } = await team(plumb);
  expect((await create(viewer, { name: "Mine", search, shared: true })).status).toBe(403);
  const { body } = await create(viewer, { name: "Mine", search });
  expect((await change(viewer, body.data.id, { shared: true })).status).toBe(403);
  expect((await change(viewer, body.data.id, { name: "My own" })).status).toBe(200);
  expect((await remove(viewer, body.data.id)).status).toBe(200);
});

test("only the owner can change a view; leads and administrators can delete a shared one", async () => {
  await using plumb = await createTestApp();
  const { admin, lead, user, viewer, create, change, remove, names } = await team(plumb);
  const shared = (await create(user, { name: "Shared", search, shared: true })).body.data.id;
  const hidden = (await create(user, { name: "Hidden", search })).body.data.id;
  for (const token of [viewer, lead, admin]) {
    expect(await change(token, shared, { name: "Taken over" })).toMatchObject({
      status: 403,
      body: { error: "This view belongs to user@example.test; only they can change it." },
    });
    expect((await change(token, hidden, { name: "Found" })).status).toBe(404);
    expect((await remove(token, hidden)).status).toBe(404);
  }
  expect((await remove(viewer, shared)).status).toBe(403);
  expect((await remove(lead, shared)).status).toBe(200);
  const again = (await create(user, { name: "Shared", search, shared: true })).body.data.id;
  expect((await remove(admin, again)).status).toBe(200);
  expect(await names(user)).toEqual([["Hidden", true]]);
});

test("names are unique per user, and the number of views is limited", async () => {
  await using plumb = await createTestApp();
  const { user, lead, create, change } = await team(plumb);
  const first = await create(user, { name: "Red", search });
  expect(await create(user, { name: "RED", search })).toMatchObject({
    status: 409,
    body: { error: "You already have a view with this name." },
  });
  expect((await create(lead, { name: "Red", search })).status).toBe(200);
  const second = await create(user, { name: "Green", search });
  expect((await change(user, second.body.data.id, { name: "red" })).status).toBe(409);
  expect((await change(user, first.body.data.id, { name: "RED" })).status).toBe(200);
  for (let count = 2; count < maxSavedViews; count += 1) await create(user, { name: `View ${count}`, search: {} });
  expect(await create(user, { name: "One more", search })).toMatchObject({ status: 409 });
});

test.for([
  { name: "", search: {} },
  { name: "x".repeat(81), search: {} },
  { name: "No search" },
  { name: "Unknown key", search: { redirect: "https://evil.example" } },
  { name: "Wrong type", search: { status: "failed" } },
  { name: "Wrong value", search: { status: ["purple"] } },
  { name: "Wrong date", search: { startDate: "soon" } },
])("%j is rejected", async (body) => {
  await using plumb = await createTestApp();
  const { user, create } = await team(plumb);
  expect((await create(user, body)).status).toBe(400);
});

test("a view of the tests that an earlier version saved has lists of values", async () => {
  await using plumb = await createTestApp();
  const { projectId, token } = await seedProject(plumb);
  const views = `/api/projects/${projectId}/test-views`;
  const { body } = await call<{ data: SavedView }>(plumb, "POST", views, {
    token,
    body: { name: "Old", search: { owner: "@checkout", suite: "web" } },
  });
  expect(body.data.search).toEqual({ owner: ["@checkout"], suite: ["web"] });
});

test.for([
  [
    "tests",
    "test-views",
    { view: "broken", owner: ["@checkout"], not: ["tag:smoke"], sort: "since" },
    { view: "all", page: 2 },
  ],
  ["trends", "views", { range: "90d", suite: ["web"], show: "table" }, { range: "2 weeks" }],
] as const)(
  "views of the %s store their filters, apart from those of other pages",
  async ([page, name, stored, invalid]) => {
    await using plumb = await createTestApp();
    const { projectId, token } = await seedProject(plumb);
    const views =
      page === "trends" ? `/api/trends/projects/${projectId}/${name}` : `/api/projects/${projectId}/${name}`;
    const made = await call<Reply>(plumb, "POST", views, { token, body: { name: "Mine", search: stored } });
    expect(made.body.data).toMatchObject({ name: "Mine", search: stored, shared: false, own: true });
    expect((await call(plumb, "POST", views, { token, body: { name: "Other", search: invalid } })).status).toBe(400);
    expect((await call(plumb, "POST", views, { token, body: { name: "mine", search: {} } })).status).toBe(409);
    const { body } = await call<{ data: SavedView[] }>(plumb, "GET", views, { token });
    expect(body.data.map(({ id }) => id)).toEqual([made.body.data.id]);
    const ofReports = await call<{ data: SavedView[] }>(plumb, "GET", `/api/projects/${projectId}/saved-views`, {
      token,
    });
    expect(ofReports.body.data).toEqual([]);
  },
);
