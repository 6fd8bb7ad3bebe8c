import { readFile } from "node:fs/promises";
import type { Ticket, TicketDraft, TicketField } from "@plumb/contract/integrations/tickets.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { failedList, later } from "#testing/outbox.ts";
import { startTicketProject, ticketsOf } from "#testing/ticket-project.ts";

test("a failure becomes a ticket, is closed, returns, and is reopened with the failing report", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, issues } = project;
  await project.run("b1", { pays: "TimeoutError: #pay was not visible" });
  const [groupId = 0] = await project.groups();
  const preview = await api<{ drafts: TicketDraft[]; fields: TicketField[] }>("POST", "/tickets/preview", {
    bindingId,
    subjects: [{ groupId }],
  });
  const [draft] = preview.body.data.drafts;
  expect(draft).toMatchObject({ groupId, existing: [], similar: [] });
  expect(draft?.title).toContain("#pay was not visible");
  expect(JSON.stringify(draft?.description)).toMatch(/http:\/\/plumb\.test\/reports\/\d+\?result=\d+"/);

  const tickets = [{ groupId, title: draft?.title }];
  const created = await api<{ created: Ticket[]; existing: Ticket[] }>("POST", "/tickets", { bindingId, tickets });
  expect(created.body.data.created).toMatchObject([{ state: "creating", groupId, key: null }]);
  await runJobs(plumb.context);
  expect(issues()).toHaveLength(1);
  expect(await ticketsOf(project, groupId)).toMatchObject([
    { state: "open", key: expect.stringContaining("1") as string, problem: null, quietRuns: null },
  ]);

  const [issue] = issues();
  if (issue === undefined) throw new Error("There is no issue.");
  issue.state = "closed";
  await project.read();
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "closed", quietRuns: 0, returned: false }]);
  for (const build of ["b2", "b3"]) await project.run(build, {});
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "closed", quietRuns: 2 }]);

  await project.run("b4", { pays: "TimeoutError: #pay was not visible" });
  await runJobs(plumb.context);
  expect(issue.state).toBe("open");
  expect(issue.comments).toEqual([expect.stringMatching(/report \W+4\]\(<http:\/\/plumb\.test\/reports\/\d+>\)/)]);
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "open", closedAt: null, returned: true }]);
  // The next failing run changes nothing.
  await project.run("b5", { pays: "TimeoutError: #pay was not visible" });
  expect(issue.comments).toHaveLength(1);
});

test("a new ticket has only the fields and choices that the form offers", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, issues } = project;
  project.labels.push("bug");
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  const create = async (fields: object) =>
    (await api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }], fields })).status;
  for (const fields of [
    { assignees: "ada" },
    { labels: ["security"] },
    { labels: "bug, security" },
    { labels: ["bug"], milestone: "1" },
    JSON.parse('{"__proto__": "x"}') as object,
  ])
    expect([fields, await create(fields)]).toEqual([fields, 400]);
  expect(await ticketsOf(project, groupId)).toEqual([]);
  expect(await create({ labels: ["bug"] })).toBe(200);
  await runJobs(plumb.context);
  expect(issues()).toMatchObject([{ title: "Pays", labels: ["bug"] }]);
});

test("a user searches, previews and links ten times within a minute, each", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, received } = project;
  const calls = {
    find: () => api("GET", `/tickets/find?bindingId=${bindingId}&text=1`),
    preview: () => api("POST", "/tickets/preview", { bindingId, subjects: [{ groupId: 999 }] }),
    link: () => api("POST", "/tickets/link", { bindingId, groupId: 999, trackerId: "octo/shop#1" }),
    fields: () => api("POST", "/tickets", { bindingId, tickets: [{ groupId: 999, title: "x" }], fields: { a: "b" } }),
  };
  for (const [name, send] of Object.entries(calls)) {
    for (let count = 0; count < 10; count += 1) expect((await send()).status).not.toBe(429);
    const sent = received.length;
    expect([name, (await send()).status]).toEqual([name, 429]);
    expect(received).toHaveLength(sent);
  }
});

