import type { ConnectorSetup } from "@plumb/contract/integrations/connectors.ts";
import type { Notification } from "@plumb/contract/people/notifications.ts";
import { expect, test } from "vitest";
import { notifyExpiring } from "./notify-expiring.ts";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { runStatement } from "#testing/database.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { seedPerson } from "#testing/people.ts";

interface Signed {
  readonly token: string;
}
interface Reply {
  readonly data: ConnectorSetup;
}

/** Starts GitHub, whose tokens end at these times. */
const startGithub = (ends: Record<string, string>) =>
  startFakeService(({ headers }) => {
    const end = ends[String(headers.authorization).replace("Bearer ", "")];
    return {
      headers: end === undefined ? {} : { "github-authentication-token-expiration": end },
      body: { login: "ada" },
    };
  });

async function save(plumb: TestApp, { token }: Signed, path: string, body: object): Promise<ConnectorSetup> {
  const saved = await call<Reply>(plumb, "PUT", path, { token, body });
  expect(saved.status).toBe(200);
  return saved.body.data;
}

/** Sets the time and runs the daily check. */
async function checkAt(plumb: TestApp, time: string): Promise<void> {
  plumb.time.now = new Date(time);
  await notifyExpiring(plumb.context, new AbortController().signal);
}

async function titlesOf(plumb: TestApp, { token }: Signed): Promise<string[]> {
  const { body } = await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications?limit=100", { token });
  return body.data.toReversed().map(({ title }) => title);
}

