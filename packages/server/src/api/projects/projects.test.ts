import type { Found } from "@plumb/contract/projects/search.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

interface Detail {
  readonly data: { id: number; name: string; version: number };
}

test("a project is created, read and changed, and missing fields are kept", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const changed = await call(plumb, "PUT", `/api/projects/${projectId}`, {
    token,
    body: { description: "The shop", settings: { retentionDays: 365 } },
  });
  const project = {
    name: "Shop",
    description: "The shop",
    type: "other",
    status: "active",
    settings: { retentionDays: 365, autoCleanup: true, notifications: true },
    version: 2,
    updatedAt: plumb.time.now.toISOString(),
  };
  expect(changed.body).toMatchObject({ success: true, data: project });
  expect((await call(plumb, "GET", `/api/projects/${projectId}`, { token })).body).toMatchObject({ data: project });
});

test("the list has the role of the caller in each project", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  await seedProject(plumb, "Other");
  const viewer = await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" });
  const roles = async (of: string) => {
    const { body } = await call<{ data: { name: string; role: string | null }[] }>(plumb, "GET", "/api/projects", {
      token: of,
    });
    return body.data.map(({ name, role }) => [name, role]);
  };
  expect(await roles(viewer.token)).toEqual([["Shop", "VIEWER"]]);
  expect(await roles(token)).toEqual([
    ["Other", null],
    ["Shop", null],
  ]);
});

const days = "Retention days must be a number from 1 to 365";

test.for([
  [{ name: " " }, { name: "Name is required" }],
  [{ description: "" }, { description: "Description is required" }],
  [{ settings: { retentionDays: 366 } }, { "settings.retentionDays": days }],
  [{ settings: { retentionDays: 0 } }, { "settings.retentionDays": days }],
  [{ type: "jest" }, { type: "Type must be one of playwright, selenium, cypress, other" }],
] as const)("a project with %j is rejected", async ([wrong, fields]) => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  expect(await call(plumb, "PUT", `/api/projects/${projectId}`, { token, body: wrong })).toMatchObject({
    status: 400,
    body: { error: Object.values(fields).join(), fields },
  });
});

test("when two users edit a project, the second to save sees the conflict", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const { version } = (await call<Detail>(plumb, "GET", `/api/projects/${projectId}`, { token })).body.data;
  const save = (description: string) =>
    call(plumb, "PUT", `/api/projects/${projectId}`, { token, body: { description, version } });
  const responses = await Promise.all([save("first"), save("second")]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
    code: "conflict",
    error: "Another user changed this project. Your changes have not been saved; reload it and make them again.",
  });
});

test("two projects cannot have the same name, ignoring case", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb, "Shop");
  await seedProject(plumb, "Store");
  const renamed = await call(plumb, "PUT", `/api/projects/${projectId}`, { token, body: { name: "STORE" } });
  expect(renamed).toMatchObject({ status: 409, body: { error: 'There is already a project called "STORE".' } });
});

test("counts the numbers of a project", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" });
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  const stats = await call(plumb, "GET", `/api/projects/${projectId}/stats`, { token });
  expect(stats.body).toMatchObject({ data: { testRuns: 1, results: 1, members: 1 } });
});

test("a project can be deleted without confirming its name", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  expect((await call(plumb, "DELETE", `/api/projects/${projectId}`, { token })).status).toBe(200);
  expect((await call(plumb, "GET", `/api/projects/${projectId}`, { token })).status).toBe(404);
});

test("a wrong name deletes nothing, and the right one removes the project everywhere", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) })).body.data;
  const unsure = await call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "shop" } });
  expect(unsure).toMatchObject({
    status: 400,
    body: { code: "invalid", fields: { confirm: "To delete the project, type its name: Shop" } },
  });

  const remove = () => call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
  expect((await remove()).status).toBe(200);

  expect((await call(plumb, "GET", "/api/projects", { token })).body).toMatchObject({ data: [] });
  for (const path of [`/api/projects/${projectId}`, `/api/reports?projectId=${projectId}`, `/api/reports/${reportId}`])
    expect((await call(plumb, "GET", path, { token })).status).toBe(404);
  expect(await send(plumb, key, { "b.xml": junit([["cart", "removes"]]) })).toMatchObject({
    status: 404,
    body: { code: "not_found", error: "The project of this API key has been deleted. Nothing was saved." },
  });
  expect((await remove()).status).toBe(404);
  expect(
    (await call(plumb, "POST", "/api/projects", { token, body: { name: "Shop", description: "Anew" } })).status,
  ).toBe(200);
});

test("the project of an object is shown to its readers", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  await send(plumb, other.key, { "a.xml": junit([["cart", "pays", "refused"]]) });
  const viewer = await seedPerson(plumb, "viewer", { projectId: other.projectId, projectRole: "VIEWER" });
  const outsider = await seedPerson(plumb, "outsider", { projectId: shop.projectId, projectRole: "LEAD" });
  const read = async (path: string) =>
    (await call(plumb, "GET", `/api/projects/${other.projectId}${path}`, { token: viewer.token })).body;
  const { data: uploads } = (await read("/uploads")) as { data: { id: number }[] };
  await runJobs(plumb.context);
  const find = async (q: string) => ((await read(`/search?q=${q}`)) as { data: Found }).data;
  const [pays] = (await find("pays")).tests;
  const [cause] = (await find("refused")).groups;
  const ask = (token: string, location: string) => call(plumb, "GET", `/api/locate/${location}`, { token });
  for (const location of [`test/${pays?.id}`, `cause/${cause?.id}`, `upload/${uploads[0]?.id}`]) {
    expect((await ask(viewer.token, location)).body).toMatchObject({ data: { projectId: other.projectId } });
    expect((await ask(shop.token, location)).body).toMatchObject({ data: { projectId: other.projectId } });
    expect(await ask(outsider.token, location)).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  expect((await ask(viewer.token, `test/${2 ** 40}`)).status).toBe(404);
  const former = await plumb.app.inject({ method: "GET", url: "/api/whereabouts/test/7" });
  expect(former).toMatchObject({ statusCode: 308, headers: { location: "/api/locate/test/7" } });
});
