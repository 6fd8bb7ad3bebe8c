import { expect, test } from "vitest";
import { itemStatuses } from "@plumb/contract/items/item-labels.ts";
import { createTestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";

test("any status can follow any other, each with its entry and its note", async () => {
  await using plumb = await createTestApp();
  const { ada, vera, create, change, read, ask, projectId } = await itemsProject(plumb);
  const item = await create(ada);
  for (const status of itemStatuses.toReversed())
    expect((await change(ada, item, "status", { status, comment: `to ${status}` })).body.data.status).toBe(status);
  const { history, revision } = await read(ada, item);
  expect(revision).toBe(7);
  expect(history.slice(1).map(({ from, to, comment }) => [from, to, comment])).toEqual([
    ["open", "invalid", "to invalid"],
    ["invalid", "reopened", "to reopened"],
    ["reopened", "closed", "to closed"],
    ["closed", "resolved", "to resolved"],
    ["resolved", "in_progress", "to in_progress"],
    ["in_progress", "open", "to open"],
  ]);
  // Setting the same status again changes nothing.
  expect((await change(ada, item, "status", { status: "open" })).body.data.revision).toBe(7);
  expect((await change(vera, item, "status", { status: "closed" })).status).toBe(403);
  expect((await ask(ada, "GET", `projects/${projectId}/summary`)).body.data).toMatchObject({
    byStatus: { open: 1, closed: 0 },
  });
});

test("only the author can edit the text of an item, and only while it is open", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, admin, create, change, ask } = await itemsProject(plumb);
  const item = await create(ada);
  const texts = { title: "Checkout is very slow", message: "Since Tuesday" };
  const refused =
    "Only ada@example.test, who created this item, can edit its title and message. Add a comment instead.";
  expect(await change(ben, item, "edit", texts)).toMatchObject({ status: 403, body: { error: refused } });
  expect((await ask(admin, "PUT", `annotations/${item.id}/edit`, texts)).status).toBe(403);
  expect((await change(ada, item, "edit", texts)).body.data).toMatchObject({ ...texts, revision: 2 });
  await change(ada, item, "status", { status: "in_progress" });
  expect((await change(ada, item, "edit", texts)).status).toBe(403);
});

test("a change based on an older revision overwrites nothing and returns the current item", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, change } = await itemsProject(plumb);
  const item = await create(ada);
  await change(ben, item, "details", { priority: "critical", revision: 1 });
  const late = await change(ada, item, "edit", { title: "Mine", message: "Mine", revision: 1 });
  expect(late).toMatchObject({
    status: 409,
    body: {
      error: "Another user changed this item while you were editing it. Nothing was saved.",
      current: { priority: "critical", revision: 2 },
    },
  });
  expect((await change(ada, item, "edit", { title: "Mine", message: "Mine", revision: 2 })).status).toBe(200);
  // Without a revision, changes are always written.
  expect((await change(ada, item, "assignment", { assignedTo: ada.id })).status).toBe(200);
});

test("two concurrent changes of an item each leave an entry", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, change, read } = await itemsProject(plumb);
  const item = await create(ada);
  const responses = await Promise.all([
    change(ada, item, "status", { status: "resolved", revision: 1 }),
    change(ben, item, "details", { priority: "low", revision: 1 }),
  ]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await read(ada, item)).history).toHaveLength(2);
});

test("type, priority, due date and tags change one by one", async () => {
  await using plumb = await createTestApp();
  const { ada, create, change, read } = await itemsProject(plumb);
  const item = await create(ada, { dueDate: "2026-03-05" });
  await change(ada, item, "details", { type: "blocker", priority: "critical", dueDate: null, tags: ["a", "b"] });
  const { history } = await read(ada, item);
  expect(history.slice(1).map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["type", "note", "blocker"],
    ["priority", "medium", "critical"],
    ["due_date", "2026-03-05", null],
    ["tags", "", "a, b"],
  ]);
  expect((await change(ada, item, "details", { dueDate: "2026-03-01" })).status).toBe(400);
});

test("an overdue item keeps its date while its other fields change", async () => {
  await using plumb = await createTestApp();
  const { ada, create, change } = await itemsProject(plumb);
  const item = await create(ada, { dueDate: "2026-03-05" });
  plumb.time.now = new Date("2026-03-09T10:00:00Z");
  const retained = await change(ada, item, "details", { dueDate: "2026-03-05", priority: "high" });
  expect(retained.body.data).toMatchObject({ due_date: "2026-03-05", priority: "high" });
});

