import { ruleEvents } from "@plumb/contract/integrations/notification-rules.ts";
import { expect, test } from "vitest";
import { presentTickets } from "#api/tickets/present-tickets.ts";
import { storeTracked, ticketsById } from "#store/tickets/tickets.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";
import { later } from "#testing/outbox.ts";
import { startRules, story, titles } from "#testing/rule-project.ts";

async function start(plumb: TestApp, access?: "bot") {
  const items = await itemsProject(plumb);
  const { projectId, key } = items;
  const rules = await startRules(plumb, { token: items.admin.token, projectId, key }, access);
  later(plumb, 60);
  return { items, rules };
}

const day = 86_400;
const causeOf = async (plumb: TestApp) => {
  const [group] = await readRows<{ id: number }>(plumb.context.db, "select id from failure_group order by id desc");
  return group?.id;
};

test("each assignment of an item to a user is sent once, also that of its creation", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb);
  await using _ = rules;
  const { ada, ben } = items;
  const rule = { events: ["item.assigned"], maxPerHour: 100 };
  await rules.addRule(rule);
  later(plumb, 60);
  const item = await items.create(ada, { assignedTo: ben.id });
  await items.create(ada, { title: "Nobody has it" });
  later(plumb, 60);
  await items.change(ada, item, "assignment", { assignedTo: ada.id });
  later(plumb, 60);
  await items.change(ada, item, "assignment", { assignedTo: null });
  await rules.tick();
  later(plumb, 60);
  await items.change(ben, item, "assignment", { assignedTo: ada.id });
  await rules.tick();
  expect(titles(rules)).toEqual([
    "“Checkout is slow” was assigned to ben@example.test",
    "“Checkout is slow” was assigned to ada@example.test",
    "“Checkout is slow” was assigned to ada@example.test",
  ]);
  expect(await rules.preview(rule)).toMatchObject({ total: 3 });
  expect(await rules.preview({ ...rule, conditions: { priority: ["critical"] } })).toMatchObject({ total: 0 });
  expect(await rules.preview({ ...rule, conditions: { priority: ["medium"] } })).toMatchObject({ total: 3 });
  expect(await rules.preview({ ...rule, conditions: { owner: ["BEN@example.test"] } })).toMatchObject({ total: 1 });
});

test("items are due and overdue once per due date, at eight in the time zone of the assignee", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb);
  await using _ = rules;
  const { ada, ben } = items;
  await runStatement(plumb.context.db, `update user_account set timezone = 'Asia/Tokyo' where id = ${ben.id}`);
  const rule = { events: ["item.due", "item.overdue"], maxPerHour: 100 };
  await rules.addRule(rule);
  const item = await items.create(ada, { assignedTo: ben.id, dueDate: "2026-03-10" });
  const done = await items.create(ada, { title: "Resolved in time", dueDate: "2026-03-10" });
  const sent = async (now: string) => {
    plumb.time.now = new Date(now);
    await rules.tick();
    return titles(rules);
  };
  expect(await sent("2026-03-08T22:59:00Z")).toEqual([]);
  expect(await sent("2026-03-08T23:00:00Z")).toEqual(["“Checkout is slow” is due tomorrow"]);
  await items.change(ada, done, "status", { status: "resolved" });
  expect(await sent("2026-03-10T22:59:00Z")).toHaveLength(1);
  expect(await sent("2026-03-10T23:00:00Z")).toEqual([
    "“Checkout is slow” is due tomorrow",
    "“Checkout is slow” is overdue",
  ]);
  later(plumb, 60);
  await items.change(ada, item, "details", { dueDate: "2026-03-11" });
  expect(await sent("2026-03-11T04:00:00Z")).toHaveLength(3);
  expect(titles(rules).at(-1)).toBe("“Checkout is slow” is due today");
  expect(await rules.preview(rule)).toMatchObject({ total: 3 });
});

test("imported items, and items that changed before the rule was created, send nothing", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb);
  await using _ = rules;
  const admin = { ...items.ada, token: items.admin.token };
  const createdAt = new Date(plumb.time.now.getTime() - 3 * day * 1000).toISOString();
  await items.create(items.ada, { title: "Before the rule", assignedTo: items.ben.id });
  later(plumb, 60);
  await rules.addRule({ events: ["item.assigned", "item.due", "item.overdue", "cause.taken"] });
  await items.create(admin, { title: "Imported", assignedTo: items.ben.id, createdAt });
  await rules.tick();
  expect(titles(rules)).toEqual([]);
});

