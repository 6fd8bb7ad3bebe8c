import type { Notification } from "@plumb/contract/people/notifications.ts";
import { expect, test } from "vitest";
import { notifyBroken } from "./notify-broken.ts";
import { queueForBinding } from "#connectors/bindings/queue-delivery.ts";
import { runJobs } from "#jobs/engine.ts";
import { bindingsOf, type BindingRow } from "#store/integrations/bindings.ts";
import { addProject, call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { addChannel, channelMessage } from "#testing/channel.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { createSlackFake } from "#testing/fakes/chat.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { addDestination, later } from "#testing/outbox.ts";
import { seedPerson } from "#testing/people.ts";
import { startTicketProject } from "#testing/ticket-project.ts";

/** Starts a service that fails while `state.isDown` is true. */
async function startService(status = 503) {
  const state = { isDown: false };
  const service = await startFakeService(() => (state.isDown ? { status } : {}));
  return { state, url: `${service.url}/hook`, [Symbol.asyncDispose]: () => service[Symbol.asyncDispose]() };
}

/** Lets time pass, and runs the jobs of each minute, including the scheduled one. */
async function pass(plumb: TestApp, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    later(plumb, 60);
    await runJobs(plumb.context);
    await notifyBroken(plumb.context, new AbortController().signal);
  }
}

async function inboxOf(plumb: TestApp, { token }: { token: string }): Promise<Notification[]> {
  const { body } = await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications?limit=100", { token });
  return body.data.toReversed();
}

const titlesOf = async (plumb: TestApp, user: { token: string }) =>
  (await inboxOf(plumb, user)).map(({ title }) => title);

async function seedTeam(plumb: TestApp) {
  const admin = await seedProject(plumb);
  const { projectId } = admin;
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  const user = await seedPerson(plumb, "user", { projectId, projectRole: "USER" });
  return { admin, projectId, lead, user };
}

test("leads learn once of a webhook that stopped working, and once that it works again", async () => {
  await using plumb = await createTestApp();
  const { admin, projectId, lead, user } = await seedTeam(plumb);
  await using service = await startService();
  const webhook = await addDestination(plumb, admin, service.url);
  service.state.isDown = true;
  await webhook.queue(["a", "b", "c"]);
  await runJobs(plumb.context);
  await pass(plumb, 4);
  expect(await inboxOf(plumb, lead)).toEqual([]);
  await pass(plumb, 3);
  const [notice] = await inboxOf(plumb, lead);
  expect(notice).toMatchObject({
    type: "error",
    title: expect.stringMatching(/^Webhook http:\S+ stopped working$/) as string,
    message: expect.stringMatching(
      /^Failing for \d minutes, 3 events waiting\. The receiver responded with 503 instead of 2xx\. Check the webhook/,
    ) as string,
    actionUrl: `/settings?tab=webhooks&project=${projectId}`,
    metadata: { projectName: "Shop" },
  });
  await pass(plumb, 60);
  expect(await titlesOf(plumb, lead)).toHaveLength(1);

  service.state.isDown = false;
  // The pause of the destination lasts up to an hour.
  await pass(plumb, 100);
  expect((await inboxOf(plumb, lead)).slice(1)).toMatchObject([
    {
      type: "success",
      title: expect.stringMatching(/ works again$/) as string,
      message: expect.stringMatching(/^It failed for (\d+ minutes|\d hours): 3 events sent late\.$/) as string,
    },
  ]);
  expect(await inboxOf(plumb, user)).toEqual([]);
  expect(await inboxOf(plumb, admin)).toEqual([]);
}, 120_000);

test("two servers report a problem once", async () => {
  await using plumb = await createTestApp();
  const { admin, lead } = await seedTeam(plumb);
  await using service = await startService();
  const webhook = await addDestination(plumb, admin, service.url);
  service.state.isDown = true;
  await webhook.queue(["a"]);
  await runJobs(plumb.context);
  await pass(plumb, 4);
  later(plumb, 300);
  const { signal } = new AbortController();
  await Promise.all([1, 2, 3].map(() => notifyBroken(plumb.context, signal)));
  expect(await titlesOf(plumb, lead)).toHaveLength(1);
});

