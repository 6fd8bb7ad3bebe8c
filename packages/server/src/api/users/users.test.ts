import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";

interface Page {
  readonly data: { id: number; email: string }[];
  readonly nextCursor: string | null;
}

test("administrators see accounts, their projects and last activity", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada", { projectId, projectRole: "LEAD" });
  plumb.time.now = new Date(plumb.time.now.getTime() + 3_600_000);
  await call(plumb, "GET", "/api/projects", { token: ada.token });
  const { body } = await call(plumb, "GET", "/api/users?search=ADA", { token });
  expect(body).toMatchObject({
    data: [
      {
        id: ada.id,
        username: ada.email,
        email: ada.email,
        displayName: null,
        name: null,
        role: "USER",
        status: "active",
        lastSeenAt: plumb.time.now.toISOString(),
        projects: [{ id: projectId, name: "Shop", role: "LEAD" }],
      },
    ],
    nextCursor: null,
  });
});

test("accounts are paged by address without gaps, and can be filtered by status", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  for (const name of ["c", "b", "d"]) await seedPerson(plumb, name);
  const first = await call<Page>(plumb, "GET", "/api/users?limit=3", { token });
  const second = await call<Page>(plumb, "GET", `/api/users?limit=3&cursor=${first.body.nextCursor}`, { token });
  const emails = [...first.body.data, ...second.body.data].map(({ email }) => email[0]);
  expect([emails, second.body.nextCursor]).toEqual([["a", "b", "c", "d"], null]);
  const deactivated = await call<Page>(plumb, "GET", "/api/users?status=deactivated", { token });
  expect(deactivated.body.data).toEqual([]);
});

test("a deactivated account loses its sessions immediately and cannot sign in until it is reactivated", async () => {
  await using plumb = await createTestApp({ demo: true });
  const { token } = await seedProject(plumb);
  const account = { username: "eve", email: "eve@example.test", password: "secret staple" };
  const eve = await call<{ token: string; user: { id: number } }>(plumb, "POST", "/api/auth/register", {
    body: account,
  });
  const change = (body: object) => call(plumb, "PUT", `/api/users/${eve.body.user.id}`, { token, body });
  expect((await change({ status: "deactivated" })).body).toMatchObject({
    data: { status: "deactivated", role: "USER" },
  });
  expect((await call(plumb, "GET", "/api/projects", { token: eve.body.token })).status).toBe(401);
  expect((await call(plumb, "POST", "/api/auth/login", { body: account })).status).toBe(401);
  await change({ status: "active" });
  expect((await call(plumb, "GET", "/api/projects", { token: eve.body.token })).status).toBe(401);
  expect((await call(plumb, "POST", "/api/auth/login", { body: account })).status).toBe(200);
  const audit = await call<{ data: unknown[] }>(plumb, "GET", "/api/audit?action=user.changed", { token });
  expect(audit.body.data).toMatchObject([{ detail: { status: "active" } }, { detail: { status: "deactivated" } }]);
});

test("the last active administrator keeps the role, even when two remove each other", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const own = await call<{ user: { id: number } }>(plumb, "GET", "/api/auth/profile", { token });
  const id = own.body.user.id;
  const change = (by: string, userId: number, body: object) =>
    call(plumb, "PUT", `/api/users/${userId}`, { token: by, body });
  for (const body of [{ role: "USER" }, { status: "deactivated" }])
    expect(await change(token, id, body)).toMatchObject({
      status: 409,
      body: { error: "This is the last active administrator. Make another user an administrator first." },
    });
  const second = await seedPerson(plumb, "second", { role: "ADMIN" });
  const responses = await Promise.all([
    change(token, second.id, { role: "USER" }),
    change(second.token, id, { role: "USER" }),
  ]);
  // The other request is rejected: it would remove the last administrator, or its sender is no longer one.
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409 || status === 403)).toHaveLength(1);
});
