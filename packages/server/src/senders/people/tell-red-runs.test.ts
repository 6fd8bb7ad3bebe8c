import type { Notification } from "@plumb/contract/people/notifications.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { updateRunStatus } from "#runs/status/update-run-status.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";
import { seedRuns } from "#testing/runs.ts";

const green = junit([
  ["cart", "adds"],
  ["cart", "removes"],
]);
const red = junit([
  ["cart", "adds"],
  ["cart", "removes", "expected 1"],
]);
const main = { suite: "api", branch: "main", environment: "staging" };

/** Creates a project with a user per role; each upload is a run, a minute after the previous one. */
async function createTeam(plumb: TestApp) {
  const { token, projectId, key } = await seedProject(plumb);
  const people = {
    lead: await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" }),
    user: await seedPerson(plumb, "user", { projectId, projectRole: "USER" }),
    viewer: await seedPerson(plumb, "viewer", { projectId, projectRole: "VIEWER" }),
    outsider: await seedPerson(plumb, "outsider"),
  };
  let runs = 0;
  const run = async (report: string, query: Record<string, string> = {}) => {
    plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
    runs += 1;
    const { body } = await send(plumb, key, { "a.xml": report }, { build: `b${runs}`, ...main, ...query });
    await runJobs(plumb.context);
    return body.data.reportId;
  };
  const sent = async (token: string) =>
    (await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", { token })).body.data;
  return {
    admin: token,
    projectId,
    key,
    people,
    run,
    told: sent,
    toldCount: async () => (await sent(people.lead.token)).length,
  };
}

test("leads and users are notified only of the first failed run after one that passed", async () => {
  await using plumb = await createTestApp();
  const { admin, people, run, told } = await createTeam(plumb);
  await run(green);
  const reportId = await run(red);
  await run(red);
  const expected = {
    title: "api is red",
    message: "1 of 2 tests failed on main in staging in run #2. The previous run was green.",
    type: "error",
    actionUrl: `/reports/${reportId}`,
    metadata: { projectName: "Shop" },
  };
  expect(await told(people.lead.token)).toMatchObject([expected]);
  expect(await told(people.user.token)).toMatchObject([expected]);
  for (const { token } of [people.viewer, people.outsider, { token: admin }]) expect(await told(token)).toEqual([]);
});

test("a first run, another branch, environment or suite is not compared with this one", async () => {
  await using plumb = await createTestApp();
  const { run, toldCount } = await createTeam(plumb);
  await run(red);
  await run(green);
  for (const other of [{ branch: "feature" }, { environment: "production" }, { suite: "web" }]) await run(red, other);
  expect(await toldCount()).toBe(0);
  await run(red);
  expect(await toldCount()).toBe(1);
});

test("a rarely running suite is announced after any number of other runs", async () => {
  await using plumb = await createTestApp();
  const { projectId, run, toldCount } = await createTeam(plumb);
  await run(green, { suite: "weekly" });
  const startedAt = plumb.time.now.toISOString();
  await seedRuns(
    plumb.context.db,
    projectId,
    Array.from({ length: 501 }, () => ({ suite: "every push", startedAt })),
  );
  await run(red, { suite: "weekly" });
  expect(await toldCount()).toBe(1);
});

test("a failed run is compared with the previous one of its branch, after any number of runs on other branches", async () => {
  await using plumb = await createTestApp();
  const { projectId, run, toldCount } = await createTeam(plumb);
  await run(green);
  const startedAt = plumb.time.now.toISOString();
  const { suite, environment } = main;
  await seedRuns(
    plumb.context.db,
    projectId,
    Array.from({ length: 501 }, () => ({ suite, environment, branch: "feature", startedAt })),
  );
  await run(red);
  expect(await toldCount()).toBe(1);
});

test("notifies again when a run fails after one that passed", async () => {
  await using plumb = await createTestApp();
  const { run, toldCount } = await createTeam(plumb);
  for (const report of [green, red, green, red]) await run(report);
  expect(await toldCount()).toBe(2);
});

test("history that is imported later does not notify", async () => {
  await using plumb = await createTestApp();
  const { run, toldCount } = await createTeam(plumb);
  const daysAgo = (days: number) => ({
    startedAt: new Date(plumb.time.now.getTime() - days * 86_400_000).toISOString(),
  });
  await run(green, daysAgo(4));
  await run(red, daysAgo(3));
  await run(green);
  await run(red, daysAgo(0.01));
  expect(await toldCount()).toBe(0);
});

test("a run in the future, caused by a wrong clock, silences none of those after it", async () => {
  await using plumb = await createTestApp();
  const { run, toldCount } = await createTeam(plumb);
  await run(green, { startedAt: "2099-01-01T00:00:00Z" });
  await run(green);
  await run(red);
  expect(await toldCount()).toBe(1);
});

test("a run is announced once, however often it ends", async () => {
  await using plumb = await createTestApp();
  const { projectId, people, run, told } = await createTeam(plumb);
  await run(green);
  const runId = await run(red, { build: "same" });
  const [notification] = await told(people.lead.token);
  await call(plumb, "DELETE", `/api/notifications/${notification?.id}`, { token: people.lead.token });
  await run(junit([["cart", "pays", "expected 2"]]), { build: "same" });
  // Repeats the notification, as after a crash of the server right after sending it.
  await runStatement(plumb.context.db, `update run set judgement = 0 where id = ${runId}`);
  await plumb.context.db
    .transaction()
    .execute((transaction) => updateRunStatus(transaction, { projectId, runId, now: plumb.time.now }));
  await runJobs(plumb.context);
  expect(await told(people.lead.token)).toEqual([]);
  expect(await told(people.user.token)).toHaveLength(1);
});

test("a project that is inactive, or whose notifications are off, sends none", async () => {
  await using plumb = await createTestApp();
  const { admin: token, projectId, run, toldCount } = await createTeam(plumb);
  const change = (body: object) => call(plumb, "PUT", `/api/projects/${projectId}`, { token, body });
  await change({ settings: { notifications: false } });
  await run(green);
  await run(red);
  await change({ settings: { notifications: true }, status: "inactive" });
  await run(green);
  await run(red);
  expect(await toldCount()).toBe(0);
  await change({ status: "active" });
  await run(green);
  await run(red);
  expect(await toldCount()).toBe(1);
});

test("a run that falls silent in the middle has failed if a test failed in it", async () => {
  await using plumb = await createTestApp();
  const { key, people, run, told } = await createTeam(plumb);
  await run(green);
  const report = playwright([{ title: "adds", attempts: ["failed"] }], { shard: { current: 1, total: 2 } });
  await send(plumb, key, { "a.json": report }, { build: "sharded", startedAt: plumb.time.now.toISOString(), ...main });
  expect(await told(people.lead.token)).toEqual([]);
  await interruptSilent(plumb.context, new Date(Date.now() + 60_000), AbortSignal.timeout(60_000));
  await runJobs(plumb.context);
  expect(await told(people.lead.token)).toMatchObject([{ title: "api is red" }]);
});
