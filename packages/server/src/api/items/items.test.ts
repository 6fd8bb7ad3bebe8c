import { expect, test } from "vitest";
import { createTestApp, call, seedProject, send } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { itemsProject } from "#testing/items.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

test("an item is created with its fields, and the whole project can read it", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, vera, ask, create, read, projectId } = await itemsProject(plumb);
  const item = await create(ada, {
    type: "issue",
    priority: "high",
    assignedTo: ben.id,
    dueDate: "2026-03-10",
    tags: ["flaky", "Flaky", "login"],
  });
  expect(item).toMatchObject({
    title: "Checkout is slow",
    type: "issue",
    priority: "high",
    status: "open",
    assigned_to: ben.id,
    assignee: { id: ben.id, name: "ben@example.test", member: true },
    created_by: ada.id,
    creator_email: "ada@example.test",
    due_date: "2026-03-10",
    tags: ["flaky", "login"],
    subject: null,
    revision: 1,
  });
  const seen = await read(vera, item);
  expect(seen.history.map(({ kind, by }) => [kind, by?.name])).toEqual([["created", "ada@example.test"]]);
  expect(seen.watchers.map(({ id }) => id)).toEqual([ada.id, ben.id]);
  const plain = await create(ada);
  expect(plain).toMatchObject({ type: "note", priority: "medium", assigned_to: null, due_date: null, tags: [] });
  const path = `projects/${projectId}/annotations`;
  expect((await ask(vera, "POST", path, { title: "a", message: "b" })).status).toBe(403);
});

test("clients that only know reports add an item by the report's URL", async () => {
  await using plumb = await createTestApp();
  const { ada, vera, read, projectId } = await itemsProject(plumb);
  const { token, key } = await seedProject(plumb, "Bank");
  const theirs = (await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) })).body.data.reportId;
  const own = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "CI" },
  });
  const { reportId } = (await send(plumb, own.body.data.key, { "a.xml": junit([["cart", "adds"]]) })).body.data;
  const add = (report: number, person: { token: string }, body: object = { title: "x", message: "y" }) =>
    call<{ data: { id: number } }>(plumb, "POST", `/api/reports/${report}/annotations`, { token: person.token, body });
  const added = await add(reportId, ada);
  expect(added).toMatchObject({
    status: 200,
    body: {
      data: { title: "x", message: "y", type: "note", priority: "medium", subject: { kind: "run" } },
    },
  });
  expect(await read(vera, added.body.data as never)).toMatchObject({ title: "x" });
  expect(await add(reportId, ada, { title: " ", message: "y" })).toMatchObject({ status: 400 });
  expect((await add(reportId, vera)).status).toBe(403);
  expect((await add(theirs, ada)).status).toBe(404);
});

test.for([
  [{ title: "  " }, "Title is required"],
  [{ message: "" }, "Message is required"],
  [{ title: "x".repeat(501) }, "Title must be at most 500 characters long"],
  [{ type: "rumour" }, "Type must be one of note, issue, improvement, question, blocker"],
  [{ dueDate: "2026-03-03" }, "Due date cannot be earlier than today"],
  [{ dueDate: "2026-02-30" }, "Due date is not valid"],
  [{ assignedTo: 999_999_999 }, "This person is not a member of the project"],
  [{ testRunId: 999_999_999 }, "This report does not exist"],
  [{ testCaseId: 999_999_999 }, "This test result does not exist"],
  [{ testId: 999_999_999 }, "This test does not exist"],
  [{ groupId: 999_999_999 }, "This cause does not exist"],
  [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, "Tags must have at most 20 entries"],
] as const)("an item with %j is rejected: %s", async ([input, message]) => {
  await using plumb = await createTestApp();
  const { ada, ask, projectId, list } = await itemsProject(plumb);
  const body = { title: "a", message: "b", ...input };
  const response = await ask(ada, "POST", `projects/${projectId}/annotations`, body);
  expect(response).toMatchObject({ status: 400, body: { error: message } });
  expect((await list(ada)).total).toBe(0);
});

test("the due date can be today in the writer's time zone, but not earlier", async () => {
  await using plumb = await createTestApp();
  const { ada, create } = await itemsProject(plumb);
  // It is 10:00 UTC on the fourth, but still the third in Hawaii.
  await runStatement(plumb.context.db, `update user_account set timezone = 'Pacific/Honolulu' where id = ${ada.id}`);
  plumb.time.now = new Date("2026-03-04T08:00:00Z");
  expect((await create(ada, { dueDate: "2026-03-03" })).due_date).toBe("2026-03-03");
  // The same day as a timestamp.
  expect((await create(ada, { dueDate: "2026-03-04T09:30:00Z" })).due_date).toBe("2026-03-03");
});