async function lastOf(plumb: TestApp, { token }: Signed): Promise<Notification | undefined> {
  return (await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", { token })).body.data[0];
}

const github = "/api/connectors/github";

test("administrators are notified once 14 and 3 days before a reported end and after it, in Plumb and by email", async () => {
  await using plumb = await createTestApp();
  const admin = await seedProject(plumb);
  const user = await seedPerson(plumb, "user", { projectId: admin.projectId, projectRole: "LEAD" });
  await using mails = await startMailServer();
  await connectMail(plumb, admin.token, mails);
  plumb.time.now = new Date("2026-03-04T10:00:00Z");
  await using far = await startGithub({ first: "2026-03-25 14:00:00 UTC", second: "2026-04-11 08:00:00 UTC" });
  const setup = await save(plumb, admin, github, { values: { apiUrl: far.url, token: "first" } });
  expect(setup.expiry).toEqual({ reportedAt: "2026-03-25T14:00:00.000Z", lastDay: null });

  await checkAt(plumb, "2026-03-10T23:00:00Z");
  expect(await titlesOf(plumb, admin)).toEqual([]);
  for (const time of ["2026-03-11T06:20:00Z", "2026-03-12T06:20:00Z"]) await checkAt(plumb, time);
  expect(await lastOf(plumb, admin)).toMatchObject({
    title: "The credentials of GitHub Issues expire in 14 days",
    message:
      "The account of this server can be used until 25 March 2026 at 14:00 UTC. Create new credentials in the service, and enter them in the settings of the connector before.",
    type: "warning",
    actionUrl: "/connectors",
  });
  await runJobs(plumb.context);
  expect(mails.received.map(({ message }) => message.subject)).toEqual([expect.stringContaining("expire in 14 days")]);
  for (const time of ["2026-03-22T06:20:00Z", "2026-03-23T06:20:00Z", "2026-03-25T06:20:00Z"])
    await checkAt(plumb, time);
  for (const time of ["2026-03-26T06:20:00Z", "2026-03-27T06:20:00Z"]) await checkAt(plumb, time);
  expect(await titlesOf(plumb, admin)).toEqual([
    "The credentials of GitHub Issues expire in 14 days",
    "The credentials of GitHub Issues expire in 3 days",
    "The credentials of GitHub Issues have expired",
  ]);
  expect(await titlesOf(plumb, user)).toEqual([]);

  const renewed = await save(plumb, admin, github, { values: { apiUrl: far.url, token: "second" } });
  expect(renewed.expiry?.reportedAt).toBe("2026-04-11T08:00:00.000Z");
  await checkAt(plumb, "2026-03-27T12:00:00Z");
  expect(await titlesOf(plumb, admin)).toHaveLength(3);
  await checkAt(plumb, "2026-03-28T06:20:00Z");
  expect(await titlesOf(plumb, admin)).toHaveLength(4);
});

test("a token that was extended in the service is noticed before a notification", async () => {
  await using plumb = await createTestApp();
  const admin = await seedProject(plumb);
  const ends = { first: "2026-03-25 14:00:00 UTC" };
  await using far = await startGithub(ends);
  await save(plumb, admin, github, { values: { apiUrl: far.url, token: "first" } });
  ends.first = "2026-12-25 14:00:00 UTC";
  await checkAt(plumb, "2026-03-20T06:20:00Z");
  expect(await titlesOf(plumb, admin)).toEqual([]);
  const read = await call<Reply>(plumb, "GET", github, admin);
  expect(read.body.data.expiry?.reportedAt).toBe("2026-12-25T14:00:00.000Z");
});

test("two servers notify once, and each recipient reads the time in the own time zone", async () => {
  await using plumb = await createTestApp();
  const admin = await seedProject(plumb);
  await runStatement(plumb.context.db, "update user_account set timezone = 'Pacific/Auckland' where role = 'ADMIN'");
  await using far = await startGithub({ first: "2026-03-25 14:00:00 UTC" });
  await save(plumb, admin, github, { values: { apiUrl: far.url, token: "first" } });
  await Promise.all([checkAt(plumb, "2026-03-22T06:20:00Z"), checkAt(plumb, "2026-03-22T06:20:00Z")]);
  expect(await titlesOf(plumb, admin)).toEqual(["The credentials of GitHub Issues expire in 4 days"]);
  expect((await lastOf(plumb, admin))?.message).toContain("until 26 March 2026 at 03:00 GMT+13.");
});

test("leads are notified of the entered day of their project's account, and a new secret forgets it", async () => {
  await using plumb = await createTestApp();
  const admin = await seedProject(plumb);
  const { projectId } = admin;
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  await using far = await startFakeService(() => ({ body: { displayName: "Ada" } }));
  const path = `/api/projects/${projectId}/connectors/jira`;
  const values = { siteUrl: far.url, email: "ada@example.test", apiToken: "one" };
  const setup = await save(plumb, lead, path, { values, lastDay: "2026-03-20" });
  expect(setup.expiry).toEqual({ reportedAt: null, lastDay: "2026-03-20" });
  await checkAt(plumb, "2026-03-19T06:20:00Z");
  expect(await lastOf(plumb, lead)).toMatchObject({
    title: "The credentials of Jira expire tomorrow",
    message: expect.stringContaining("The account of Shop can be used until 20 Mar 2026.") as string,
    actionUrl: `/settings?tab=connections&project=${projectId}`,
  });
  expect(await titlesOf(plumb, admin)).toEqual([]);
  // The day belongs to the account until its end.
  await checkAt(plumb, "2026-03-20T23:59:00Z");
  expect(await titlesOf(plumb, lead)).toHaveLength(1);
  const { apiToken: _, ...unchanged } = values;
  expect((await save(plumb, lead, path, { values: unchanged })).expiry?.lastDay).toBe("2026-03-20");
  expect((await save(plumb, lead, path, { values: { ...values, apiToken: "two" } })).expiry?.lastDay).toBeNull();
  await checkAt(plumb, "2026-03-21T06:20:00Z");
  expect(await titlesOf(plumb, lead)).toHaveLength(1);
});

test("a connector that is switched off causes no notification, and wrong days are refused", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  await using far = await startGithub({});
  await save(plumb, { token }, github, { values: { apiUrl: far.url, token: "first" }, lastDay: "2026-03-20" });
  await call(plumb, "PUT", `${github}/disabled`, { token, body: { disabled: true } });
  await checkAt(plumb, "2026-03-19T06:20:00Z");
  expect(await titlesOf(plumb, { token })).toEqual([]);
  for (const lastDay of ["2026-02-30", "soon", ""])
    expect((await call(plumb, "PUT", github, { token, body: { values: {}, lastDay } })).status).toBe(400);
});