test("a cause is taken and fixed in its thread, by items, tickets and runs", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb);
  await using _ = rules;
  const { ada, ben } = items;
  const rule = { events: ["cause.new", "cause.taken", "cause.fixed"], maxPerHour: 100 };
  await rules.addRule(rule);
  await rules.run("b1", { pays: "Error: the bank refused the card" });
  const groupId = await causeOf(plumb);
  later(plumb, 60);
  const item = await items.create(ada, { groupId });
  await items.change(ada, item, "assignment", { assignedTo: ada.id });
  await rules.tick();
  later(plumb, 60);
  await items.change(ben, item, "status", { status: "resolved" });
  later(plumb, 60);
  // Both statuses are done.
  await items.change(ben, item, "status", { status: "closed" });
  await rules.tick();
  await rules.run("b2", {});
  later(plumb, 60);
  await runStatement(
    plumb.context.db,
    `insert into ticket (project_id, connector_type, group_id, title, tracker_id, key, url, state, created_by, created_at, closed_at)
     values (${items.projectId}, 'jira', ${groupId}, 'It broke', '1', 'SHOP-1', 'https://jira.test/SHOP-1', 'closed', ${ada.id},
             '${plumb.time.now.toISOString()}', '${plumb.time.now.toISOString()}')`,
  );
  await rules.tick();
  const title = "“pays” fails: the bank refused the card";
  expect(titles(rules)).toEqual([
    title,
    `Taken by ada@example.test: ${title}`,
    `Resolved by ben@example.test: ${title}`,
    "“pays” passes again, was: the bank refused the card",
    `Ticket SHOP-1 was closed: ${title}`,
  ]);
  const preview = await rules.preview(rule);
  expect(preview).toMatchObject({ total: 5, withheld: 0 });
  expect(preview.latest.map(({ title }) => title).toReversed()).toEqual(titles(rules));
  expect(
    await readRows(plumb.context.db, "select distinct (body::jsonb) ->> 'subject' as subject from outbox_delivery"),
  ).toEqual([{ subject: `cause:${groupId}` }]);
  const previewed = async (conditions: object) => (await rules.preview({ ...rule, conditions })).total;
  expect(await previewed({ suite: ["api"] })).toBe(5);
  expect(await previewed({ suite: ["web"] })).toBe(0);
  expect(await previewed({ class: ["Test Data Issue"] })).toBe(0);
});

test("a cause is taken once by the first assignee of its ticket in the tracker", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb);
  await using _ = rules;
  const rule = { events: ["cause.taken"], maxPerHour: 100 };
  await rules.addRule(rule);
  await rules.run("b1", { pays: "Error: no" });
  const { db } = plumb.context;
  const { projectId } = items;
  const [ticket] = await readRows<{ id: number }>(
    db,
    `insert into ticket (project_id, connector_type, group_id, title, state, created_by, created_at)
     values (${projectId}, 'jira', ${await causeOf(plumb)}, 'It broke', 'creating', ${items.ada.id}, '${plumb.time.now.toISOString()}') returning id`,
  );
  const tracked = {
    id: "1",
    key: "SHOP-1",
    url: "https://jira.test/SHOP-1",
    title: "It broke",
    state: "open",
  } as const;
  for (const assignee of [null, "Grace", null, "Linus"]) {
    later(plumb, 60);
    const which = { projectId, id: ticket?.id ?? 0 };
    await storeTracked(db, which, { ...tracked, stateName: "To do", assignee }, plumb.time.now);
    await rules.tick();
  }
  expect(titles(rules)).toEqual(["Taken by Grace in SHOP-1: “pays” fails: no"]);
  expect(await rules.preview(rule)).toMatchObject({ total: 1 });
});