test("only administrators import items with their creation time", async () => {
  await using plumb = await createTestApp();
  const { admin, ada, ask, projectId, told } = await itemsProject(plumb);
  const path = `projects/${projectId}/annotations`;
  const old = {
    title: "a",
    message: "b",
    createdAt: "2026-02-01T10:00:00.000Z",
    dueDate: "2026-02-03",
    assignedTo: ada.id,
  };
  expect((await ask(ada, "POST", path, old)).status).toBe(403);
  const made = await ask<{ created_at: string; due_date: string }>(admin, "POST", path, old);
  expect(made.body.data).toMatchObject({ created_at: old.createdAt, due_date: "2026-02-03" });
  expect(await told(ada)).toEqual([]);
  expect((await ask(admin, "POST", path, { ...old, dueDate: "2026-01-31" })).status).toBe(400);
  expect((await ask(admin, "POST", path, { ...old, createdAt: "2026-03-05T10:00:00Z" })).status).toBe(400);
});

test("any text is returned unchanged", async () => {
  await using plumb = await createTestApp();
  const { ada, create, list } = await itemsProject(plumb);
  const titles = ["<img src=x onerror=alert(1)>", "‮مرحبا بالعالم", "💥".repeat(250), "50% _done_ \\ 'quoted'"];
  for (const title of titles) await create(ada, { title });
  expect((await list(ada, "sortOrder=asc")).titles).toEqual(titles);
  expect((await list(ada, `search=${encodeURIComponent("50% _DONE_")}`)).titles).toEqual([titles[3]]);
  expect((await list(ada, "search=%25zzz")).total).toBe(0);
});

test("a list applies its filters in any order, page by page", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, create, change, list } = await itemsProject(plumb);
  const step = () => (plumb.time.now = new Date(plumb.time.now.getTime() + 1000));
  const make = async (title: string, input: object) => {
    step();
    return create(ada, { title, ...input });
  };
  await make("Banana", { priority: "low", type: "issue", tags: ["fruit"] });
  await make("apple", { priority: "critical", assignedTo: ben.id, dueDate: "2026-03-05" });
  const cherry = await make("Cherry", { priority: "high", assignedTo: ada.id, dueDate: "2026-03-04" });
  step();
  await create(ben, { title: "Date", message: "by Ben" });
  await change(ada, cherry, "status", { status: "resolved" });

  expect(await list(ada)).toEqual({ titles: ["Date", "Cherry", "apple", "Banana"], total: 4 });
  expect((await list(ada, "sortBy=title&sortOrder=asc")).titles).toEqual(["apple", "Banana", "Cherry", "Date"]);
  expect((await list(ada, "sortBy=priority")).titles).toEqual(["apple", "Cherry", "Date", "Banana"]);
  expect((await list(ada, "sortBy=due_date&sortOrder=asc")).titles.slice(0, 2)).toEqual(["Cherry", "apple"]);
  expect((await list(ada, "sortBy=due_date&sortOrder=desc")).titles.slice(0, 2)).toEqual(["apple", "Cherry"]);
  expect((await list(ada, "sortBy=status")).titles[0]).toBe("Cherry");
  expect(await list(ada, "limit=1&offset=2")).toEqual({ titles: ["apple"], total: 4 });
  expect(await list(ada, "limit=1&status=open")).toEqual({ titles: ["Date"], total: 3 });
  expect(await list(ada, "status=open,resolved&type=note")).toMatchObject({ total: 3 });
  expect((await list(ada, "assignee=unassigned")).titles).toEqual(["Date", "Banana"]);
  expect((await list(ada, "assignee=me")).titles).toEqual(["Cherry"]);
  expect((await list(ada, `assignee=${ben.id}`)).titles).toEqual(["apple"]);
  expect((await list(ben, "creator=me")).titles).toEqual(["Date"]);
  expect((await list(ada, "search=FRUIT%20monday")).titles).toEqual(["Banana"]);
  plumb.time.now = new Date("2026-03-07T10:00:00Z");
  expect((await list(ada, "overdue=true")).titles).toEqual(["apple"]);
});

test("items are counted by status, type and priority, and open ones per user", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, ask, create, change, projectId } = await itemsProject(plumb);
  const first = await create(ada, { assignedTo: ben.id, dueDate: "2026-03-04", type: "blocker" });
  await create(ada, { assignedTo: ben.id, priority: "critical" });
  await change(ben, first, "details", { type: "issue" });
  plumb.time.now = new Date("2026-03-06T10:00:00Z");
  expect((await ask(ben, "GET", `projects/${projectId}/summary`)).body.data).toMatchObject({
    total: 2,
    byStatus: { open: 2, closed: 0 },
    byType: { blocker: 0, issue: 1, note: 1 },
    byPriority: { medium: 1, critical: 1 },
    overdue: 1,
    unassigned: 0,
    mine: 2,
    mineOverdue: 1,
  });
  await change(ben, first, "status", { status: "closed" });
  expect((await ask(ben, "GET", `projects/${projectId}/mine`)).body.data).toEqual({ mine: 1, mineOverdue: 0 });
  expect((await ask(ada, "GET", `projects/${projectId}/summary`)).body.data).toMatchObject({ overdue: 0, mine: 0 });
});

