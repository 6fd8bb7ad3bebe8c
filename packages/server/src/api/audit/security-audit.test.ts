import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

async function entries(plumb: TestApp, token: string, action: string): Promise<readonly AuditEvent[]> {
  return (await call<{ data: AuditEvent[] }>(plumb, "GET", `/api/audit?action=${action}`, { token })).body.data;
}

const signIn = (plumb: TestApp, username: string, password = "correct horse") =>
  call<{ token: string }>(plumb, "POST", "/api/auth/login", { body: { username, password } });

test("sign-ins and sign-outs are recorded with account and address", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const signed = await signIn(plumb, "admin");
  await call(plumb, "POST", "/api/auth/logout", { token: signed.body.token });
  const admin = { actorEmail: "admin@example.test", address: "127.0.0.1", targetName: "admin@example.test" };
  expect(await entries(plumb, token, "user.signed_in")).toMatchObject([{ ...admin, detail: { method: "password" } }]);
  expect(await entries(plumb, token, "session.ended")).toMatchObject([{ ...admin, detail: { method: "sign-out" } }]);
});

test("failed sign-ins are one event per account, address and minute, without the typed text", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  for (let count = 0; count < 5; count += 1) await signIn(plumb, "ADMIN", "wrong");
  for (const typed of ["hunter2 is my password", "nobody"]) await signIn(plumb, typed, "wrong");
  const known = { actorId: null, targetName: "admin@example.test", address: "127.0.0.1", detail: { times: 5 } };
  const unknown = { targetId: null, targetName: "an unknown account", detail: { times: 2 } };
  expect(await entries(plumb, token, "user.sign_in_failed")).toMatchObject([unknown, known]);
  expect(JSON.stringify(await entries(plumb, token, "user.sign_in_failed"))).not.toContain("hunter2");
  plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
  await signIn(plumb, "admin", "wrong");
  expect(await entries(plumb, token, "user.sign_in_failed")).toMatchObject([{ detail: { times: 1 } }, unknown, known]);
});

test("a lockout is one event, however many attempts follow", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  for (let count = 0; count < 14; count += 1) await signIn(plumb, "admin", "wrong");
  await expect.poll(() => entries(plumb, token, "user.locked_out")).toHaveLength(1);
  expect(await entries(plumb, token, "user.locked_out")).toMatchObject([
    { targetName: "admin@example.test", detail: { limit: "tries of one account from one address", times: 1 } },
  ]);
});

test("the first administrator and every sign-up are recorded", async () => {
  await using plumb = await createTestApp();
  const register = (name: string) =>
    call<{ token: string }>(plumb, "POST", "/api/auth/register", {
      body: { username: name, email: `${name}@example.test`, password: "a horse of mine" },
    });
  const first = await register("first");
  const { token } = first.body;
  await call(plumb, "PUT", "/api/settings", { token, body: { signUp: "open" } });
  await register("second");
  expect(await entries(plumb, token, "user.created")).toMatchObject([
    { actorEmail: "second@example.test", detail: { method: "sign-up", role: "USER" } },
    { actorEmail: "first@example.test", detail: { method: "first sign-up", role: "ADMIN" } },
  ]);
});

test("changed passwords, wrong passwords and ended sessions are recorded", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const change = (currentPassword: string) =>
    call(plumb, "PUT", "/api/profile/password", {
      token,
      body: { currentPassword, newPassword: "another horse", confirmPassword: "another horse" },
    });
  await signIn(plumb, "admin");
  await signIn(plumb, "admin");
  await call(plumb, "DELETE", "/api/profile/sessions", { token });
  for (const typed of ["wrong", "wrong", "correct horse"]) await change(typed);
  expect(await entries(plumb, token, "session.ended")).toMatchObject([{ detail: { sessions: 2 } }]);
  expect(await entries(plumb, token, "password.change_failed")).toMatchObject([{ detail: { times: 2 } }]);
  expect(await entries(plumb, token, "password.changed")).toMatchObject([{ actorEmail: "admin@example.test" }]);
});

test("rejected calls are counted per caller and hour, for users and keys", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const viewer = await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" });
  for (let count = 0; count < 3; count += 1) await call(plumb, "GET", "/api/users", { token: viewer.token });
  await call(plumb, "GET", `/api/projects/${projectId}`, { token: key });
  expect(await entries(plumb, token, "call.refused")).toMatchObject([
    { actorId: null, actorEmail: "API key CI", targetName: "GET /api/projects/:projectId", projectId },
    { actorEmail: viewer.email, targetName: "GET /api/users", detail: { times: 3 } },
  ]);
});

test("changes to rules, retention and exclusions are recorded with their project", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) }, { suite: "web" })).body.data;
  await runJobs(plumb.context);
  const [row] = await readRows<{ id: number }>(plumb.context.db, "select id from test");
  const project = `/api/projects/${projectId}`;
  const put = async (path: string, body: object) => {
    expect([path, (await call(plumb, "PUT", path, { token, body })).status]).toEqual([path, 200]);
  };
  const rule = await call<{ data: { rule: object } }>(plumb, "GET", `${project}/flakiness-rule`, { token });
  await put(`${project}/owner-rules`, { rules: "* @web", version: 0 });
  await put(`${project}/path-classes`, { rules: "pages/ test", version: 0 });
  await put(`${project}/tests/${row?.id}/owner`, { owner: "ana" });
  await put(`${project}/flakiness-rule`, { rule: rule.body.data.rule });
  const quarantine = { kind: "mute", reason: "Ticket 7", owner: null, endsAt: null, releaseAfter: null };
  await put(`${project}/tests/${row?.id}/quarantine`, quarantine);
  await call(plumb, "DELETE", `${project}/tests/${row?.id}/quarantine`, { token });
  await put(`/api/reports/${reportId}/keep`, { keep: true });
  await put(`/api/reports/${reportId}/keep`, { keep: false });
  await call(plumb, "POST", `/api/reports/${reportId}/exports`, { token, body: { format: "json" } });
  for (const path of [`/api/reports/${reportId}/results/csv/link`, `/api/reports/csv/link?projectId=${projectId}`])
    expect((await call(plumb, "GET", path, { token })).status).toBe(200);
  const { body } = await call<{ data: AuditEvent[] }>(plumb, "GET", `/api/audit?projectId=${projectId}`, { token });
  const report = { targetType: "report", targetId: reportId, targetName: "#1 of web" };
  expect(body.data.slice(0, 11)).toMatchObject([
    { action: "export.downloaded", targetType: "project", detail: { format: "csv" } },
    { action: "export.downloaded", ...report, detail: { format: "csv" } },
    { action: "export.created", ...report, detail: { format: "json" } },
    { action: "report.released", ...report },
    { action: "report.kept", ...report },
    { action: "quarantine.ended", targetType: "test", targetName: "all › cart › adds" },
    { action: "quarantine.started", targetType: "test", detail: { kind: "mute", reason: "Ticket 7" } },
    { action: "flakiness_rule.changed", targetName: "Shop" },
    { action: "test.owner_changed", detail: { owner: "ana" } },
    { action: "path_classes.changed", detail: { version: 1, lines: 1 } },
    { action: "owner_rules.changed", detail: { version: 1, lines: 1 } },
  ]);
});
