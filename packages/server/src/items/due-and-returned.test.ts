import { expect, test } from "vitest";
import { collectFailures } from "#failures/collect-failures.ts";
import { retentionRound } from "#runs/retention.ts";
import { remindOfDueDates } from "./remind.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { failingProject } from "#testing/failing-project.ts";
import { itemsProject } from "#testing/items.ts";
import { hasSeveralTransactions, overlap } from "#testing/overlap.ts";
import { junit } from "#testing/reports.ts";

const stopped = () => false;
const counted = (priority: string) => `annotation_count where status = 'resolved' and priority = '${priority}'`;

test("users are reminded the day before and the day after the due date, in the morning of their time zone", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, change, told } = await itemsProject(plumb);
  await runStatement(plumb.context.db, `update user_account set timezone = 'Asia/Tokyo' where id = ${ben.id}`);
  const item = await create(ada, { assignedTo: ben.id, dueDate: "2026-03-10" });
  const mine = await create(ada, { title: "Nobody has it", dueDate: "2026-03-10" });
  const received = async (now: string) => {
    plumb.time.now = new Date(now);
    await remindOfDueDates(plumb.context, stopped);
    return (await told(ben)).slice(1).map(({ title }) => title);
  };
  // Seven, then eight in the morning of the ninth in Tokyo.
  expect(await received("2026-03-08T22:00:00Z")).toEqual([]);
  expect(await received("2026-03-08T23:00:00Z")).toEqual(["“Checkout is slow” is due tomorrow"]);
  expect((await told(ben)).at(-1)?.message).toBe("The analysis item is due on 10 Mar 2026.");
  expect(await received("2026-03-09T10:00:00Z")).toHaveLength(1);
  expect((await told(ada)).map(({ title }) => title)).toEqual(["“Nobody has it” is due tomorrow"]);
  expect(await received("2026-03-10T23:00:00Z")).toEqual([
    "“Checkout is slow” is due tomorrow",
    "“Checkout is slow” is overdue",
  ]);
  expect(await received("2026-03-12T10:00:00Z")).toHaveLength(2);
  // A new due date starts new reminders; closed items have none.
  await change(ada, item, "details", { dueDate: "2026-03-20" });
  await change(ada, mine, "status", { status: "closed" });
  const before = (await told(ada)).length;
  expect((await received("2026-03-19T10:00:00Z")).at(-1)).toBe("“Checkout is slow” is due tomorrow");
  expect(await told(ada)).toHaveLength(before);
});

test("if the assignee has left, the creator is reminded", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, told } = await itemsProject(plumb);
  await create(ada, { assignedTo: ben.id, dueDate: "2026-03-05" });
  await runStatement(plumb.context.db, `delete from membership where user_id = ${ben.id}`);
  await remindOfDueDates(plumb.context, stopped);
  expect((await told(ada)).map(({ title }) => title)).toEqual(["“Checkout is slow” is due tomorrow"]);
});

test("an item about a failure reopens only when the failure returns", async () => {
  await using project = await failingProject();
  const { plumb, projectId, token } = project;
  const fails: [string, string, string][] = [["cart", "empties", "it broke"]];
  const passes: [string, string][] = [["cart", "empties"]];
  await project.run(fails);
  const [group] = await readRows<{ id: number }>(plumb.context.db, "select id from failure_group");
  interface CreatedItem {
    readonly data: { id: number; status: string; subject: object; history: object[] };
  }
  const ask = (method: "GET" | "POST" | "PUT", path: string, body?: object) =>
    call<CreatedItem>(plumb, method, `/api/annotations/${path}`, { token, ...(body && { body }) });
  const made = await ask("POST", `projects/${projectId}/annotations`, {
    title: "It breaks",
    message: "Why?",
    groupId: group?.id,
  });
  const { id, subject } = made.body.data;
  expect(subject).toMatchObject({ kind: "group", groupId: group?.id, error: "it broke" });
  const status = async () => (await ask("GET", `annotations/${id}`)).body.data.status;

  await ask("PUT", `annotations/${id}/status`, { status: "resolved" });
  // The failure has not disappeared yet: the fix may not have been deployed.
  await project.run(fails);
  expect(await status()).toBe("resolved");
  await project.run(passes);
  expect(await status()).toBe("resolved");
  const runId = await project.run(fails);
  expect(await status()).toBe("reopened");
  const { body } = await ask("GET", `annotations/${id}`);
  expect(body.data.history.at(-1)).toMatchObject({
    kind: "status",
    by: null,
    from: "resolved",
    to: "reopened",
    comment: "Reopened: the failure returned in report #4",
    runId,
  });
  const { body: sent } = await call<{ data: { title: string }[] }>(plumb, "GET", "/api/notifications", { token });
  expect(sent.data.map(({ title }) => title)).toContain("“It breaks” was reopened");
  // Collecting the failures of the same run again does not change the item, even if it is marked as invalid.
  await ask("PUT", `annotations/${id}/status`, { status: "invalid" });
  await project.run(passes);
  await project.run(fails);
  expect(await status()).toBe("invalid");
});

