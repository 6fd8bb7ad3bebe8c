import type { Notification } from "@plumb/contract/people/notifications.ts";
import type { ProfileChange } from "@plumb/contract/people/profile.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { updateRunStatus } from "#runs/status/update-run-status.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

type Cases = Parameters<typeof junit>[0];

const main = { suite: "shop", branch: "main", environment: "staging" };
const failure = "expected 1";

/** Members who own tests by rules: Ana owns `pay` by her user name, her team `cart`, and Ben `stock` by his email address. */
async function createOwners(plumb: TestApp) {
  const { token, projectId, key } = await seedProject(plumb);
  const people = {
    // Viewers are notified of failures in their own tests, but not of red runs.
    ana: await seedPerson(plumb, "ana", { projectId, projectRole: "VIEWER" }),
    ben: await seedPerson(plumb, "ben", { projectId, projectRole: "USER" }),
    lead: await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" }),
    outsider: await seedPerson(plumb, "outsider"),
  };
  await runStatement(plumb.context.db, `update user_account set username = 'Ana' where id = ${people.ana.id}`);
  const rules = "pay @ana\ncart @Shop/cart\nstock ben@example.test\nfar outsider@example.test\n";
  await call(plumb, "PUT", `/api/projects/${projectId}/owner-rules`, { token, body: { rules, version: 0 } });
  let runs = 0;
  return {
    projectId,
    token,
    key,
    people,
    run: async (cases: Cases, query: Record<string, string> = {}) => {
      plumb.time.now = new Date(plumb.time.now.getTime() + 60_000);
      runs += 1;
      const { body } = await send(plumb, key, { "a.xml": junit(cases) }, { build: `b${runs}`, ...main, ...query });
      await runJobs(plumb.context);
      return body.data.reportId;
    },
    notificationsOf: async ({ token: of }: { token: string }) =>
      (await call<{ data: Notification[] }>(plumb, "GET", "/api/notifications", { token: of })).body.data,
    choose: ({ token: of }: { token: string }, body: ProfileChange) =>
      call(plumb, "PUT", "/api/profile", { token: of, body }),
  };
}

const green: Cases = [
  ["pay", "pays"],
  ["cart", "adds"],
  ["stock", "counts"],
];

test("owners are notified once of newly failing tests, and never twice about a run", async () => {
  await using plumb = await createTestApp();
  const { people, run, notificationsOf, choose } = await createOwners(plumb);
  await choose(people.ana, { ownerNames: ["shop/CART"] });
  await run(green);
  const reportId = await run([
    ["pay", "pays", failure],
    ["cart", "adds", failure],
    ["stock", "counts", failure],
    // New in this run; its owner is assigned before notifications are sent.
    ["pay", "refunds", failure],
    ["cart", "removes", failure],
  ]);
  expect(await notificationsOf(people.ana)).toMatchObject([
    {
      title: "4 of your tests fail in shop",
      message: "“pays”, “adds”, “refunds” and 1 more failed on main in staging in run #2, and not in run #1 before it.",
      type: "error",
      actionUrl: `/reports/${reportId}`,
      metadata: { projectName: "Shop" },
    },
  ]);
  // Ben is not notified of the red run as well, because the notification about his tests contains more.
  expect(await notificationsOf(people.ben)).toMatchObject([{ title: "Your test “counts” fails: expected 1" }]);
  expect(await notificationsOf(people.lead)).toMatchObject([{ title: "shop is red" }]);
  expect(await notificationsOf(people.outsider)).toEqual([]);
  // Failures from earlier runs are not reported again.
  await run([
    ["pay", "pays", failure],
    ["stock", "counts", failure],
  ]);
  expect(await notificationsOf(people.ana)).toHaveLength(1);
  // The test is fixed and fails again.
  await run(green);
  await run([["pay", "pays", failure]]);
  expect((await notificationsOf(people.ana)).map(({ title }) => title)).toEqual([
    "Your test “pays” fails again: expected 1",
    "4 of your tests fail in shop",
  ]);
});