test("many webhooks that fail together are one notification per project, and the webhooks of others are not delayed", async () => {
  await using plumb = await createTestApp();
  const { admin, lead } = await seedTeam(plumb);
  const other = await addProject(plumb, admin.token, "Other");
  await using service = await startService();
  await using good = await startService();
  service.state.isDown = true;
  for (let count = 0; count < 8; count += 1) await (await addDestination(plumb, admin, service.url)).queue(["a"]);
  const works = await addDestination(plumb, { ...admin, ...other }, good.url);
  await works.queue(["a", "b"]);
  await runJobs(plumb.context);
  expect((await works.log()).map(({ status }) => status)).toEqual(["delivered", "delivered"]);
  await pass(plumb, 8);
  const notices = await inboxOf(plumb, lead);
  expect(notices).toHaveLength(1);
  expect(notices[0]?.title).toBe("8 connections stopped working");
  expect(notices[0]?.message).toMatch(/503 instead of 2xx \(1 event waiting\)\. .* And 3 others\.$/);
}, 120_000);

test("a webhook that fails again and again is not reported each time", async () => {
  await using plumb = await createTestApp();
  const { admin, lead } = await seedTeam(plumb);
  await using service = await startService();
  const webhook = await addDestination(plumb, admin, service.url);
  const path = webhook.path;
  for (let round = 0; round < 8; round += 1) {
    service.state.isDown = true;
    await webhook.queue([`down ${round}`]);
    await pass(plumb, 10);
    service.state.isDown = false;
    // Enabling it again ends its pause, so that the service counts as working.
    await call(plumb, "PUT", path, { token: admin.token, body: { enabled: true } });
    await pass(plumb, 20);
  }
  const titles = await titlesOf(plumb, lead);
  expect(titles.filter((title) => title.endsWith("stopped working"))).toHaveLength(2);
  expect(titles.filter((title) => title.endsWith("works again"))).toHaveLength(1);
  await pass(plumb, 6 * 60);
  expect(await titlesOf(plumb, lead)).toHaveLength(4);
}, 240_000);

test("leads are notified of three rejected events in a row, and not of one", async () => {
  await using plumb = await createTestApp();
  const { admin, lead } = await seedTeam(plumb);
  await using service = await startService(400);
  const webhook = await addDestination(plumb, admin, service.url);
  service.state.isDown = true;
  await webhook.queue(["a"]);
  await pass(plumb, 20);
  expect(await inboxOf(plumb, lead)).toEqual([]);
  await webhook.queue(["b", "c"]);
  await pass(plumb, 10);
  expect((await inboxOf(plumb, lead)).map(({ message }) => message)).toEqual([
    expect.stringContaining("responded with 400"),
  ]);
}, 120_000);

test("an account of the server that fails is reported to the leads of each project and to administrators, once", async () => {
  await using plumb = await createTestApp();
  await using service = await startService(401);
  const channel = await addChannel(plumb, service.url);
  const token = (await seedProject(plumb, "Second")).token;
  const admin = { token };
  const leads = await Promise.all(
    ["one", "two"].map(async (name) => {
      const { projectId } = await addProject(plumb, token, name);
      await call(plumb, "POST", `/api/projects/${projectId}/bindings`, {
        token,
        body: { connector: "mattermost", owner: "server", offer: "channel", values: { channel: `#${name}` } },
      });
      const [binding] = await bindingsOf(plumb.context.db, projectId);
      return { ...(await seedPerson(plumb, name, { projectId, projectRole: "LEAD" })), projectId, binding };
    }),
  );
  expect(channel.id).toBeGreaterThan(0);
  service.state.isDown = true;
  for (const { binding } of leads)
    await plumb.context.db.transaction().execute((transaction) =>
      queueForBinding(transaction, binding as BindingRow, {
        event: "message",
        key: "red",
        runId: null,
        content: channelMessage("Red"),
        now: plumb.time.now,
      }),
    );
  await runJobs(plumb.context);
  await pass(plumb, 30);
  for (const lead of leads)
    expect(await inboxOf(plumb, lead)).toMatchObject([
      {
        title: expect.stringMatching(/^Mattermost #(one|two) stopped working$/) as string,
        message: expect.stringContaining("ask an administrator") as string,
        actionUrl: `/settings?tab=connections&project=${lead.projectId}`,
      },
    ]);
  const ofAdmin = (await inboxOf(plumb, admin)).filter(({ actionUrl }) => actionUrl === "/connectors");
  expect(ofAdmin).toMatchObject([
    {
      title: "The Mattermost account of this server stopped working",
      message: expect.stringContaining("2 connections of 2 projects fail.") as string,
    },
  ]);
  service.state.isDown = false;
  await channel.setUp();
  await pass(plumb, 30);
  expect((await titlesOf(plumb, admin)).at(-1)).toBe("The Mattermost account of this server works again");
  for (const lead of leads) expect((await titlesOf(plumb, lead)).at(-1)).toMatch(/works again$/);
}, 240_000);

test("leads get an email if the mail server works, and administrators see without one that it does not", async () => {
  await using plumb = await createTestApp();
  const { admin, lead } = await seedTeam(plumb);
  await using service = await startService();
  const mails = await startMailServer();
  await connectMail(plumb, admin.token, mails);
  const webhook = await addDestination(plumb, admin, service.url);
  service.state.isDown = true;
  await webhook.queue(["a"]);
  await runJobs(plumb.context);
  await pass(plumb, 8);
  expect(mails.received.map(({ to }) => to)).toEqual([[lead.email]]);

  await mails[Symbol.asyncDispose]();
  service.state.isDown = false;
  await pass(plumb, 120);
  const stopped = (await inboxOf(plumb, admin)).filter(({ title }) => title === "Emails to users stopped working");
  expect(stopped).toMatchObject([{ actionUrl: "/connectors", type: "error" }]);
}, 240_000);

test("a tracker whose tickets cannot be read is reported although nothing waits for it", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { projectId } = project;
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  await project.run("b1", { pays: "Error: the bank refused the card" });
  const [groupId] = await project.groups();
  await project.api("POST", "/tickets", { bindingId: project.bindingId, tickets: [{ groupId, title: "Pay fails" }] });
  await runJobs(plumb.context);
  project.trouble.status = 401;
  for (let round = 0; round < 5; round += 1) {
    await project.read();
    await pass(plumb, 1);
  }
  expect(await inboxOf(plumb, lead)).toMatchObject([
    {
      title: "GitHub Issues octo/shop stopped working",
      message: expect.stringContaining("ticket states are not updated") as string,
    },
  ]);
  project.trouble.status = null;
  for (let round = 0; round < 4; round += 1) {
    later(plumb, 3600);
    await project.read();
    await pass(plumb, 1);
  }
  expect(await inboxOf(plumb, lead)).toMatchObject([{}, { title: "GitHub Issues octo/shop works again" }]);
}, 120_000);