test("a ticket that was closed as not planned does not fix its cause", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb);
  await using _ = rules;
  const rule = { events: ["cause.fixed", "cause.closed"], maxPerHour: 100 };
  await rules.addRule(rule);
  await rules.run("b1", { pays: "Error: no" });
  const groupId = await causeOf(plumb);
  const { db } = plumb.context;
  const tracked = {
    id: "octo/shop#2",
    key: "#2",
    url: "https://github.test/octo/shop/issues/2",
    title: "It broke",
    assignee: null,
  };
  await runStatement(
    db,
    `insert into ticket (project_id, connector_type, group_id, title, state, created_by, created_at)
     values (${items.projectId}, 'github', ${groupId}, 'It broke', 'creating', ${items.ada.id}, '${plumb.time.now.toISOString()}')`,
  );
  const [ticket] = await readRows<{ id: number }>(db, "select id from ticket");
  const closed = { ...tracked, state: "closed", stateName: "Closed as not planned", withoutFix: true } as const;
  later(plumb, 60);
  await storeTracked(db, { projectId: items.projectId, id: ticket?.id ?? 0 }, closed, plumb.time.now);
  await rules.tick();
  expect(titles(rules)).toEqual(["Ticket #2 was closed as not planned: “pays” fails: no"]);
  const preview = await rules.preview(rule);
  expect(preview.counts).toEqual([
    { event: "cause.fixed", messages: 0 },
    { event: "cause.closed", messages: 1 },
  ]);
  const tickets = await ticketsById(db, items.projectId, [ticket?.id ?? 0]);
  // It does not become verified either.
  expect((await presentTickets(db, tickets))[0]).toMatchObject({ state: "closed", quietRuns: null });
});

test("what users do with a cause is told in its thread, once, also after it was merged", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb, "bot");
  await using _ = rules;
  await rules.addRule({ events: ["cause.new", "cause.taken", "cause.fixed"], maxPerHour: 100 });
  await rules.run("b1", { pays: "Error: no" });
  const first = await causeOf(plumb);
  await rules.run("b2", { adds: "TypeError: cart is undefined" });
  const second = await causeOf(plumb);
  const item = await items.create(items.ada, { groupId: first });
  await items.change(items.ada, item, "assignment", { assignedTo: items.ada.id });
  await rules.tick();
  const threads = () => rules.state.posts.map(({ thread }) => rules.state.posts.findIndex(({ id }) => id === thread));
  expect(titles(rules)).toEqual([
    "“pays” fails: no",
    "“adds” fails: cart is undefined",
    "“pays” passes again, was: no",
    "Taken by ada@example.test: “pays” fails: no",
  ]);
  expect(threads()).toEqual([-1, -1, 0, 0]);

  const path = `/api/analysis/projects/${items.projectId}/groups/merge`;
  const body = { groupIds: [second, first] };
  const merged = await call(plumb, "POST", path, { token: items.admin.token, body });
  expect(merged.body).toMatchObject({ success: true });
  later(plumb, 60);
  await items.change(items.ada, item, "status", { status: "closed" });
  await rules.tick();
  expect(titles(rules).slice(4)).toEqual([expect.stringMatching(/^Resolved by ada@example.test: /) as string]);
  // The thread of the older cause.
  expect(threads()).toEqual([-1, -1, 0, 0, 0]);
});

test("the preview of a rule for all events counts what the rule sends", async () => {
  await using plumb = await createTestApp();
  const { items, rules } = await start(plumb);
  await using _ = rules;
  const { ada, ben } = items;
  const rule = { events: [...ruleEvents], maxPerHour: 100 };
  await rules.addRule(rule);
  await story(rules);
  const item = await items.create(ada, { groupId: await causeOf(plumb), dueDate: "2026-03-06" });
  later(plumb, 60);
  await items.change(ada, item, "assignment", { assignedTo: ben.id });
  const at = plumb.time.now.toISOString();
  await runStatement(
    plumb.context.db,
    `insert into incident (project_id, kind, subject, started_at, ended_at, tests, failures)
     values (${items.projectId}, 'host', 'db1', '${at}', '${at}', 12, 14)`,
  );
  for (let hour = 0; hour < 96; hour += 8) {
    await rules.tick();
    later(plumb, 8 * 3600);
  }
  await items.change(ben, item, "status", { status: "closed" });
  later(plumb, 60);
  await rules.tick();
  const preview = await rules.preview(rule);
  expect(preview.total).toBe(rules.state.posts.length);
  expect(preview.latest.map(({ title }) => title).toReversed()).toEqual(titles(rules).slice(-10));
  const counts = Object.fromEntries(preview.counts.map(({ event, messages }) => [event, messages]));
  expect(counts).toMatchObject({
    "gate.failed": 4,
    // The messages about failed runs list their new causes.
    "cause.new": 0,
    "cause.taken": 1,
    "cause.fixed": 2,
    "incident.began": 1,
    "incident.ended": 1,
    "item.assigned": 1,
    "item.due": 1,
    "item.overdue": 1,
  });
});
