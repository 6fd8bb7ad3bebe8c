import type { Invitation } from "@plumb/contract/people/invitations.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { countRows } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";

interface Sent {
  readonly data: { invitation: Invitation; link: string; mail: string };
  readonly error?: string;
}
const weekMs = 7 * 86_400_000;
const invalid = { status: 404, body: { success: false, error: "Invalid or expired invitation" } };

async function roleIds(plumb: TestApp, token: string, scope: "system" | "project"): Promise<Record<string, number>> {
  const { body } = await call<{ data: { id: number; key: string }[] }>(
    plumb,
    "GET",
    `/api/invitations/roles?scope=${scope}`,
    { token },
  );
  return Object.fromEntries(body.data.map(({ id, key }) => [key, id]));
}

async function invite(plumb: TestApp, token: string, email: string, projectId?: number, role = "USER") {
  const ids = await roleIds(plumb, token, projectId === undefined ? "system" : "project");
  const scope = projectId === undefined ? { roleId: ids[role] } : { projectId, projectRoleId: ids[role] };
  const response = await call<Sent>(plumb, "POST", "/api/invitations/create", { token, body: { email, ...scope } });
  return { ...response, linkToken: response.body.data?.link.split("/").at(-1) ?? "" };
}

const accept = (
  plumb: TestApp,
  linkToken: string,
  body: object = { name: "Ada", password: "secret staple" },
  token = "",
) => call(plumb, "POST", `/api/invitations/${linkToken}/accept`, { body, ...(token === "" ? {} : { token }) });

test("an invited user opens the link, accepts, and signs in with the assigned role", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { body, linkToken } = await invite(plumb, token, "ada@example.test", undefined, "ADMIN");
  const expires = new Date(plumb.time.now.getTime() + weekMs).toISOString();
  expect(body).toMatchObject({
    data: {
      invitation: {
        email: "ada@example.test",
        status: "pending",
        role_key: "ADMIN",
        project_role_key: null,
        project_name: null,
        expires_at: expires,
        accepted_at: null,
        invited_by_email: "admin@example.test",
        invited_by_name: null,
      },
      link: `http://plumb.test/accept-invitation/${linkToken}`,
      mail: "not_configured",
    },
  });
  expect((await call(plumb, "GET", `/api/invitations/${linkToken}`)).body).toMatchObject({
    data: {
      email: "ada@example.test",
      roleName: "Administrator",
      projectName: null,
      expiresAt: expires,
      hasAccount: false,
    },
  });
  expect((await accept(plumb, linkToken)).status).toBe(200);
  const signedIn = await call(plumb, "POST", "/api/auth/login", {
    body: { username: "ada@example.test", password: "secret staple" },
  });
  expect(signedIn.body).toMatchObject({ user: { role: "ADMIN", name: "Ada" } });
});

test("accepting an invitation to a project makes the user a member", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const { linkToken } = await invite(plumb, token, "ada@example.test", projectId, "LEAD");
  expect((await call(plumb, "GET", `/api/invitations/${linkToken}`)).body).toMatchObject({
    data: { roleName: "Lead", projectName: "Shop" },
  });
  expect((await accept(plumb, linkToken)).body).toMatchObject({ data: { projectId } });
  expect((await call(plumb, "GET", `/api/projects/${projectId}/members`, { token })).body).toMatchObject({
    data: [{ email: "ada@example.test", name: "Ada", role_key: "LEAD" }],
  });
});

test("a link works only once, even when it is used twice at the same time", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { linkToken } = await invite(plumb, token, "ada@example.test");
  const responses = await Promise.all([accept(plumb, linkToken), accept(plumb, linkToken)]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await accept(plumb, linkToken)).toMatchObject(invalid);
  expect(await countRows(plumb.context.db, "user_account")).toBe(2);
});

test("invalid, expired, revoked and replaced links get the same response, and create no account", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const revoked = await invite(plumb, token, "revoked@example.test");
  await call(plumb, "POST", `/api/invitations/${revoked.body.data.invitation.id}/revoke`, { token });
  const replaced = await invite(plumb, token, "replaced@example.test");
  await call(plumb, "POST", `/api/invitations/${replaced.body.data.invitation.id}/resend`, { token });
  const expired = await invite(plumb, token, "expired@example.test");
  plumb.time.now = new Date(plumb.time.now.getTime() + weekMs);
  for (const linkToken of ["wrong", revoked.linkToken, replaced.linkToken, expired.linkToken]) {
    expect(await call(plumb, "GET", `/api/invitations/${linkToken}`)).toMatchObject(invalid);
    expect(await accept(plumb, linkToken)).toMatchObject(invalid);
  }
  expect(await countRows(plumb.context.db, "user_account")).toBe(1);
});