test("an owner is notified of a failing row although another row with its name failed before, and of returned ones", async () => {
  await using plumb = await createTestApp();
  const { people, run, notificationsOf } = await createOwners(plumb);
  await run([["pay", "pays", failure], ["pay", "pays"], ["pay", "pays"], ...green]);
  await run([["pay", "pays"], ["pay", "pays"], ["pay", "pays", failure], ...green]);
  await run([["pay", "pays", failure], ["pay", "pays", failure], ["pay", "pays", failure], ...green]);
  expect((await notificationsOf(people.ana))[0]).toMatchObject({
    title: "2 of your tests fail in shop",
    message: "“pays” (back) and “pays (2)” failed on main in staging in run #3, and not in run #2 before it.",
  });
});

test("ignores all rows of a quarantined test, however many fail", async () => {
  await using plumb = await createTestApp();
  const { token, people, projectId, run, notificationsOf } = await createOwners(plumb);
  await run([["pay", "refunds"], ["pay", "refunds"], ...green]);
  const [row] = await readRows<{ id: number }>(
    plumb.context.db,
    "select id from test where title_path[cardinality(title_path)] = 'refunds'",
  );
  const body = { kind: "quarantine", reason: "Known", owner: null };
  await call(plumb, "PUT", `/api/projects/${projectId}/tests/${row?.id}/quarantine`, { token, body });
  await run([["pay", "refunds", failure], ["pay", "refunds", failure], ...green]);
  expect(await notificationsOf(people.ana)).toEqual([]);
  expect(await notificationsOf(people.lead)).toEqual([]);
});

test("further reports of a run and repeated evaluations notify no one twice", async () => {
  await using plumb = await createTestApp();
  const { people, projectId, run, notificationsOf } = await createOwners(plumb);
  await run(green);
  const runId = await run([["stock", "counts", failure]], { build: "sharded" });
  await run([["stock", "orders", failure]], { build: "sharded" });
  await runStatement(plumb.context.db, `update run set judgement = 0 where id = ${runId}`);
  await plumb.context.db
    .transaction()
    .execute((transaction) => updateRunStatus(transaction, { projectId, runId, now: plumb.time.now }));
  await runJobs(plumb.context);
  expect(await notificationsOf(people.ben)).toHaveLength(1);
  // Another upload to the same run with a failing test of another owner only notifies that owner.
  await run([["pay", "pays", failure]], { build: "sharded" });
  expect(await notificationsOf(people.ana)).toHaveLength(1);
  expect(await notificationsOf(people.ben)).toHaveLength(1);
});

test("excludes quarantined and muted tests, and names their number in the notification", async () => {
  await using plumb = await createTestApp();
  const { token, people, projectId, run, notificationsOf } = await createOwners(plumb);
  await run([...green, ["pay", "refunds"], ["pay", "cancels"]]);
  const tests = await readRows<{ id: number }>(
    plumb.context.db,
    "select id from test where title_path[cardinality(title_path)] in ('refunds', 'cancels') order by id",
  );
  for (const [index, { id }] of tests.entries()) {
    const body = { kind: index === 0 ? "quarantine" : "mute", reason: "Known", owner: null };
    await call(plumb, "PUT", `/api/projects/${projectId}/tests/${id}/quarantine`, { token, body });
  }
  expect(tests).toHaveLength(2);
  await run([
    ["pay", "refunds", failure],
    ["pay", "cancels", failure],
  ]);
  expect(await notificationsOf(people.ana)).toEqual([]);
  await run([
    ["pay", "pays"],
    ["pay", "refunds"],
    ["pay", "cancels"],
  ]);
  await run([
    ["pay", "pays", "ReferenceError: cart is not defined"],
    ["pay", "refunds", failure],
    ["pay", "cancels", failure],
  ]);
  expect(await notificationsOf(people.ana)).toMatchObject([
    {
      title: "Your test “pays” fails: cart is not defined",
      message:
        "“pays” failed on main in staging in run #4 of shop, and not in run #3 before it. 2 failures of your tests in quarantine or muted are excluded.",
    },
  ]);
});

