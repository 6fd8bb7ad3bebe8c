import { RuleConditions, ruleEvents } from "@plumb/contract/integrations/notification-rules.ts";
import type { Connector } from "@plumb/contract/integrations/connectors.ts";
import type { WebhookMessage } from "@plumb/contract/integrations/webhook-message.ts";
import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { previewRule } from "#senders/rules/preview.ts";
import { sumUpMessages } from "#senders/rules/sum-up.ts";
import type { RuleFilter } from "#store/notification-rules/rules.ts";
import { runStatement } from "#testing/database.ts";
import { call, createTestApp } from "#testing/app.ts";
import { connectMail } from "#testing/connect-mail.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { later } from "#testing/outbox.ts";
import { seedPerson } from "#testing/people.ts";
import { everything, startRules, story, titles } from "#testing/rule-project.ts";

test("a rule sends each event once, with a title that names it", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule(everything);
  await story(project);
  expect(titles(project)).toEqual([
    "api #1 passed",
    "api #2 failed: 1 failure",
    "api #3 failed: 2 failures",
    "api #4 passed again",
    "api #5 failed: 1 failure",
    "api #6 failed: 1 failure",
  ]);
  await runJobs(plumb.context);
  expect(project.state.posts).toHaveLength(6);
});

test("only leads see mail addresses and receivers in the list of rules", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await using receiver = await startFakeService();
  await using mail = await startMailServer();
  const { token, base, projectId } = project;
  await connectMail(plumb, token, mail);
  const add = async (connector: string, owner: string, values: object) => {
    const body = { connector, owner, offer: "channel", values };
    const created = await call<{ data: { binding: Binding } }>(plumb, "POST", `${base}/bindings`, { token, body });
    await project.addRule({ name: connector, events: ["run.failed"], bindingId: created.body.data.binding.id });
  };
  await project.addRule({ events: ["run.failed"] });
  await add("email", "server", { addresses: "ada@example.test, ben@example.test" });
  await add("webhooks", "project", { url: `${receiver.url}/hook`, secret: "a secret of the tests" });
  const channels = async (reader: string) =>
    (
      await call<{ data: { channel: string }[] }>(plumb, "GET", `${base}/notification-rules`, { token: reader })
    ).body.data.map(({ channel }) => channel);
  const person = async (projectRole: "LEAD" | "USER" | "VIEWER") =>
    (await seedPerson(plumb, projectRole.toLowerCase(), { projectId, projectRole })).token;
  const host = new URL(receiver.url).host;
  const all = ["Slack · #qa", "Email Server · ada@example.test, ben@example.test", `Webhooks · ${host}`];
  expect(await channels(await person("LEAD"))).toEqual(all);
  expect(await channels(token)).toEqual(all);
  const key = await call<{ data: { key: string } }>(plumb, "POST", `${base}/api-keys`, {
    token,
    body: { name: "Reads", scopes: ["read"] },
  });
  for (const reader of [await person("USER"), await person("VIEWER"), key.body.data.key])
    expect(await channels(reader)).toEqual(["Slack · #qa", "Email Server · 2 addresses", "Webhooks · 1 receiver"]);
  // A path can contain a token.
  const audit = await call(plumb, "GET", `/api/audit?projectId=${projectId}&action=binding.created`, { token });
  expect(JSON.stringify(audit.body)).toContain(host);
  expect(JSON.stringify(audit.body)).not.toContain("/hook");
});

test("a rule sends signed messages to a webhook, and its preview shows the same content", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await using receiver = await startFakeService();
  const { token, base } = project;
  const status = async () =>
    (await call<{ data: Connector[] }>(plumb, "GET", "/api/connectors", { token })).body.data.find(
      ({ id }) => id === "webhooks",
    )?.status;
  const values = { url: receiver.url, secret: "a secret of the tests" };
  const body = { connector: "webhooks", owner: "project", offer: "channel", values };
  const created = await call<{ data: { binding: Binding } }>(plumb, "POST", `${base}/bindings`, { token, body });
  const rule = { events: ["cause.new"], bindingId: created.body.data.binding.id };
  await project.addRule(rule);
  expect(await status()).toBe("not_connected");
  await project.run("b1", { pays: "Error: the bank refused the card" });
  const sent = receiver.received.slice(1).map((request) => JSON.parse(request.body) as WebhookMessage);
  expect(sent.map(({ title, thread }) => [title, thread])).toEqual([
    ["“pays” fails: the bank refused the card", expect.stringMatching(/^cause:\d+$/)],
  ]);
  expect(await status()).toBe("enabled");
  const preview = await project.preview(rule);
  expect(preview.connector).toBe("webhooks");
  expect(preview.latest.map(({ content }) => content).toReversed()).toEqual(sent);
});

test("a rule sends what arrives after it was created, even if the run had ended before", async () => {
  await using plumb = await createTestApp();
  // The database notes the arrival with its own clock.
  plumb.time.now = new Date();
  await using project = await startRules(plumb);
  const startedAt = new Date(Date.now() - 3_600_000).toISOString();
  const rule = { events: ["run.failed"] };
  await project.run("before", { pays: "Error: refused" }, { startedAt });
  await project.addRule(rule);
  expect(titles(project)).toEqual([]);
  await runStatement(plumb.context.db, `update notification_rule set created_at = now() - interval '1 minute'`);
  await project.run("after", { pays: "Error: refused" }, { startedAt });
  expect(titles(project)).toEqual(["api #2 failed: 1 failure, none new"]);
});