test("a closed ticket is verified after 20 runs of its tests without the failure", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await project.run("b0", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  const tickets = [{ groupId, title: "Pays" }];
  await project.api("POST", "/tickets", { bindingId: project.bindingId, tickets });
  await runJobs(plumb.context);
  for (const issue of project.issues()) issue.state = "closed";
  await project.read();
  for (let build = 1; build <= 21; build++) await project.run(`b${build}`, {});
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "closed", quietRuns: 20 }]);
});

test("two concurrent requests, and a lost response, create one ticket", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, trouble, issues } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  const body = { bindingId, tickets: [{ groupId, title: "Pays" }] };
  const responses = await Promise.all(
    [1, 2, 3].map(() => api<{ created: Ticket[]; existing: Ticket[] }>("POST", "/tickets", body)),
  );
  expect(responses.map(({ body: { data } }) => data.created.length).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
  expect(
    new Set(responses.flatMap(({ body: { data } }) => [...data.created, ...data.existing]).map(({ id }) => id)).size,
  ).toBe(1);

  Object.assign(trouble, { status: 502, afterwards: true });
  await runJobs(plumb.context);
  expect(issues()).toHaveLength(1);
  expect((await ticketsOf(project, groupId))[0]).toMatchObject({
    state: "creating",
    problem: expect.stringContaining("502") as string,
  });
  trouble.status = null;
  await project.read();
  expect(issues()).toHaveLength(1);
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "open" }]);
});

test("merged causes keep both tickets, and do not get a third one", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId } = project;
  await project.run("b1", { adds: "TypeError: cart is undefined", pays: "Error: the bank refused the card" });
  const [first = 0, second = 0] = await project.groups();
  const tickets = [first, second].map((groupId) => ({ groupId, title: `Cause ${groupId}` }));
  await api("POST", "/tickets", { bindingId, tickets });
  await runJobs(plumb.context);
  const merged = await api<object>("POST", "/groups/merge", { groupIds: [first, second] });
  expect(merged.status).toBe(200);
  const [standing = 0] = await project.groups();
  expect((await ticketsOf(project, standing)).map(({ groupId, key }) => [groupId, key])).toEqual([
    [standing, "#2"],
    [standing, "#1"],
  ]);
  const again = await api<{ created: Ticket[]; existing: Ticket[] }>("POST", "/tickets", {
    bindingId,
    tickets: [{ groupId: standing, title: "Once more" }],
  });
  expect([again.body.data.created.length, again.body.data.existing.length]).toEqual([0, 1]);
});

test("a rejected ticket shows why, stays in the failed deliveries, and can be given up", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, trouble } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  trouble.status = 422;
  await api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }] });
  for (let hour = 0; hour < 3; hour++)
    for (let minute = 0; minute < 3; minute++) {
      later(plumb, 1300);
      await runJobs(plumb.context);
    }
  const [ticket] = await ticketsOf(project, groupId);
  expect(ticket).toMatchObject({ state: "failed", key: null });
  expect(ticket?.problem).not.toBe("");
  expect((await failedList(plumb, project).read()).data).toMatchObject([{ event: "ticket" }]);
  expect((await api("DELETE", `/tickets/${ticket?.id}`)).status).toBe(200);
  expect(await ticketsOf(project, groupId)).toEqual([]);
});