test.runIf(hasSeveralTransactions)(
  "a change of an item during the return of its failure is kept; counters use one lock order",
  async () => {
    await using project = await failingProject();
    const { plumb, projectId, token } = project;
    const { db } = plumb.context;
    const fails: [string, string, string][] = [["cart", "empties", "it broke"]];
    await project.run(fails);
    const [group] = await readRows<{ id: number }>(db, "select id from failure_group");
    for (const priority of ["low", "high", "critical"])
      await call(plumb, "POST", `/api/annotations/projects/${projectId}/annotations`, {
        token,
        body: { title: priority, message: "Why?", groupId: group?.id, priority },
      });
    await runStatement(db, "update annotation set status = 'resolved', status_at = now() - interval '10 years'");
    await runStatement(db, "update annotation_count set status = 'resolved'");
    await project.run([["cart", "empties"]]);
    plumb.time.now = new Date(plumb.time.now.getTime() + 3_600_000);
    const startedAt = plumb.time.now.toISOString();
    const sent = await send(plumb, project.key, { "r.xml": junit(fails) }, { suite: "shop", build: "x", startedAt });
    await overlap(
      db,
      async (transaction) => {
        await runStatement(transaction, "update annotation set status = 'invalid' where priority = 'low'");
        await runStatement(transaction, `select from ${counted("critical")} for update`);
      },
      async () => {
        await countEndedRuns(db, 100);
        await collectFailures(plumb.context, { projectId, runId: sent.body.data.reportId });
      },
      (transaction) => runStatement(transaction, `select from ${counted("high")} for update nowait`),
    );
    expect(await readRows(db, "select priority, status from annotation order by id")).toEqual([
      { priority: "low", status: "invalid" },
      { priority: "high", status: "reopened" },
      { priority: "critical", status: "reopened" },
    ]);
  },
);

test("a report with an open item is kept beyond its retention, and deleted once the item is closed", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  const { token, projectId, key } = await seedProject(plumb);
  const { now } = plumb.time;
  const report = async (build: string, at: string) => {
    plumb.time.now = new Date(at);
    const sent = await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) }, { suite: "shop", build });
    return sent.body.data.reportId;
  };
  const runId = await report("1", "2025-12-01T10:00:00Z");
  await report("2", "2025-12-02T10:00:00Z");
  plumb.time.now = now;
  const made = await call<{ data: { id: number } }>(
    plumb,
    "POST",
    `/api/annotations/projects/${projectId}/annotations`,
    {
      token,
      body: { title: "Look", message: "at it", testRunId: runId },
    },
  );
  await countEndedRuns(db, 100);
  await retentionRound(plumb.context);
  const isThere = async () => (await readRows(db, `select 1 from run where id = ${runId}`)).length === 1;
  expect(await isThere()).toBe(true);
  const path = `/api/annotations/annotations/${made.body.data.id}`;
  await call(plumb, "PUT", `${path}/status`, { token, body: { status: "closed" } });
  await retentionRound(plumb.context);
  expect(await isThere()).toBe(false);
  const { body } = await call<{ data: { subject: object } }>(plumb, "GET", path, { token });
  expect(body.data.subject).toMatchObject({ runNumber: 1, suite: "shop", runDeleted: true });
});