test("items can be assigned to members only", async () => {
  await using plumb = await createTestApp();
  const { ada, vera, admin, create, change, ask } = await itemsProject(plumb);
  const item = await create(ada);
  expect((await change(ada, item, "assignment", { assignedTo: vera.id })).body.data.assigned_to).toBe(vera.id);
  const stranger = await change(ada, item, "assignment", { assignedTo: 999_999_999 });
  expect(stranger).toMatchObject({ status: 400, body: { error: "This person is not a member of the project" } });
  await runStatement(plumb.context.db, `update user_account set status = 'deactivated' where id = ${vera.id}`);
  await change(ada, item, "assignment", { assignedTo: null });
  expect((await change(ada, item, "assignment", { assignedTo: vera.id })).status).toBe(400);
  // Administrators can be assigned without being members.
  const { body } = await ask<{ assigned_to: number }>(admin, "GET", `annotations/${item.id}`);
  expect(body.data.assigned_to).toBeNull();
});

test("many items change in one request, and each skipped one has a reason", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, ask, list, read, projectId, told } = await itemsProject(plumb);
  const items = [];
  for (let n = 0; n < 4; n += 1) items.push(await create(ada, { title: `Item ${n}`, assignedTo: ben.id }));
  const [first, second] = items;
  const path = `projects/${projectId}/status`;
  const ids = [first?.id, second?.id, 999_999_999];
  const some = await ask(ada, "PUT", path, { annotationIds: ids, newStatus: "closed", comment: "Done" });
  expect(some.body.data).toEqual({
    updated: 2,
    unchanged: 1,
    reasons: [{ id: 999_999_999, reason: "This item does not exist in this project." }],
  });
  const all = await ask(ada, "PUT", path, { filter: { search: "item" }, newStatus: "closed" });
  expect(all.body.data).toMatchObject({
    updated: 2,
    unchanged: 2,
    reasons: [{ id: first?.id, reason: "It is Closed already." }, {}],
  });
  expect(await list(ada, "status=closed")).toMatchObject({ total: 4 });
  expect((await read(ada, { id: first?.id ?? 0 })).history.at(-1)).toMatchObject({
    from: "open",
    to: "closed",
    comment: "Done",
  });
  // One notification per bulk change; the first four are about assignments.
  expect((await told(ben)).slice(4).map(({ title }) => title)).toEqual([
    "2 analysis items that you watch are now Closed",
    "2 analysis items that you watch are now Closed",
  ]);
  expect((await ask(ada, "PUT", path, { annotationIds: [], newStatus: "closed" })).status).toBe(400);
  const unknown = Array.from({ length: 10_001 }, (_, n) => n + 1e9);
  const many = await ask(ada, "PUT", path, { annotationIds: unknown.slice(1), newStatus: "closed" });
  expect(many.body.data).toMatchObject({ updated: 0, unchanged: 10_000 });
  expect((await ask(ada, "PUT", path, { annotationIds: unknown, newStatus: "closed" })).status).toBe(400);
});

test("changes ten thousand items in one call", async () => {
  await using plumb = await createTestApp();
  const { ada, ask, projectId } = await itemsProject(plumb);
  await runStatement(
    plumb.context.db,
    `with i as (
       insert into annotation (project_id, title, message, type, priority, status, search_text, created_name, created_at, updated_at, status_at)
       select ${projectId}, 'Item ' || n, 'text', 'note', 'medium', 'open', 'item ' || n, 'ada', now(), now(), now() from generate_series(1, 10000) n)
     insert into annotation_count values (${projectId}, 'open', 'note', 'medium', 10000)`,
  );
  // Replaces a vacuum: the single session of the embedded database keeps plans from when the table was small.
  await runStatement(plumb.context.db, "analyze annotation");
  const response = await ask(ada, "PUT", `projects/${projectId}/status`, {
    filter: { status: "open" },
    newStatus: "invalid",
  });
  expect(response.body.data).toEqual({ updated: 10_000, unchanged: 0, reasons: [] });
  expect((await ask(ada, "GET", `projects/${projectId}/summary`)).body.data).toMatchObject({
    total: 10_000,
    byStatus: { open: 0, invalid: 10_000 },
  });
});