test("the audit contains who created, linked and unlinked a ticket, and who sent failed deliveries again", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, token, projectId } = project;
  await project.run("b1", { adds: "TypeError: cart is undefined", pays: "Error: the bank refused the card" });
  const [first = 0, second = 0] = await project.groups();
  await api("POST", "/tickets", { bindingId, tickets: [{ groupId: first, title: "Cart broken" }] });
  // The cause keeps its ticket, so this creates none.
  await api("POST", "/tickets", { bindingId, tickets: [{ groupId: first, title: "Again" }] });
  await runJobs(plumb.context);
  await api("POST", "/tickets/link", { bindingId, groupId: second, trackerId: "octo/shop#1" });
  const [linked] = await ticketsOf(project, second);
  await api("DELETE", `/tickets/${linked?.id}`);
  for (const action of ["resend", "dismiss"])
    await call(plumb, "POST", `/api/projects/${projectId}/deliveries/failed/${action}`, { token });
  const entries = await readRows(
    plumb.context.db,
    `select action, actor_email as "by", target_name as "name", detail from audit_event
      where action like 'ticket.%' or action like 'deliveries.%' order by id`,
  );
  const by = "admin@example.test";
  expect(entries).toEqual([
    { action: "ticket.created", by, name: "Cart broken", detail: { ticket: null, cause: first, item: null } },
    { action: "ticket.linked", by, name: "Cart broken", detail: { ticket: "#1", cause: second, item: null } },
    { action: "ticket.unlinked", by, name: "Cart broken", detail: { ticket: "#1", cause: second, item: null } },
    { action: "deliveries.resent", by, name: "Failed deliveries", detail: { count: 0 } },
    { action: "deliveries.dismissed", by, name: "Failed deliveries", detail: { count: 0 } },
  ]);
});

test("after a ticket was deleted in the tracker, the cause can get a new one", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, issues } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  const body = { bindingId, tickets: [{ groupId, title: "Pays" }] };
  await api("POST", "/tickets", body);
  await runJobs(plumb.context);
  issues().splice(0);
  await project.read();
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "gone" }]);
  expect((await api<{ created: Ticket[] }>("POST", "/tickets", body)).body.data.created).toHaveLength(1);
});

test("an existing ticket is found and linked once", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb, { onReturn: "comment" });
  const { api, bindingId } = project;
  await project.run("b1", { adds: "TypeError: cart is undefined", pays: "Error: the bank refused the card" });
  const [first = 0, second = 0] = await project.groups();
  await api("POST", "/tickets", { bindingId, tickets: [{ groupId: first, title: "Cart broken" }] });
  await runJobs(plumb.context);
  const found = await api<{ trackerId: string; key: string }[]>(
    "GET",
    `/tickets/find?bindingId=${bindingId}&text=Cart`,
  );
  const [{ trackerId } = { trackerId: "" }] = found.body.data;
  const linked = await api<Ticket>("POST", "/tickets/link", { bindingId, groupId: second, trackerId });
  expect(linked.body.data).toMatchObject({ key: "#1", groupId: second, state: "open" });
  const twice = await api<Ticket>("POST", "/tickets/link", { bindingId, groupId: second, trackerId });
  expect([twice.status, twice.body.error]).toEqual([409, "This already has the ticket #1."]);
});

test("a ticket of an analysis item follows the tracker, and the tickets of a report are listed", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, issues, projectId, token } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  const item = await call<{ data: { id: number } }>(
    plumb,
    "POST",
    `/api/annotations/projects/${projectId}/annotations`,
    {
      token,
      body: { title: "Check the bank", message: "Why is it slow?" },
    },
  );
  const annotationId = item.body.data.id;
  const subjects = [{ annotationId }];
  const preview = await api<{ drafts: TicketDraft[] }>("POST", "/tickets/preview", { bindingId, subjects });
  expect(preview.body.data.drafts).toMatchObject([{ annotationId, groupId: null, title: "Check the bank" }]);
  expect(JSON.stringify(preview.body.data.drafts)).toContain(`annotation=${annotationId}&project=${projectId}`);
  const body = { bindingId, tickets: [{ annotationId, title: "Check the bank" }] };
  await api("POST", "/tickets", body);
  expect((await api<{ existing: Ticket[] }>("POST", "/tickets", body)).body.data.existing).toHaveLength(1);
  await runJobs(plumb.context);
  for (const issue of issues()) issue.state = "closed";
  await project.read();
  const ofItem = async () => (await api<Ticket[]>("GET", `/tickets?annotationId=${annotationId}`)).body.data;
  expect(await ofItem()).toMatchObject([{ state: "closed", groupId: null, annotationId, quietRuns: null }]);

  await api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }] });
  const [run] = await readRows<{ id: number }>(plumb.context.db, "select id from run");
  expect((await api<Ticket[]>("GET", `/tickets?reportId=${run?.id}`)).body.data).toMatchObject([{ groupId }]);
  expect((await api<Ticket[]>("GET", "/tickets?reportId=999999")).body.data).toEqual([]);
});

