import { hourMs } from "@plumb/contract/durations.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { countRows } from "#testing/database.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { seedPerson } from "#testing/people.ts";

const admin = "admin@example.test";
const chosen = { newPassword: "another horse", confirmPassword: "another horse" };

const ask = (plumb: TestApp, email: string) => call(plumb, "POST", "/api/auth/password-reset", { body: { email } });
const open = (plumb: TestApp, token: string) => call(plumb, "GET", `/api/auth/password-reset/${token}`);
const reset = (plumb: TestApp, token: string, body: object = chosen) =>
  call(plumb, "POST", `/api/auth/password-reset/${token}`, { body });
const signIn = async (plumb: TestApp, password: string) =>
  (await call(plumb, "POST", "/api/auth/login", { body: { username: "admin", password } })).status;

/** Creates a reset link as an administrator and returns its token. */
async function linkFor(plumb: TestApp, token: string, userId: number): Promise<string> {
  const made = await call<{ data: { link: string } }>(plumb, "POST", `/api/users/${userId}/password-reset`, { token });
  return made.body.data.link.split("/").at(-1) ?? "";
}

async function ownId(plumb: TestApp, token: string): Promise<number> {
  return (await call<{ user: { id: number } }>(plumb, "GET", "/api/auth/profile", { token })).body.user.id;
}

test("a user who forgot the password gets a mail and sets a new one, which ends all sessions", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startMailServer();
  await connectMail(plumb, token, far);
  expect((await call(plumb, "GET", "/api/public/config")).body).toMatchObject({ data: { passwordReset: true } });
  await call(plumb, "PUT", "/api/profile", { token, body: { timezone: "Europe/Berlin" } });
  const arrived = far.next();
  expect(await ask(plumb, "ADMIN@example.test")).toMatchObject({ status: 200, body: { data: null } });
  await runJobs(plumb.context);
  const { to, message } = await arrived;
  expect([to, message.subject]).toEqual([[admin], "Reset your Plumb password"]);
  const link = /http:\/\/plumb\.test\/reset-password\/(\S+)/.exec(message.text ?? "");
  expect(message.html).toContain(link?.[0]);
  // In the time zone of the account.
  expect(message.text).toContain("4 March 2026 at 12:00 CET");
  const linkToken = link?.[1] ?? "";
  expect((await open(plumb, linkToken)).body).toMatchObject({
    data: { email: admin, expiresAt: new Date(plumb.time.now.getTime() + hourMs).toISOString() },
  });
  expect(await reset(plumb, linkToken)).toMatchObject({ status: 200, body: { data: { email: admin } } });
  expect((await call(plumb, "GET", "/api/projects", { token })).status).toBe(401);
  expect([await signIn(plumb, "correct horse"), await signIn(plumb, "another horse")]).toEqual([401, 200]);
});

test("unknown, deactivated and known addresses get the same response, and only the known one gets a mail", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const eve = await seedPerson(plumb, "eve");
  await call(plumb, "PUT", `/api/users/${eve.id}`, { token, body: { status: "deactivated" } });
  await using far = await startMailServer();
  await connectMail(plumb, token, far);
  const responses = [];
  for (const email of ["nobody@example.test", eve.email]) responses.push(await ask(plumb, email));
  const arrived = far.next();
  responses.push(await ask(plumb, admin));
  expect(responses.map(({ status, body }) => [status, body])).toEqual(
    responses.map(() => [200, { success: true, data: null }]),
  );
  await runJobs(plumb.context);
  await arrived;
  expect(far.received.map(({ to }) => to)).toEqual([[admin]]);
});

test("the response does not wait for the mail", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const { promise: answered, resolve: release } = Promise.withResolvers<void>();
  let held = false;
  await using far = await startMailServer({
    onMailFrom: (_address, _session, done) => void (held ? answered : Promise.resolve()).then(() => done()),
  });
  await connectMail(plumb, token, far);
  held = true;
  const arrived = far.next();
  // The mail server does not reply before the response, so a response that waited for the mail would never be sent.
  expect((await ask(plumb, admin)).status).toBe(200);
  release();
  await runJobs(plumb.context);
  await arrived;
});

test("requests are limited per typed address, known or not", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startMailServer();
  await connectMail(plumb, token, far);
  for (const email of [admin, "nobody@example.test"]) {
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await ask(plumb, email)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  }
});