test("leads learn of a revoked Slack token, although Slack answers with 200, and a new token of the workspace sends the rest", async () => {
  await using plumb = await createTestApp();
  const { admin, projectId, lead } = await seedTeam(plumb);
  const [old, fresh] = [createSlackFake("xoxb-old"), createSlackFake("xoxb-new")];
  let current: typeof old | null = old;
  await using slack = await startFakeService((request) =>
    current === null ? { body: { ok: false, error: "token_revoked" } } : current.respond(request),
  );
  const { token } = admin;
  const configure = (botToken: string) =>
    call(plumb, "PUT", `/api/projects/${projectId}/connectors/slack`, {
      token,
      body: { values: { botToken, apiUrl: `${slack.url}/api/` } },
    });
  await configure("xoxb-old");
  await call(plumb, "POST", `/api/projects/${projectId}/bindings`, {
    token,
    body: { connector: "slack", owner: "project", offer: "channel", values: { channel: "#qa" } },
  });
  const [binding] = await bindingsOf(plumb.context.db, projectId);
  current = null;
  await plumb.context.db.transaction().execute((transaction) =>
    queueForBinding(transaction, binding as BindingRow, {
      event: "message",
      key: "red",
      runId: null,
      content: channelMessage("Red"),
      now: plumb.time.now,
    }),
  );
  await runJobs(plumb.context);
  await pass(plumb, 8);
  expect(await inboxOf(plumb, lead)).toMatchObject([
    {
      title: "Slack #qa stopped working",
      message: expect.stringMatching(
        /^Failing for \d minutes, 1 message waiting\. The bot token was revoked\. Install the app again, and enter the new token\./,
      ) as string,
    },
  ]);
  // The app is installed again, and its connector replaced.
  await call(plumb, "DELETE", `/api/projects/${projectId}/connectors/slack`, { token });
  current = fresh;
  await configure("xoxb-new");
  await pass(plumb, 15);
  expect(fresh.state.posts.map(({ text }) => text)).toEqual([expect.stringContaining("Red")]);
  expect((await titlesOf(plumb, lead)).at(-1)).toBe("Slack #qa works again");
}, 120_000);

test("leads are not notified of failed tests of a webhook", async () => {
  await using plumb = await createTestApp();
  const { admin, lead } = await seedTeam(plumb);
  await using service = await startService();
  const webhook = await addDestination(plumb, admin, service.url);
  service.state.isDown = true;
  for (let round = 0; round < 4; round += 1) {
    await call(plumb, "POST", `${webhook.path}/test`, { token: admin.token });
    await pass(plumb, 5);
  }
  expect(await inboxOf(plumb, lead)).toEqual([]);
}, 120_000);
