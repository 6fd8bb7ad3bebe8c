import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { runUntilSent } from "#testing/outbox.ts";
import { startTicketProject, type TicketProject, ticketsOf } from "#testing/ticket-project.ts";

const cart = "TypeError: cart is undefined";
const bank = "Error: the bank refused the card";

const createFor = async ({ api, bindingId }: TicketProject, groupIds: readonly number[]) =>
  api<{ created: Ticket[] }>("POST", "/tickets", {
    bindingId,
    tickets: groupIds.map((groupId) => ({ groupId, title: `Cause ${groupId}` })),
  });

const close = async (project: TicketProject) => {
  for (const issue of project.issues()) issue.state = "closed";
  await project.read();
};

/** Creates a ticket for the first cause of a run, and closes it. Returns the id of the cause. */
async function closedTicket(plumb: TestApp, project: TicketProject): Promise<number> {
  await project.run("b1", { pays: bank });
  const [groupId = 0] = await project.groups();
  await createFor(project, [groupId]);
  await runJobs(plumb.context);
  await close(project);
  return groupId;
}

test("a ticket closed before the fix is deployed is not reopened by a failure that never disappeared", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const groupId = await closedTicket(plumb, project);
  await project.run("b2", { pays: bank });
  await project.run("b3", { pays: bank });
  expect(project.issues()[0]).toMatchObject({ state: "closed", comments: [] });
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "closed", quietRuns: 0, returned: false }]);
});

test("each return is commented once, even if the ticket stays closed", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb, { onReturn: "comment" });
  await closedTicket(plumb, project);
  for (const [build, failing] of [
    ["b2", {}],
    ["b3", { pays: bank }],
    ["b4", { pays: bank }],
    ["b5", {}],
    ["b6", { pays: bank }],
  ] as const)
    await project.run(build, failing);
  expect(project.issues()[0]?.state).toBe("closed");
  expect(project.issues()[0]?.comments).toEqual([
    expect.stringMatching(/returned in \[report \W+3\]\(<http:\/\/plumb\.test\/reports\/\d+>\)/),
    expect.stringMatching(/returned in \[report \W+6\]/),
  ]);
});

test("the comment of a return names the error, the test, the run and the commit with its address", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb, { onReturn: "comment" });
  await closedTicket(plumb, project);
  const { projectId, token } = project;
  await call(plumb, "POST", `/api/projects/${projectId}/bindings`, {
    token,
    body: { connector: "github", owner: "server", offer: "code-host", values: { repository: "octo/shop" } },
  });
  const commit = "8beae0aa6e0123456789abcdef0123456789abcd";
  await project.run("b2", {});
  await project.run("b3", { pays: bank }, { commit });
  const [comment = ""] = project.issues()[0]?.comments ?? [];
  expect(comment).toContain("the bank refused the card");
  expect(comment).toContain("pays");
  expect(comment).toMatch(/\[report \W+3\]/);
  expect(comment).toMatch(
    new RegExp(`with the commit \\[8beae0aa6e\\]\\(<http://127.0.0.1:\\d+/octo/shop/commit/${commit}>\\)`),
  );
});

test("a comment whose response was lost is written once", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb, { onReturn: "comment" });
  await closedTicket(plumb, project);
  await project.run("b2", {});
  Object.assign(project.trouble, { status: 502, afterwards: true });
  await project.run("b3", { pays: bank });
  expect(project.issues()[0]?.comments).toHaveLength(1);
  project.trouble.status = null;
  await runUntilSent(plumb, 1);
  expect(project.issues()[0]?.comments).toHaveLength(1);
  const waiting = await readRows(plumb.context.db, "select 1 from outbox_delivery where status = 'pending'");
  expect(waiting).toEqual([]);
});

test("a project that wants nothing sees the return, but the tracker does not", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb, { onReturn: "nothing" });
  const groupId = await closedTicket(plumb, project);
  await project.run("b2", {});
  await project.run("b3", { pays: bank });
  expect(project.issues()[0]).toMatchObject({ state: "closed", comments: [] });
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "closed", returned: true }]);
});

test("if merged causes have two closed tickets, the newest is reopened", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await project.run("b1", { adds: cart, pays: bank });
  const groupIds = await project.groups();
  await createFor(project, groupIds);
  await runJobs(plumb.context);
  await project.api("POST", "/groups/merge", { groupIds });
  await close(project);
  await project.run("b2", {});
  await project.run("b3", { adds: cart, pays: bank });
  expect(project.issues().map(({ number, state, comments }) => [number, state, comments.length])).toEqual(
    expect.arrayContaining([
      [1, "closed", 0],
      [2, "open", 1],
    ]),
  );
  // The other one stays closed while this one is open.
  await project.run("b4", {});
  await project.run("b5", { adds: cart, pays: bank });
  expect(
    project
      .issues()
      .map(({ comments }) => comments.length)
      .toSorted((a, b) => a - b),
  ).toEqual([0, 1]);
});

test("a ticket that is linked to two causes is reopened once if both return in one run", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await project.run("b1", { adds: cart, pays: bank });
  const [first = 0, second = 0] = await project.groups();
  await createFor(project, [first]);
  await runJobs(plumb.context);
  const { bindingId } = project;
  await project.api("POST", "/tickets/link", { bindingId, groupId: second, trackerId: "octo/shop#1" });
  await close(project);
  await project.run("b2", {});
  await project.run("b3", { adds: cart, pays: bank });
  expect(project.issues()).toHaveLength(1);
  expect(project.issues()[0]).toMatchObject({ state: "open", comments: [expect.stringMatching(/report \W+3\]/)] });
  await project.read();
  for (const groupId of [first, second])
    expect(await ticketsOf(project, groupId)).toMatchObject([{ key: "#1", state: "open", returned: true }]);
});

test("a muted test does not reopen a ticket", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { token, projectId } = project;
  await closedTicket(plumb, project);
  const [failed] = await readRows<{ testId: number }>(
    plumb.context.db,
    `select distinct test_id as "testId" from failure`,
  );
  const muted = await call(plumb, "PUT", `/api/projects/${projectId}/tests/${failed?.testId}/quarantine`, {
    token,
    body: { kind: "mute", reason: "Known", owner: null, endsAt: null, releaseAfter: null },
  });
  expect(muted.status).toBe(200);
  await project.run("b2", {});
  await project.run("b3", { pays: bank });
  expect(project.issues()[0]).toMatchObject({ state: "closed", comments: [] });
});

test("a ticket that a user reopened before the failure returned is not reopened again", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const groupId = await closedTicket(plumb, project);
  await project.run("b2", {});
  // Plumb has not read the ticket since.
  for (const issue of project.issues()) issue.state = "open";
  await project.run("b3", { pays: bank });
  expect(project.issues()[0]).toMatchObject({ state: "open" });
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "open" }]);
});