test("without mail, no link is promised, and an administrator creates one", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  expect((await call(plumb, "GET", "/api/public/config")).body).toMatchObject({ data: { passwordReset: false } });
  expect(await ask(plumb, admin)).toMatchObject({
    status: 409,
    body: { error: "This server does not send email. Ask an administrator for a link to reset your password." },
  });
  const ada = await seedPerson(plumb, "ada");
  const linkToken = await linkFor(plumb, token, ada.id);
  expect((await open(plumb, linkToken)).body).toMatchObject({ data: { email: ada.email } });
  expect((await reset(plumb, linkToken)).status).toBe(200);
  expect((await call(plumb, "GET", "/api/projects", { token: ada.token })).status).toBe(401);
  const audit = await call<{ data: unknown[] }>(plumb, "GET", "/api/audit?limit=2", { token });
  expect(audit.body.data).toMatchObject([
    { action: "password_reset.used", actorEmail: ada.email, targetName: ada.email },
    { action: "password_reset.created", actorEmail: admin, targetName: ada.email },
  ]);
});

test("a link works only once, even when it is used twice at the same time, and ends the account's other links", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const id = await ownId(plumb, token);
  const [first, second] = [await linkFor(plumb, token, id), await linkFor(plumb, token, id)];
  const used = "This link has already been used, or the password has been changed since. Request a new one.";
  const responses = await Promise.all([reset(plumb, first), reset(plumb, first)]);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const linkToken of [first, second]) {
    expect(await open(plumb, linkToken)).toMatchObject({ status: 404, body: { error: used } });
    expect(await reset(plumb, linkToken)).toMatchObject({ status: 404, body: { error: used } });
  }
});

test("changing the password in the profile invalidates the links", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const linkToken = await linkFor(plumb, token, await ownId(plumb, token));
  const body = { currentPassword: "correct horse", ...chosen };
  expect((await call(plumb, "PUT", "/api/profile/password", { token, body })).status).toBe(200);
  expect((await reset(plumb, linkToken, { newPassword: "third horse", confirmPassword: "third horse" })).status).toBe(
    404,
  );
});

test("a link from before a deactivation does not work after the account is reactivated", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada");
  const linkToken = await linkFor(plumb, token, ada.id);
  for (const status of ["deactivated", "active"])
    await call(plumb, "PUT", `/api/users/${ada.id}`, { token, body: { status } });
  expect([(await open(plumb, linkToken)).status, (await reset(plumb, linkToken)).status]).toEqual([404, 404]);
  expect((await open(plumb, await linkFor(plumb, token, ada.id))).status).toBe(200);
});

test("explains why an expired, invalid or deactivated reset link fails", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada");
  const [expired, deactivated] = [
    await linkFor(plumb, token, await ownId(plumb, token)),
    await linkFor(plumb, token, ada.id),
  ];
  await call(plumb, "PUT", `/api/users/${ada.id}`, { token, body: { status: "deactivated" } });
  const notValid = "This link is not valid. Check that you copied all of it, or request a new one.";
  for (const linkToken of ["wrong", deactivated])
    expect(await open(plumb, linkToken)).toMatchObject({ status: 404, body: { error: notValid } });
  plumb.time.now = new Date(plumb.time.now.getTime() + hourMs);
  const tooLate = "This link has expired: it works for one hour. Request a new one.";
  expect(await open(plumb, expired)).toMatchObject({ status: 404, body: { error: tooLate } });
  expect(await reset(plumb, expired)).toMatchObject({ status: 404, body: { error: tooLate } });
  expect(await countRows(plumb.context.db, "password_reset")).toBe(2);
  expect((await call(plumb, "POST", `/api/users/${ada.id}/password-reset`, { token })).status).toBe(404);
});

test.for([
  [{}, "New password is required, Password confirmation is required"],
  [{ newPassword: "short", confirmPassword: "short" }, "New password must be at least 6 characters long"],
  [
    { newPassword: "iloveyou", confirmPassword: "iloveyou" },
    "This password is one of the most common ones. Choose another one",
  ],
  [{ newPassword: "long enough", confirmPassword: "long enouhg" }, "New passwords do not match"],
] as const)("a reset with %j is rejected and leaves the link valid", async ([body, error]) => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const linkToken = await linkFor(plumb, token, await ownId(plumb, token));
  expect(await reset(plumb, linkToken, body)).toMatchObject({ status: 400, body: { error } });
  expect((await reset(plumb, linkToken)).status).toBe(200);
});
