import { expect, test } from "vitest";
import { call, createTestApp, seedProject } from "#testing/app.ts";
import { addMember } from "#store/projects/members.ts";
import { seedPerson } from "#testing/people.ts";

test("a lead adds, promotes and removes members of their project, and each action is recorded", async () => {
  await using plumb = await createTestApp();
  const { token: admin, projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  const ada = await seedPerson(plumb, "ada");
  const members = `/api/projects/${projectId}/members`;
  const { token } = lead;

  const added = await call(plumb, "POST", members, { token, body: { userId: ada.id, roleKey: "VIEWER" } });
  expect(added.body).toMatchObject({
    data: { id: ada.id, email: ada.email, role_key: "VIEWER", display_name: null, name: null, active: true },
  });
  const again = await call(plumb, "POST", members, { token, body: { userId: ada.id, roleKey: "LEAD" } });
  expect(again).toMatchObject({ status: 409, body: { code: "conflict" } });
  await call(plumb, "PUT", `${members}/${ada.id}`, { token, body: { roleKey: "USER" } });
  const list = await call(plumb, "GET", members, { token: ada.token });
  expect(list.body).toMatchObject({
    data: [
      { id: ada.id, role_key: "USER" },
      { id: lead.id, role_key: "LEAD" },
    ],
  });
  expect((await call(plumb, "DELETE", `${members}/${ada.id}`, { token })).status).toBe(200);
  expect((await call(plumb, "DELETE", `${members}/${ada.id}`, { token })).status).toBe(404);
  expect((await call(plumb, "GET", members, { token: ada.token })).status).toBe(404);

  const audit = await call(plumb, "GET", `/api/audit?projectId=${projectId}&limit=3`, { token: admin });
  expect(audit.body).toMatchObject({
    data: [
      { action: "member.removed", actorEmail: lead.email, targetName: ada.email, detail: { role: "USER" } },
      { action: "member.changed", actorId: lead.id, targetId: ada.id, detail: { role: ["VIEWER", "USER"] } },
      { action: "member.added", address: "127.0.0.1", at: plumb.time.now.toISOString(), projectId, targetType: "user" },
    ],
  });
});

test("a missing account cannot become a member", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const response = await call(plumb, "POST", `/api/projects/${projectId}/members`, {
    token,
    body: { userId: 999_999_999, roleKey: "USER" },
  });
  expect(response).toMatchObject({ status: 404, body: { error: "There is no active account with this ID." } });
});

test("an analysis item can be assigned to members with an active account", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada", { projectId });
  const eve = await seedPerson(plumb, "eve", { projectId });
  await call(plumb, "PUT", `/api/users/${eve.id}`, { token, body: { status: "deactivated" } });
  const ids = async (path: string) =>
    (await call<{ data: { id: number }[] }>(plumb, "GET", path, { token })).body.data.map(({ id }) => id);
  expect(await ids(`/api/annotations/projects/${projectId}/members`)).toEqual([ada.id]);
  expect(await ids(`/api/projects/${projectId}/members`)).toEqual([ada.id, eve.id]);
});

test("leads find accounts to add by a part of their name: active ones outside the project", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  const ada = await seedPerson(plumb, "ada.byron");
  const eve = await seedPerson(plumb, "eve.byron");
  await seedPerson(plumb, "carl.byron", { projectId });
  await call(plumb, "PUT", `/api/users/${eve.id}`, { token, body: { status: "deactivated" } });
  const find = (search: string) =>
    call(plumb, "GET", `/api/projects/${projectId}/candidates?search=${search}`, { token: lead.token });
  expect((await find("BYRON")).body).toEqual({
    success: true,
    data: [{ id: ada.id, email: ada.email, display_name: null, name: null }],
  });
  expect(await find("%20")).toMatchObject({ status: 400, body: { error: "Search is required" } });
});

test("lists what a lead owns per project, and for administrators per account", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  await addMember(plumb.context.db, other.projectId, lead.id, "LEAD");
  const post = (path: string, body: object) => call(plumb, "POST", path, { token: lead.token, body });
  for (const id of [projectId, other.projectId]) {
    for (const name of ["Nightly", "Old"]) await post(`/api/projects/${id}/api-keys`, { name, scopes: ["read"] });
    const url = `http://127.0.0.1/${id}`;
    await post(`/api/projects/${id}/webhooks`, { url, events: ["run.finished"], secret: "a secret of ours" });
    await post("/api/invitations/create", { email: `ada${id}@example.test`, projectId: id, projectRoleId: 3 });
  }
  const keys = `/api/projects/${projectId}/api-keys`;
  const listed = await call<{ data: { id: number; name: string }[] }>(plumb, "GET", keys, { token });
  expect(listed.body).toMatchObject({
    data: [
      { name: "Old", createdBy: { name: lead.email, mayManage: true } },
      { name: "Nightly" },
      { name: "CI", createdBy: { name: "admin@example.test", mayManage: true } },
    ],
  });
  await call(plumb, "DELETE", `${keys}/${listed.body.data.find(({ name }) => name === "Old")?.id}`, { token });
  const expected = {
    apiKeys: [{ projectId, projectName: "Shop", name: "Nightly", scopes: ["read"], lastUsedAt: null }],
    webhooks: [{ projectId, projectName: "Shop", url: `http://127.0.0.1/${projectId}`, enabled: true }],
    invitations: [{ email: `ada${projectId}@example.test`, projectId, projectName: "Shop" }],
  };
  const access = `/api/projects/${projectId}/members/${lead.id}/access`;
  expect((await call(plumb, "GET", access, { token })).body).toMatchObject({ data: expected });
  const all = await call<{ data: Record<string, object[]> }>(plumb, "GET", `/api/users/${lead.id}/access`, { token });
  expect(Object.values(all.body.data).map((list) => list.length)).toEqual([3, 2, 2]);

  // Keys and webhooks of a removed member stay; their invitations stop working.
  await call(plumb, "DELETE", `/api/projects/${projectId}/members/${lead.id}`, { token });
  expect((await call(plumb, "GET", access, { token })).body).toMatchObject({ data: { ...expected, invitations: [] } });
  expect((await call(plumb, "GET", keys, { token })).body).toMatchObject({
    data: [{}, { name: "Nightly", createdBy: { mayManage: false } }, { createdBy: { mayManage: true } }],
  });
});