test.for<[string, object]>([
  ["everything", everything],
  ["failed runs", { events: ["run.failed"] }],
  ["failed runs of a branch", { events: ["run.failed"], conditions: { branch: ["feature/*"] } }],
  ["causes of a class that does not occur", { events: ["cause.new"], conditions: { class: ["Test Data Issue"] } }],
  ["gates", { events: ["gate.failed"] }],
  ["fixed causes", { events: ["cause.new", "cause.fixed"] }],
  ["runs of another suite", { events: ["run.finished"], conditions: { suite: ["web"] } }],
])("the preview of a rule for %s counts what the rule sends", async ([, rule]) => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ ...rule, maxPerHour: 100 });
  await story(project);
  const preview = await project.preview({ ...rule, maxPerHour: 100 });
  expect(preview.total).toBe(project.state.posts.length);
  expect(preview).toMatchObject({ withheld: 0, runs: 6, isPartial: false });
  expect(preview.latest.map(({ title }) => title).toReversed()).toEqual(titles(project).slice(-10));
});

test("more messages than the limit are summed up, and none is lost", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ ...everything, maxPerHour: 3 });
  await story(project);
  expect(project.state.posts).toHaveLength(3);
  expect(await project.preview({ ...everything, maxPerHour: 3 })).toMatchObject({ total: 6, withheld: 3 });
  later(plumb, 3600);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(titles(project).at(-1)).toBe("3 messages were held back: 2 still open");
  expect(project.state.posts.at(-1)?.text).toContain("api #6 failed: 1 failure");
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(project.state.posts).toHaveLength(4);
});

test("a rule sends nothing through a channel that is switched off for the server, and shows why", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule(everything);
  await call(plumb, "PUT", "/api/settings", { token: project.token, body: { notifications: { slack: false } } });
  await project.run("b1", { pays: "broke" });
  expect(project.state.posts).toEqual([]);
  expect(await project.rules()).toMatchObject([
    { problem: "Notifications through Slack are switched off in the general settings of this server." },
  ]);
});

test("a run that started more than a day ago is imported history", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: [...ruleEvents] });
  const startedAt = new Date(plumb.time.now.getTime() - 2 * 86_400_000).toISOString();
  await project.run("old", { pays: "broke" }, { startedAt });
  await project.tick();
  expect(project.state.posts).toEqual([]);
});

test("tests that become broken and quarantines that end are sent once, as the preview counts them", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["test.broken", "test.flaky", "quarantine.ends"], maxPerHour: 100 };
  await project.addRule(rule);
  for (const build of ["b1", "b2", "b3", "b4"]) await project.run(build, {});
  for (const build of ["b5", "b6", "b7", "b8", "b9"]) await project.run(build, { pays: "Error: no" });
  const now = plumb.time.now;
  await runStatement(
    plumb.context.db,
    `insert into quarantine (project_id, test_id, kind, reason, owner, starts_at, ends_at)
     select project_id, id, 'mute', 'waits for the bank', 'ada', '${now.toISOString()}', '${new Date(now.getTime() + 86_430_000).toISOString()}'
       from test where title_path[array_length(title_path, 1)] = 'adds'`,
  );
  later(plumb, 60);
  await project.tick();
  expect(titles(project)).toEqual([
    expect.stringMatching(/pays is broken$/) as string,
    expect.stringMatching(/^The quarantine of .*adds ends: waits for the bank$/) as string,
  ]);
  expect(await project.preview(rule)).toMatchObject({ total: 2 });
});

test("switching a channel off keeps messages that wait, and sends them when it is on again", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ ...everything, maxPerHour: 1 });
  await project.run("b0", {});
  await project.run("b1", { pays: "broke" });
  const setSlack = (slack: boolean) =>
    call(plumb, "PUT", "/api/settings", { token: project.token, body: { notifications: { slack } } });
  await setSlack(false);
  later(plumb, 3700);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(project.state.posts).toHaveLength(1);
  await setSlack(true);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(titles(project).at(-1)).toBe("1 message was held back: 1 still open");
});

test("a message that sums up others uses one place of the limit", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ ...everything, maxPerHour: 2 });
  await story(project);
  later(plumb, 3700);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(titles(project).at(-1)).toBe("4 messages were held back: 2 still open");
  await project.run("b7", {});
  expect(titles(project).at(-1)).toBe("api #7 passed again");
});

test("a preview renders only the ten messages that it shows, and stops when its time is over", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const conditions = RuleConditions.parse({});
  const rule: RuleFilter = { events: ["run.finished"], conditions, maxPerHour: 1, quiet: null };
  let links = 0;
  const preview = (limits?: Parameters<typeof previewRule>[3]) => {
    links = 0;
    const scope = {
      projectId: project.projectId,
      // Every rendered message contains links.
      get publicUrl() {
        links += 1;
        return "https://plumb.example";
      },
      now: plumb.time.now,
      connector: null,
      channelSettings: {},
      brandName: "Plumb",
    };
    return previewRule(plumb.context.db, scope, rule, limits);
  };
  for (let run = 0; run < 10; run += 1) await project.run(`b${run}`, {});
  expect(await preview()).toMatchObject({ total: 10, runs: 10, isPartial: false });
  const ofTen = links;
  for (let run = 10; run < 13; run += 1) await project.run(`b${run}`, {});
  const full = await preview();
  expect(full).toMatchObject({ total: 13, runs: 13, isPartial: false });
  expect(full.latest).toHaveLength(10);
  expect(links).toBe(ofTen);
  const part = await preview({ forMs: 0, runsAtOnce: 4 });
  expect(part).toMatchObject({ total: 4, runs: 4, isPartial: true });
  expect(part.latest).toEqual(full.latest.slice(0, 4));
});