test("an analysis item about a cause uses the ticket of the cause", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, issues, projectId, token } = project;
  await project.run("b1", { pays: "TimeoutError: #pay was not visible" });
  const [groupId = 0] = await project.groups();
  const addItem = async (title: string) =>
    (await addItemAbout(plumb, { projectId, token, groupId, title })).body.data.id;
  const create = async (tickets: object[]) =>
    (await api<{ created: Ticket[]; existing: Ticket[] }>("POST", "/tickets", { bindingId, tickets })).body.data;
  const first = await addItem("Pay button");
  expect(await create([{ annotationId: first, title: "Pay button" }])).toMatchObject({
    created: [{ groupId, annotationId: null }],
    existing: [],
  });
  await runJobs(plumb.context);
  // The text is that of the item.
  expect(issues()).toMatchObject([
    { title: "Pay button", body: expect.stringContaining("Checks the button") as string },
  ]);
  const second = await addItem("Pay again");
  const preview = await api<{ drafts: TicketDraft[] }>("POST", "/tickets/preview", {
    bindingId,
    subjects: [{ annotationId: second }],
  });
  expect(preview.body.data.drafts).toMatchObject([{ annotationId: second, existing: [{ groupId, state: "open" }] }]);
  const other = [{ annotationId: second, title: "Pay again" }];
  expect(await create(other)).toMatchObject({ created: [], existing: [{ groupId }] });
  expect((await api<Ticket[]>("GET", `/tickets?annotationId=${second}`)).body.data).toMatchObject([{ groupId }]);
  await runJobs(plumb.context);
  expect(issues()).toHaveLength(1);

  for (const issue of issues()) issue.state = "closed";
  await project.read();
  await project.run("b2", {});
  await project.run("b3", { pays: "TimeoutError: #pay was not visible" });
  await runJobs(plumb.context);
  expect(issues()).toMatchObject([{ state: "open" }]);
});

test("a ticket that belonged to an analysis item about a cause moves to the cause, unless that has one", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { bindingId, projectId, token, api } = project;
  await project.run("b1", { adds: "TypeError: cart is undefined", pays: "Error: the bank refused the card" });
  const [one = 0, other = 0] = await project.groups();
  await api("POST", "/tickets", { bindingId, tickets: [{ groupId: other, title: "Bank" }] });
  for (const groupId of [one, other]) {
    const { body } = await addItemAbout(plumb, { projectId, token, groupId, title: `Item ${groupId}` });
    await runStatement(
      plumb.context.db,
      `insert into ticket (project_id, binding_id, connector_type, annotation_id, title, state, created_by, created_at)
       values (${projectId}, ${bindingId}, 'github', ${body.data.id}, 'Of an item', 'open', 1, now())`,
    );
  }
  const migration = new URL("../../../migrations/0458_tickets_of_items.sql", import.meta.url);
  await runStatement(plumb.context.db, await readFile(migration, "utf8"));
  expect(await ticketsOf(project, one)).toMatchObject([{ title: "Of an item", annotationId: null }]);
  expect(await ticketsOf(project, other)).toMatchObject([{ title: "Bank" }]);
});

interface ItemAbout {
  readonly projectId: number;
  readonly token: string;
  readonly groupId: number;
  readonly title: string;
}

function addItemAbout(plumb: TestApp, { projectId, token, groupId, title }: ItemAbout) {
  const body = { title, message: "Checks the button", groupId };
  const path = `/api/annotations/projects/${projectId}/annotations`;
  return call<{ data: { id: number } }>(plumb, "POST", path, { token, body });
}
