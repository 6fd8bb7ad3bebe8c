import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { type Person, seedPerson } from "#testing/people.ts";

interface Sent {
  readonly data: { invitation: { id: number }; link: string };
}

const invalid = { status: 404, body: { error: "Invalid or expired invitation" } };
const newcomer = { name: "Ada", password: "correct staple" };

async function invite(plumb: TestApp, token: string, body: object) {
  const sent = await call<Sent>(plumb, "POST", "/api/invitations/create", {
    token,
    body: { email: "ada@example.test", ...body },
  });
  expect(sent.status).toBe(200);
  const { invitation, link } = sent.body.data;
  return { id: invitation.id, path: `/api/invitations/${link.split("/").at(-1)}` };
}

const systemAdmin = { roleId: 2 };

/** Ways to lose the right to invite, and what the invitation gives access to. */
const losses: readonly {
  readonly name: string;
  readonly makes: "ADMIN" | "LEAD";
  readonly lose: (plumb: TestApp, admin: string, maker: Person, projectId: number) => Promise<{ status: number }>;
}[] = [
  {
    name: "an administrator who was demoted",
    makes: "ADMIN",
    lose: (plumb, token, { id }) => call(plumb, "PUT", `/api/users/${id}`, { token, body: { role: "USER" } }),
  },
  {
    name: "an administrator who was deactivated",
    makes: "ADMIN",
    lose: (plumb, token, { id }) => call(plumb, "PUT", `/api/users/${id}`, { token, body: { status: "deactivated" } }),
  },
  {
    name: "a lead who was removed",
    makes: "LEAD",
    lose: (plumb, token, { id }, projectId) =>
      call(plumb, "DELETE", `/api/projects/${projectId}/members/${id}`, { token }),
  },
  {
    name: "a lead who is only a user now",
    makes: "LEAD",
    lose: (plumb, token, { id }, projectId) =>
      call(plumb, "PUT", `/api/projects/${projectId}/members/${id}`, { token, body: { roleKey: "USER" } }),
  },
  {
    name: "a lead whose account was deactivated",
    makes: "LEAD",
    lose: (plumb, token, { id }) => call(plumb, "PUT", `/api/users/${id}`, { token, body: { status: "deactivated" } }),
  },
];

test.for(losses)("the invitation of $name has no effect and is shown as revoked", async ({ makes, lose }) => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const maker = await seedPerson(
    plumb,
    "maker",
    makes === "ADMIN" ? { role: "ADMIN" } : { projectId, projectRole: "LEAD" },
  );
  const scope = makes === "ADMIN" ? systemAdmin : { projectId, projectRoleId: 5 };
  const { id, path } = await invite(plumb, maker.token, scope);
  expect((await call(plumb, "GET", path)).status).toBe(200);

  expect((await lose(plumb, token, maker, projectId)).status).toBe(200);
  expect(await call(plumb, "GET", path)).toMatchObject(invalid);
  expect(await call(plumb, "POST", `${path}/accept`, { body: newcomer })).toMatchObject(invalid);
  const list = await call(plumb, "GET", "/api/invitations/list?status=revoked", { token });
  expect(list.body).toMatchObject({ data: [{ id, status: "revoked" }] });
  expect((await call<{ data: [] }>(plumb, "GET", "/api/invitations/list?status=pending", { token })).body.data).toEqual(
    [],
  );
  // The invalid invitation does not prevent another one to the same project.
  const again = await invite(plumb, token, scope);
  expect((await call(plumb, "POST", `${again.path}/accept`, { body: newcomer })).status).toBe(200);
});

test("a removed user cannot return through an invitation of their own", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const former = await seedPerson(plumb, "former", { role: "ADMIN" });
  const { path } = await invite(plumb, former.token, { email: "second@example.test", projectId, projectRoleId: 5 });
  const second = await seedPerson(plumb, "second");
  await call(plumb, "PUT", `/api/users/${former.id}`, { token, body: { role: "USER" } });
  expect(await call(plumb, "POST", `${path}/accept`, { token: second.token, body: {} })).toMatchObject(invalid);
  expect((await call(plumb, "GET", `/api/projects/${projectId}`, { token: second.token })).status).toBe(404);
});

test("an invitation stays valid as long as its creator leads the project, whatever else they lost", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const maker = await seedPerson(plumb, "maker", { role: "ADMIN", projectId, projectRole: "LEAD" });
  const { path } = await invite(plumb, maker.token, { projectId, projectRoleId: 3 });
  await call(plumb, "PUT", `/api/users/${maker.id}`, { token, body: { role: "USER" } });
  expect((await call(plumb, "POST", `${path}/accept`, { body: newcomer })).status).toBe(200);
});

test("the lead of another project cannot keep an invitation valid", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  const maker = await seedPerson(plumb, "maker", { role: "ADMIN", projectId: other.projectId, projectRole: "LEAD" });
  const { path } = await invite(plumb, maker.token, { projectId, projectRoleId: 3 });
  await call(plumb, "PUT", `/api/users/${maker.id}`, { token, body: { role: "USER" } });
  expect(await call(plumb, "GET", path)).toMatchObject(invalid);
});

test("a resent invitation belongs to its new sender", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  const { id } = await invite(plumb, lead.token, { projectId, projectRoleId: 3 });
  const resent = await call<Sent>(plumb, "POST", `/api/invitations/${id}/resend`, { token });
  expect(resent.body).toMatchObject({ data: { invitation: { invited_by_email: "admin@example.test" } } });
  await call(plumb, "DELETE", `/api/projects/${projectId}/members/${lead.id}`, { token });
  const path = `/api/invitations/${resent.body.data.link.split("/").at(-1)}`;
  expect((await call(plumb, "POST", `${path}/accept`, { body: newcomer })).status).toBe(200);
});

test("a reset link works only while its creator is an administrator", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada");
  const changes = [{ role: "USER" }, { status: "deactivated" }];
  for (const [index, change] of changes.entries()) {
    const former = await seedPerson(plumb, `former${index}`, { role: "ADMIN" });
    const made = await call<{ data: { link: string } }>(plumb, "POST", `/api/users/${ada.id}/password-reset`, {
      token: former.token,
    });
    const path = `/api/auth/password-reset/${made.body.data.link.split("/").at(-1)}`;
    expect((await call(plumb, "GET", path)).status).toBe(200);
    await call(plumb, "PUT", `/api/users/${former.id}`, { token, body: change });
    const refused = { status: 404, body: { error: "This link has expired or was replaced. Request a new one." } };
    expect(await call(plumb, "GET", path)).toMatchObject(refused);
    const body = { newPassword: "another horse", confirmPassword: "another horse" };
    expect(await call(plumb, "POST", path, { body })).toMatchObject(refused);
  }
  expect((await call(plumb, "GET", "/api/projects", { token: ada.token })).status).toBe(200);
});
