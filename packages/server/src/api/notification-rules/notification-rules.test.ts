import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import type { NotificationRule, RulePreview } from "@plumb/contract/integrations/notification-rules.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { queueProjectMessages } from "#messages/queue-messages.ts";
import { sumUpMessages } from "#messages/sum-up.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { createSlackFake } from "#testing/fakes/chat.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { later } from "#testing/outbox.ts";
import { junit } from "#testing/reports.ts";

/** Creates a project with a Slack channel behind an incoming webhook. */
async function start(plumb: TestApp) {
  const { state, answer } = createSlackFake("none");
  const slack = await startFakeService(answer);
  const { token, projectId, key } = await seedProject(plumb);
  const webhookUrl = `${slack.url}/services/T1/B1/x`;
  await call(plumb, "PUT", "/api/settings", { token, body: { notifications: { slack: true } } });
  await call(plumb, "PUT", "/api/connectors/slack", { token, body: { values: { webhookUrl } } });
  const base = `/api/projects/${projectId}`;
  const body = { connector: "slack", owner: "server", offer: "channel", values: { channel: "#qa" } };
  const created = await call<{ data: { binding: Binding } }>(plumb, "POST", `${base}/bindings`, { token, body });
  const bindingId = created.body.data.binding.id;
  state.posts.splice(0);
  return {
    token,
    state,
    preview: async (rule: object) =>
      (await call<{ data: RulePreview }>(plumb, "POST", `${base}/notification-rules/preview`, { token, body: rule }))
        .body.data,
    addRule: async (rule: object) => {
      const sent = { name: "Rule", bindingId, ...rule };
      return (
        await call<{ data: NotificationRule }>(plumb, "POST", `${base}/notification-rules`, { token, body: sent })
      ).body.data;
    },
    rules: async () =>
      (await call<{ data: NotificationRule[] }>(plumb, "GET", `${base}/notification-rules`, { token })).body.data,
    run: async (build: string, failing: Record<string, string>, query: Record<string, string> = {}) => {
      later(plumb, 60);
      const cases = ["adds", "pays"].map((name) =>
        failing[name] === undefined ? (["cart", name] as const) : (["cart", name, failing[name]] as const),
      );
      await send(plumb, key, { "a.xml": junit(cases) }, { build, suite: "api", ...query });
      let waiting = 1;
      while (waiting > 0) {
        later(plumb, 1);
        await runJobs(plumb.context);
        const [row] = await readRows<{ count: number }>(
          plumb.context.db,
          "select count(*) as count from job where kind in ('run-judged', 'gather-failures', 'send-run-messages', 'send-deliveries')",
        );
        waiting = row?.count ?? 0;
      }
    },
    [Symbol.asyncDispose]: () => slack[Symbol.asyncDispose](),
  };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Headers of the posted messages. */
const titles = ({ state }: Started) =>
  state.posts.map(({ text }) => (JSON.parse(text) as { text: { text: string } }[])[0]?.text.text);

const story = async ({ run }: Started) => {
  await run("b1", {});
  await run("b2", { pays: "Error: the bank refused the card" });
  await run("b3", { pays: "Error: the bank refused the card", adds: "TypeError: cart is undefined" });
  await run("b4", {});
  await run("b5", { adds: "TypeError: cart is undefined" }, { branch: "feature/x" });
  await run("b6", { adds: "TypeError: cart is undefined" });
};
const everything = { events: ["run.finished", "run.failed", "run.recovered", "cause.new", "cause.returned"] };

test("a rule sends each event once, with a title that names it", async () => {
  await using plumb = await createTestApp();
  await using project = await start(plumb);
  await project.addRule(everything);
  await story(project);
  expect(titles(project)).toEqual([
    "api #1 passed",
    "api #2 failed: 1 failure",
    "New cause: Error: the bank refused the card",
    "api #3 failed: 2 failures",
    "New cause: TypeError: cart is undefined",
    "api #4 passed again",
    "api #5 failed: 1 failure",
    "Back again: TypeError: cart is undefined",
    "api #6 failed: 1 failure",
    "Back again: TypeError: cart is undefined",
  ]);
  await runJobs(plumb.context);
  expect(project.state.posts).toHaveLength(10);
});

test.for<[string, object]>([
  ["everything", everything],
  ["failed runs", { events: ["run.failed"] }],
  ["failed runs of a branch", { events: ["run.failed"], conditions: { branch: ["feature/*"] } }],
  ["causes of a class that does not occur", { events: ["cause.new"], conditions: { class: ["Test Data Issue"] } }],
  ["runs of another suite", { events: ["run.finished"], conditions: { suite: ["web"] } }],
])("the preview of a rule for %s counts what the rule sends", async ([, rule]) => {
  await using plumb = await createTestApp();
  await using project = await start(plumb);
  await project.addRule({ ...rule, maxPerHour: 100 });
  await story(project);
  const preview = await project.preview({ ...rule, maxPerHour: 100 });
  expect(preview.total).toBe(project.state.posts.length);
  expect(preview).toMatchObject({ withheld: 0, runs: 6, isPartial: false });
  expect(preview.latest.map(({ title }) => title).toReversed()).toEqual(titles(project).slice(-10));
});

test("more messages than the limit are summed up, and none is lost", async () => {
  await using plumb = await createTestApp();
  await using project = await start(plumb);
  await project.addRule({ ...everything, maxPerHour: 3 });
  await story(project);
  expect(project.state.posts).toHaveLength(3);
  expect(await project.preview({ ...everything, maxPerHour: 3 })).toMatchObject({ total: 10, withheld: 7 });
  later(plumb, 3600);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(titles(project).at(-1)).toBe("7 messages were held back");
  expect(project.state.posts.at(-1)?.text).toContain("api #6 failed: 1 failure");
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(project.state.posts).toHaveLength(4);
});

test("a rule sends nothing through a channel that is switched off for the server, and shows why", async () => {
  await using plumb = await createTestApp();
  await using project = await start(plumb);
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
  await using project = await start(plumb);
  await project.addRule(everything);
  const startedAt = new Date(plumb.time.now.getTime() - 2 * 86_400_000).toISOString();
  await project.run("old", { pays: "broke" }, { startedAt });
  expect(project.state.posts).toEqual([]);
});

test("tests that become broken and quarantines that end are sent once, as the preview counts them", async () => {
  await using plumb = await createTestApp();
  await using project = await start(plumb);
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
  for (let round = 0; round < 2; round += 1) {
    await queueProjectMessages(plumb.context, AbortSignal.timeout(60_000));
    await runJobs(plumb.context);
  }
  expect(titles(project)).toEqual([
    expect.stringMatching(/pays is broken$/) as string,
    expect.stringMatching(/^The quarantine of .*adds ends: waits for the bank$/) as string,
  ]);
  expect(await project.preview(rule)).toMatchObject({ total: 2 });
});

test("switching a channel off keeps messages that wait, and sends them when it is on again", async () => {
  await using plumb = await createTestApp();
  await using project = await start(plumb);
  await project.addRule({ ...everything, maxPerHour: 1 });
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
  expect(titles(project).at(-1)).toBe("1 message was held back");
});

test("a message that sums up others uses one place of the limit", async () => {
  await using plumb = await createTestApp();
  await using project = await start(plumb);
  await project.addRule({ ...everything, maxPerHour: 2 });
  await story(project);
  later(plumb, 3700);
  await sumUpMessages(plumb.context, AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(titles(project).at(-1)).toBe("8 messages were held back");
  await project.run("b7", {});
  expect(titles(project).at(-1)).toBe("api #7 passed again");
});
