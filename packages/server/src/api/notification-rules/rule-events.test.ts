import { expect, test } from "vitest";
import { ruleEvents } from "@plumb/contract/integrations/notification-rules.ts";
import { queueRunMessages } from "#senders/rules/queue-messages.ts";
import { createTestApp, seedProject, send } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { startFakeService } from "#testing/fake-service.ts";
import { addDestination, later, runUntilSent } from "#testing/outbox.ts";
import { junit } from "#testing/reports.ts";
import { startRules, story, titles } from "#testing/rule-project.ts";

test("the gate fails for new failures and incomplete runs, and the message names the conditions", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["gate.failed"], maxPerHour: 100 };
  await project.addRule(rule);
  await story(project);
  expect(titles(project)).toEqual([
    "api #2: the gate failed",
    "api #3: the gate failed",
    "api #5: the gate failed",
    "api #6: the gate failed",
  ]);
  // The failure of the previous run is known.
  expect(project.state.posts[1]?.text).toContain("1 new failure (limit 0)");
  expect(project.state.posts[1]?.text).toContain("#2");
  expect(await project.preview(rule)).toMatchObject({ total: 4 });
});

test("a failure that repeats in the base run, or of a test that was flaky or in quarantine and had the cause before, does not fail the gate", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.run("b0", { adds: "Error: sometimes" });
  await project.run("b1", { pays: "Error: no" });
  const rule = { events: ["gate.failed"], maxPerHour: 100 };
  await project.addRule(rule);
  await project.run("b2", { pays: "Error: no" });
  const { db } = plumb.context;
  const adds = "from test where title_path[array_length(title_path, 1)] = 'adds'";
  await runStatement(
    db,
    `insert into test_state_change (project_id, test_id, from_state, to_state, at, noted_at)
     select project_id, id, 'healthy', 'flaky', '${plumb.time.now.toISOString()}', now() ${adds}`,
  );
  await project.run("b3", { pays: "Error: no", adds: "Error: sometimes" });
  expect(titles(project)).toEqual([]);
  await runStatement(db, "delete from test_state_change");
  await runStatement(
    db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at)
     select project_id, id, 'quarantine', 'known', '${plumb.time.now.toISOString()}' ${adds}`,
  );
  await project.run("b4", {});
  await project.run("b5", { adds: "Error: sometimes" });
  expect(titles(project)).toEqual([]);
  await project.run("b6", { adds: "Error: sometimes", pays: "Error: no" });
  expect(titles(project)).toEqual(["api #7: the gate failed"]);
  await project.run("b7", { adds: "ReferenceError: cart is not defined" });
  expect(titles(project)).toEqual(["api #7: the gate failed", "api #8: the gate failed"]);
});

test("messages follow a channel of a Slack bot that was renamed", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb, undefined, "bot");
  await project.addRule({ events: ["cause.new"], maxPerHour: 100 });
  await project.run("b1", { pays: "Error: no" });
  project.state.channelName = "#quality";
  await project.run("b2", { adds: "TypeError: cart is undefined" });
  expect(titles(project)).toEqual(["“pays” fails: no", "“adds” fails: cart is undefined"]);
});

test("a cause is fixed once, in the first full run in which its tests pass", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["cause.new", "cause.fixed", "cause.returned"], maxPerHour: 100 };
  await project.addRule(rule);
  await story(project);
  await project.run("b7", {});
  await project.run("b8", {});
  expect(titles(project)).toEqual([
    "“pays” fails: the bank refused the card",
    "“adds” fails: cart is undefined",
    "api #4: 2 causes were fixed",
    "“adds” fails again: cart is undefined",
    "“adds” fails again: cart is undefined",
    "“adds” passes again, was: cart is undefined",
  ]);
  expect(await project.preview(rule)).toMatchObject({ total: 6 });
});

test("a cause is not fixed by a run that skips its test", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["cause.fixed"] });
  await project.run("b1", { pays: "Error: no" });
  await project.run("b2", { pays: "skipped" });
  expect(titles(project)).toEqual([]);
});

test("a run without tests has not passed, and fails the gate", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.run("b1", { pays: "Error: no" });
  await project.addRule({ events: ["run.finished", "run.recovered", "gate.failed", "cause.fixed"], maxPerHour: 100 });
  later(plumb, 60);
  await project.upload("<testsuites><testsuite name='all'></testsuite></testsuites>", "b2");
  expect(titles(project)).toEqual(["api #2 failed: no tests ran", "api #2: the gate failed"]);
  expect(project.state.posts[1]?.text).toContain("has no tests");
});

test("users are told about a run that the server handles a day later, by message and webhook, but not about imported runs", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  await using project = await startRules(plumb, seeded);
  await using receiver = await startFakeService();
  await addDestination(plumb, seeded, receiver.url);
  await project.addRule({ events: ["run.finished"] });
  later(plumb, 60);
  await send(plumb, seeded.key, { "a.xml": junit([["cart", "adds"]]) }, { suite: "api", build: "b1" });
  later(plumb, 25 * 3600);
  await runUntilSent(plumb, 1);
  expect(titles(project)).toEqual(["api #1 passed"]);
  expect(receiver.received).toHaveLength(1);
  const startedAt = new Date(plumb.time.now.getTime() - 25 * 3_600_000).toISOString();
  await send(plumb, seeded.key, { "a.xml": junit([["cart", "adds"]]) }, { suite: "api", build: "b2", startedAt });
  await runUntilSent(plumb, 1);
  expect(titles(project)).toHaveLength(1);
  expect(receiver.received).toHaveLength(1);
});

test("two servers that handle the same run send each message once", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: [...ruleEvents], maxPerHour: 100 });
  await project.run("b1", { pays: "Error: no", adds: "TypeError: cart is undefined" });
  const sent = titles(project).length;
  const [run] = await readRows<{ id: number }>(plumb.context.db, "select id from run");
  const input = { projectId: project.projectId, runId: run?.id ?? 0 };
  await runStatement(plumb.context.db, "delete from rule_message");
  await Promise.all([queueRunMessages(plumb.context, input), queueRunMessages(plumb.context, input)]);
  const rows = await readRows<{ key: string }>(plumb.context.db, "select key from rule_message where counts");
  expect(rows).toHaveLength(sent);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(sent);
});

test("an incident that began and ended is announced once each, in one thread", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["incident.began", "incident.ended"], maxPerHour: 100 };
  await project.addRule(rule);
  later(plumb, 60);
  const at = (seconds: number) => new Date(plumb.time.now.getTime() + seconds * 1000).toISOString();
  await runStatement(
    plumb.context.db,
    `insert into incident (project_id, kind, subject, started_at, ended_at, tests, failures)
     values (${project.projectId}, 'host', 'db1', '${at(0)}', '${at(600)}', 12, 14)`,
  );
  later(plumb, 700);
  await project.tick();
  expect(titles(project)).toEqual(["An incident began: 12 tests affected, 14 failures"]);
  later(plumb, 2 * 3600);
  await project.tick();
  expect(titles(project).at(-1)).toBe("An incident ended: 12 tests affected, 14 failures");
  expect(project.state.posts).toHaveLength(2);
  expect(await project.preview(rule)).toMatchObject({ total: 2, withheld: 0 });
  expect(
    await readRows(plumb.context.db, "select distinct (body::jsonb) ->> 'subject' as subject from outbox_delivery"),
  ).toHaveLength(1);
});

const hours = 3600;

test("a suite that usually runs and has not run for long is announced once per silence", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["suite.silent"], maxPerHour: 100 };
  await project.addRule(rule);
  // Nightly runs, so the suite is silent after 36 hours.
  for (let night = 0; night < 16; night += 1) {
    await project.run(`b${night}`, {});
    if (night > 12) await project.run(`f${night}`, {}, { branch: "feature/x" });
    later(plumb, 24 * hours - (night > 12 ? 120 : 60));
    if (night > 12) await project.tick();
  }
  expect(titles(project)).toEqual([]);
  later(plumb, 13 * hours);
  await project.tick();
  later(plumb, 13 * hours);
  await project.tick();
  expect(titles(project)).toEqual(["api has not run for 36 hours"]);
  await project.run("again", {});
  later(plumb, 80 * hours);
  // The server was down when the second silence began, and it sends what happened since the last day.
  await project.tick();
  expect(project.state.posts).toHaveLength(1);
  expect(await project.preview(rule)).toMatchObject({ total: 2 });
  expect(await project.preview({ ...rule, conditions: { suite: ["web"] } })).toMatchObject({ total: 0 });
});

test("weekends and imported runs do not count as silence", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  const rule = { events: ["suite.silent"], maxPerHour: 100 };
  for (let back = 12; back > 2; back -= 1) {
    const startedAt = new Date(plumb.time.now.getTime() - back * 24 * hours * 1000).toISOString();
    await project.run(`old${back}`, {}, { suite: "imported", startedAt });
  }
  await project.addRule(rule);
  for (let day = 0; day < 26; day += 1) {
    // Monday to Friday.
    if (day % 7 < 5) await project.run(`b${day}`, {});
    later(plumb, 24 * hours - (day % 7 < 5 ? 60 : 0));
    if (day > 20) await project.tick();
  }
  expect(titles(project)).toEqual([]);
  expect(await project.preview(rule)).toMatchObject({ total: 0 });
});

const redRun = junit([["cart", "adds", "Error: no"]]);

test("messages are sent even if a collection of the failures, from the time of the running run, is still waiting", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["cause.new"] });
  await send(plumb, project.key, { "a.xml": redRun }, { build: "b1", suite: "api" });
  await runStatement(
    plumb.context.db,
    `insert into job (kind, project_id, target, key, data, state, created_at, due_at)
     select 'gather-failures', project_id, 'project ' || project_id, id::text, jsonb_build_object('runId', id), 'queued', created_at, created_at from run`,
  );
  await runUntilSent(plumb, 1);
  expect(titles(project)).toEqual(["“adds” fails: no"]);
});

test("if the failures of a run cannot be collected, its messages are sent without causes", async () => {
  await using plumb = await createTestApp();
  await using project = await startRules(plumb);
  await project.addRule({ events: ["run.failed", "cause.new"] });
  await send(plumb, project.key, { "a.xml": redRun }, { build: "b1", suite: "api" });
  await runStatement(plumb.context.db, "alter table failure_signature add constraint broken check (false) not valid");
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await runUntilSent(plumb, 1);
    later(plumb, 3600);
  }
  // Test databases are used again.
  await runStatement(plumb.context.db, "alter table failure_signature drop constraint broken");
  expect(titles(project)).toEqual(["api #1 failed: 1 failure"]);
});
