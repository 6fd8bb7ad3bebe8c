import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { createTestApp } from "#testing/app.ts";
import { startTicketProject, type TicketProject, ticketsOf } from "#testing/ticket-project.ts";

const cart = "TypeError: cart is undefined";
const bank = "Error: the bank refused the card";

type Pushed = { readonly created: Ticket[]; readonly existing: Ticket[] };

async function push({ api, bindingId }: TicketProject, groupId: number, alsoGroupIds: readonly number[]) {
  const tickets = [{ groupId, alsoGroupIds, title: "Checkout fails" }];
  return (await api<Pushed>("POST", "/tickets", { bindingId, tickets })).body.data;
}

test("several causes share one ticket, and pushing one of them again returns it", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await project.run("b1", { adds: cart, pays: bank });
  const [first = 0, second = 0] = await project.groups();
  const pushed = await push(project, second, [first, first, second]);
  expect(pushed.created.map(({ groupId, state }) => ({ groupId, state }))).toEqual([
    { groupId: second, state: "creating" },
    { groupId: first, state: "creating" },
  ]);
  await runJobs(plumb.context);
  expect(project.issues()).toHaveLength(1);
  const [issue] = project.issues();
  expect(issue?.body).toContain("cart is undefined");
  expect(issue?.body).toContain("the bank refused the card");
  const keys = [...(await ticketsOf(project, first)), ...(await ticketsOf(project, second))].map(({ key }) => key);
  expect(keys).toEqual(["#1", "#1"]);
  for (const [groupId, also] of [
    [first, []],
    [second, [first]],
  ] as const) {
    const again = await push(project, groupId, also);
    expect(again.created).toEqual([]);
    expect(again.existing[0]).toMatchObject({ key: "#1" });
  }
  expect(project.issues()).toHaveLength(1);
});

test("a shared ticket returns once, with a line for each cause that is back", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await project.run("b1", { adds: cart, pays: bank });
  const [first = 0, second = 0] = await project.groups();
  await push(project, first, [second]);
  await runJobs(plumb.context);
  const [issue] = project.issues();
  if (issue === undefined) throw new Error("There is no issue.");
  issue.state = "closed";
  await project.read();
  await project.run("b2", {});
  await project.run("b3", { adds: cart, pays: bank });
  expect(issue.state).toBe("open");
  expect(issue.comments).toHaveLength(1);
  expect(issue.comments[0]).toContain("cart is undefined");
  expect(issue.comments[0]).toContain("the bank refused the card");
  expect(await ticketsOf(project, second)).toMatchObject([{ state: "open", returned: true }]);
});

test("a cause with a ticket keeps it when it is combined with others, even by concurrent requests", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await project.run("b1", { adds: cart, pays: bank });
  const [first = 0, second = 0] = await project.groups();
  await push(project, first, []);
  await runJobs(plumb.context);
  const both = await Promise.all([push(project, second, [first]), push(project, first, [second])]);
  await runJobs(plumb.context);
  expect(project.issues()).toHaveLength(2);
  expect(both.flatMap(({ created }) => created)).toHaveLength(1);
  expect(project.issues().at(-1)?.body).not.toContain("cart is undefined");
  expect(await ticketsOf(project, first)).toHaveLength(1);
  expect(await ticketsOf(project, second)).toHaveLength(1);
});

test("a rejected shared ticket can be given up by one of its causes", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await project.run("b1", { adds: cart, pays: bank });
  const [first = 0, second = 0] = await project.groups();
  project.trouble.status = 422;
  await push(project, first, [second]);
  const [stopped] = await (async () => {
    for (let round = 0; round < 12; round += 1) await project.read();
    return ticketsOf(project, first);
  })();
  expect(stopped).toMatchObject({ state: "failed" });
  expect(await ticketsOf(project, second)).toMatchObject([{ state: "failed", problem: stopped?.problem }]);
  expect((await project.api("DELETE", `/tickets/${stopped?.id}`)).status).toBe(200);
  project.trouble.status = null;
  const again = await push(project, first, []);
  expect(again.created).toHaveLength(1);
  await runJobs(plumb.context);
  expect(project.issues()).toHaveLength(1);
});