test("an item about a test of a report stores its names, and can be found by each of them", async () => {
  await using plumb = await createTestApp();
  const { ada, key, ask, create, list, read, change } = await itemsProject(plumb);
  const sent = await send(
    plumb,
    key,
    {
      "a.xml": junit([
        ["cart", "adds"],
        ["cart", "empties", "it broke"],
      ]),
    },
    { suite: "shop" },
  );
  const runId = sent.body.data.reportId;
  const options = await ask<{ id: number; name: string; status: string }[]>(
    ada,
    "GET",
    `test-runs/${runId}/test-cases`,
  );
  expect(options.body.data.map(({ name, status }) => [name, status])).toEqual([
    ["all › cart › empties", "failed"],
    ["all › cart › adds", "passed"],
  ]);
  const searched = await ask<{ name: string }[]>(ada, "GET", `test-runs/${runId}/test-cases?search=ADD&limit=5`);
  expect(searched.body.data.map(({ name }) => name)).toEqual(["all › cart › adds"]);
  const testCaseId = options.body.data[0]?.id ?? 0;
  const item = await create(ada, { testRunId: runId, testCaseId });
  expect(item.subject).toMatchObject({
    kind: "result",
    runId,
    runNumber: 1,
    suite: "shop",
    runDeleted: false,
    testCaseId,
    test: "all › cart › empties",
    error: "it broke",
  });
  for (const query of [`testRunId=${runId}`, `testCaseId=${testCaseId}`, `testId=${item.subject?.testId}`])
    expect((await list(ada, query)).total).toBe(1);
  expect((await list(ada, `testCaseId=${testCaseId + 1}`)).total).toBe(0);

  const other = await send(plumb, key, { "b.xml": junit([["cart", "adds"]]) }, { suite: "other" });
  const body = { testRunId: other.body.data.reportId, testCaseId };
  expect((await change(ada, item, "subject", body)).body.error).toBe("This test result is not part of the report");
  expect((await change(ada, item, "subject", {})).body.data.subject).toBeNull();
  expect((await read(ada, item)).history.at(-1)).toMatchObject({
    kind: "subject",
    from: "all › cart › empties in report #1 of shop",
    to: null,
  });
});

test("items of another project do not exist for outsiders", async () => {
  await using plumb = await createTestApp();
  const { ada, ask, create } = await itemsProject(plumb);
  const item = await create(ada);
  const stranger = await seedPerson(plumb, "stranger");
  const nothing = "This does not exist, or you are not a member of its project.";
  expect((await ask(stranger, "GET", `annotations/${item.id}`)).body.error).toBe(nothing);
  expect((await ask(ada, "GET", "annotations/999999999")).body.error).toBe(nothing);
});

test("former members are named and marked", async () => {
  await using plumb = await createTestApp();
  const { admin, ada, ben, projectId, create, read } = await itemsProject(plumb);
  const item = await create(ben, { assignedTo: ada.id });
  await call(plumb, "DELETE", `/api/projects/${projectId}/members/${ada.id}`, admin);
  expect((await read(ben, item)).assignee).toMatchObject({ name: "ada@example.test", member: false });
  // The name of a deleted account is still shown.
  await runStatement(plumb.context.db, `delete from user_account where id = ${ada.id}`);
  expect(await read(ben, item)).toMatchObject({
    assignee: { id: null, name: "ada@example.test", member: false },
    watchers: [{ id: ben.id }],
  });
});

test("filters are separate from the views of the report list", async () => {
  await using plumb = await createTestApp();
  const { ada, ben, vera, ask, projectId } = await itemsProject(plumb);
  const path = `projects/${projectId}/filters`;
  const retained = await ask<{ id: number }>(ada, "POST", path, {
    name: "Mine",
    search: { assignee: "me" },
    shared: true,
  });
  expect(retained.body.data).toMatchObject({ name: "Mine", search: { assignee: "me" }, own: true });
  await call(plumb, "POST", `/api/projects/${projectId}/saved-views`, {
    token: ada.token,
    body: { name: "Mine", search: { status: ["failed"] } },
  });
  const listed = await ask<{ name: string; own: boolean }[]>(ben, "GET", path);
  expect(listed.body.data).toMatchObject([{ name: "Mine", own: false, deletable: false }]);
  expect((await ask(ada, "POST", path, { name: "mine", search: {} })).body.error).toBe(
    "You already have a filter with this name.",
  );
  expect((await ask(vera, "POST", path, { name: "All", search: {}, shared: true })).status).toBe(403);
  expect((await ask(ben, "DELETE", `${path}/${retained.body.data.id}`)).status).toBe(403);
  expect((await ask(ada, "PUT", `${path}/${retained.body.data.id}`, { name: "My own" })).body.data).toMatchObject({
    name: "My own",
  });
  expect((await ask(ada, "POST", path, { name: "Odd", search: { nonsense: true } })).status).toBe(400);
});