test("a resent invitation has a new link and is valid for another week", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { body } = await invite(plumb, token, "ada@example.test");
  plumb.time.now = new Date(plumb.time.now.getTime() + weekMs - 60_000);
  const resent = await call<Sent>(plumb, "POST", `/api/invitations/${body.data.invitation.id}/resend`, { token });
  expect(resent.body.data.invitation.expires_at).toBe(new Date(plumb.time.now.getTime() + weekMs).toISOString());
  expect((await accept(plumb, resent.body.data.link.split("/").at(-1) ?? "")).status).toBe(200);
});

test("only pending invitations can be resent or revoked", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { body } = await invite(plumb, token, "ada@example.test");
  const send = (verb: string) => call(plumb, "POST", `/api/invitations/${body.data.invitation.id}/${verb}`, { token });
  expect((await send("revoke")).body).toMatchObject({ data: { status: "revoked" } });
  for (const verb of ["revoke", "resend"])
    expect(await send(verb)).toMatchObject({
      status: 409,
      body: { error: "This invitation is revoked; only pending invitations can be resent or revoked." },
    });
});

test("the list can be filtered by status and project", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  await invite(plumb, token, "expired@example.test");
  plumb.time.now = new Date(plumb.time.now.getTime() + weekMs);
  await invite(plumb, token, "pending@example.test", projectId);
  const { linkToken } = await invite(plumb, token, "accepted@example.test");
  await accept(plumb, linkToken);
  const list = async (query: string) =>
    (await call<{ data: Invitation[] }>(plumb, "GET", `/api/invitations/list?${query}`, { token })).body.data.map(
      ({ email }) => email.split("@")[0],
    );
  for (const all of ["", "status=&projectId="]) expect(await list(all)).toEqual(["accepted", "pending", "expired"]);
  for (const status of ["pending", "accepted", "expired"]) expect(await list(`status=${status}`)).toEqual([status]);
  expect(await list("status=revoked")).toEqual([]);
  expect(await list(`projectId=${projectId}`)).toEqual(["pending"]);
});

test.for([
  [{ email: "no", roleId: 1 }, "Email must be an email address"],
  [{ email: "ada@example.test" }, "Please select a role"],
  [{ email: "ada@example.test", roleId: 3 }, "Please select a role"],
  [{ email: "ada@example.test", projectId: 1 }, "Please select a project role"],
  [{ email: "ada@example.test", projectRoleId: 5 }, "Please select a project"],
  [
    { email: "ada@example.test", roleId: 1, projectId: 1, projectRoleId: 5 },
    "Choose either a role in the system or a role in a project, not both",
  ],
  [{ email: "аda@example.test", roleId: 1 }, "Email must be an email address"],
] as const)("inviting with %j is rejected with %s", async ([body, error]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect(await call(plumb, "POST", "/api/invitations/create", { token, body })).toMatchObject({
    status: 400,
    body: { error },
  });
});

test.for([
  [{ password: "secret staple" }, "Full name is required"],
  [{ name: "Ada", password: "short" }, "Password must be at least 6 characters long"],
  [{ name: "Ada", password: "Password1" }, "This password is one of the most common ones. Choose another one"],
  [{ name: "Ada", password: "ada@example.test" }, "The password must not be your name or email address"],
] as const)("accepting with %j is rejected and leaves the link valid", async ([body, error]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { linkToken } = await invite(plumb, token, "ada@example.test");
  expect(await accept(plumb, linkToken, body)).toMatchObject({ status: 400, body: { error } });
  expect((await accept(plumb, linkToken)).status).toBe(200);
});

test("the list is read page by page without gaps", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  for (const name of ["a", "b", "c"]) await invite(plumb, token, `${name}@example.test`);
  const pages: string[][] = [];
  let cursor: number | null = 0;
  while (cursor !== null) {
    const page: { body: { data: Invitation[]; nextCursor: number | null } } = await call(
      plumb,
      "GET",
      `/api/invitations/list?limit=2${cursor === 0 ? "" : `&cursor=${cursor}`}`,
      { token },
    );
    pages.push(page.body.data.map(({ email }) => email.slice(0, 1)));
    cursor = page.body.nextCursor;
  }
  expect(pages).toEqual([["c", "b"], ["a"]]);
});