test("users choose between main branches, which is the default, all branches, or none", async () => {
  await using plumb = await createTestApp();
  const { people, run, notificationsOf, choose } = await createOwners(plumb);
  await choose(people.ben, { ownerNotices: "all" });
  await run(green);
  await run(
    [
      ["pay", "pays", failure],
      ["stock", "counts", failure],
    ],
    { branch: "feature/x" },
  );
  expect(await notificationsOf(people.ana)).toEqual([]);
  expect(await notificationsOf(people.ben)).toHaveLength(1);
  await choose(people.ben, { ownerNotices: "none" });
  await run([
    ["pay", "pays", failure],
    ["stock", "counts", failure],
  ]);
  expect(await notificationsOf(people.ana)).toHaveLength(1);
  // Ben is still notified as a user of the project.
  expect((await notificationsOf(people.ben)).map(({ title }) => title)).toEqual([
    "shop is red",
    "Your test “counts” fails: expected 1",
  ]);
});

test("deactivated accounts and former members are not notified", async () => {
  await using plumb = await createTestApp();
  const { people, run, notificationsOf } = await createOwners(plumb);
  await run(green);
  await runStatement(plumb.context.db, `delete from membership where user_id = ${people.ana.id}`);
  await runStatement(plumb.context.db, `update user_account set status = 'deactivated' where id = ${people.ben.id}`);
  await run([
    ["pay", "pays", failure],
    ["stock", "counts", failure],
  ]);
  expect(await notificationsOf(people.ana)).toEqual([]);
  const [{ count } = { count: -1 }] = await readRows<{ count: number }>(
    plumb.context.db,
    `select count(*)::integer as count from notification where user_id = ${people.ben.id}`,
  );
  expect(count).toBe(0);
});

test("a first run and imported history do not notify", async () => {
  await using plumb = await createTestApp();
  const { people, run, notificationsOf } = await createOwners(plumb);
  await run([["pay", "pays", failure]]);
  await run(green, { suite: "old", startedAt: new Date(plumb.time.now.getTime() - 4 * 86_400_000).toISOString() });
  await run([["pay", "pays", failure]], {
    suite: "old",
    startedAt: new Date(plumb.time.now.getTime() - 3 * 86_400_000).toISOString(),
  });
  expect(await notificationsOf(people.ana)).toEqual([]);
});

test("rejects too many or too long names, stores duplicates once, and keeps missing fields", async () => {
  await using plumb = await createTestApp();
  const { people, choose } = await createOwners(plumb);
  const names = Array.from({ length: 21 }, (_, index) => `@team-${index}`);
  expect((await choose(people.ana, { ownerNames: names })).body).toMatchObject({
    fields: { ownerNames: "Enter at most 20 names" },
  });
  expect((await choose(people.ana, { ownerNames: ["a".repeat(101)] })).body).toMatchObject({
    fields: { ownerNames: "Each name must be 100 characters or less" },
  });
  const hostile = `"}',\\ ${"😀".repeat(10)}`;
  expect((await choose(people.ana, { ownerNames: [hostile, " @a ", "@a"] })).body).toMatchObject({
    data: { profile: { ownerNames: [hostile, "@a"], ownerNotices: "main" } },
  });
  expect((await choose(people.ana, { location: "Rome" })).body).toMatchObject({
    data: { profile: { ownerNames: [hostile, "@a"], location: "Rome" } },
  });
});

test("owners are notified of a new cause in a test that is already red, unless the run was announced to them", async () => {
  await using plumb = await createTestApp();
  const { people, run, notificationsOf } = await createOwners(plumb);
  await run(green);
  await run([
    ["pay", "pays", failure],
    ["stock", "counts", failure],
  ]);
  const before = { ana: (await notificationsOf(people.ana)).length, ben: (await notificationsOf(people.ben)).length };
  await run([
    ["pay", "pays", "ReferenceError: applyVoucher is not defined"],
    ["stock", "counts", failure],
  ]);
  const news = await notificationsOf(people.ana);
  expect(news).toHaveLength(before.ana + 1);
  expect(news[0]).toMatchObject({
    title: "Your test “pays” fails: applyVoucher is not defined",
    message: "“pays” failed on main in staging in run #3 of shop, for another reason than in run #2 before it.",
  });
  expect(await notificationsOf(people.ben)).toHaveLength(before.ben);
  // Owners get one notification per run.
  await run([
    ["pay", "pays", "TypeError: price is null"],
    ["pay", "refunds", failure],
    ["stock", "counts", failure],
  ]);
  expect(await notificationsOf(people.ana)).toHaveLength(before.ana + 2);
});