test("if sign-up is disabled, only existing accounts can be invited and accept", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const known = await seedPerson(plumb, "known");
  const before = await invite(plumb, token, "before@example.test", projectId);
  const settings = await call(plumb, "PUT", "/api/settings", { token, body: { signUp: "off" } });
  expect(settings.status).toBe(200);

  expect(await invite(plumb, token, "new@example.test", projectId)).toMatchObject({
    status: 409,
    body: {
      fields: {
        email: expect.stringMatching(/^This address has no account, and creating accounts is turned off/) as string,
      },
    },
  });
  const resent = `/api/invitations/${before.body.data.invitation.id}/resend`;
  expect((await call(plumb, "POST", resent, { token })).status).toBe(409);
  const closed = { status: 403, body: { error: expect.stringMatching(/^Creating accounts is turned off/) as string } };
  expect(await call(plumb, "GET", `/api/invitations/${before.linkToken}`)).toMatchObject(closed);
  expect(await accept(plumb, before.linkToken)).toMatchObject(closed);

  const { linkToken, status } = await invite(plumb, token, "known@example.test", projectId);
  expect(status).toBe(200);
  expect((await accept(plumb, linkToken, {}, known.token)).status).toBe(200);
});

test("users are not invited twice, or to a project they already belong to", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  await seedPerson(plumb, "member", { projectId });
  expect((await invite(plumb, token, "ada@example.test")).status).toBe(200);
  expect((await invite(plumb, token, "ADA@example.test")).body.error).toBe(
    "This address already has a pending invitation. Resend or revoke that one.",
  );
  expect((await invite(plumb, token, "ada@example.test", projectId)).status).toBe(200);
  expect((await invite(plumb, token, "member@example.test")).body.error).toBe("This address already has an account.");
  expect((await invite(plumb, token, "member@example.test", projectId)).body.error).toBe(
    "This person is already a member of the project.",
  );
  plumb.time.now = new Date(plumb.time.now.getTime() + weekMs);
  expect((await invite(plumb, token, "ada@example.test")).status).toBe(200);
});

test("a user with an account joins by signing in, and other users cannot", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada");
  const eve = await seedPerson(plumb, "eve");
  const { linkToken } = await invite(plumb, token, ada.email, projectId);
  expect((await call(plumb, "GET", `/api/invitations/${linkToken}`)).body).toMatchObject({
    data: { hasAccount: true },
  });
  expect((await accept(plumb, linkToken)).status).toBe(409);
  expect((await accept(plumb, linkToken, {}, eve.token)).status).toBe(403);
  expect((await accept(plumb, linkToken, {}, ada.token)).status).toBe(200);
  expect((await call(plumb, "GET", `/api/projects/${projectId}`, { token: ada.token })).status).toBe(200);
});

test("a lead invites only to their own projects, and does not see other invitations", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  const system = await invite(plumb, token, "system@example.test");
  await invite(plumb, token, "other@example.test", other.projectId);
  expect((await invite(plumb, lead.token, "mine@example.test", projectId, "LEAD")).status).toBe(200);
  expect((await invite(plumb, lead.token, "x@example.test", other.projectId)).status).toBe(404);
  expect((await invite(plumb, lead.token, "x@example.test")).status).toBe(403);
  const list = await call<{ data: Invitation[] }>(plumb, "GET", "/api/invitations/list", { token: lead.token });
  expect(list.body.data.map(({ email }) => email)).toEqual(["mine@example.test"]);
  for (const verb of ["revoke", "resend"])
    expect(
      (await call(plumb, "POST", `/api/invitations/${system.body.data.invitation.id}/${verb}`, { token: lead.token }))
        .status,
    ).toBe(404);
});

test("the audit contains every change of an invitation, and its token is stored nowhere", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const { linkToken } = await invite(plumb, token, "ada@example.test", projectId);
  await accept(plumb, linkToken);
  const audit = await call<{ data: { action: string }[] }>(plumb, "GET", "/api/audit?limit=2", { token });
  expect(audit.body.data).toMatchObject([
    { action: "invitation.accepted", actorEmail: "ada@example.test", projectId },
    { action: "invitation.created", actorEmail: "admin@example.test", detail: { role: "USER", projectRole: "USER" } },
  ]);
  expect(JSON.stringify(audit.body)).not.toContain(linkToken);
});
