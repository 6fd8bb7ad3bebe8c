import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import type { Annotation } from "@plumb/contract/items/annotations.ts";
import type { AnnotationDetail } from "@plumb/contract/items/annotation-parts.ts";
import { expect, test } from "vitest";
import { createAgentKey, numberAfter, startAgents } from "#testing/agents.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";

type Method = "DELETE" | "GET" | "POST" | "PUT";

/** Starts a server with an agent of the administrator, and a member who may triage. */
async function start(plumb: TestApp) {
  const started = await startAgents(plumb);
  const { projectId, token, connect, keyWith } = started;
  const ben = await seedPerson(plumb, "ben", { projectId, projectRole: "USER" });
  const vera = await seedPerson(plumb, "vera", { projectId, projectRole: "VIEWER" });
  const agent = await connect(await keyWith("read", "triage"));
  const ask = (person: { token: string }, method: Method, path: string, body?: unknown) =>
    call<{ data: AnnotationDetail; error?: string; current?: Annotation }>(plumb, method, `/api/annotations/${path}`, {
      token: person.token,
      ...(body !== undefined && { body }),
    });
  const read = async (id: number) => (await ask({ token }, "GET", `annotations/${id}`)).body.data;
  const created = async (name: string, input: Record<string, unknown>) => {
    const { text } = await agent.use(name, input);
    return numberAfter(text, "item");
  };
  const causeOfRun = async () => {
    const runId = numberAfter((await agent.use("find_runs", { state: "failed" })).text, "run");
    const { text } = await agent.use("explain_run", { run_id: runId });
    return { runId, causeId: numberAfter(text, "cause"), failureId: numberAfter(text, "failure_id") };
  };
  return { ...started, admin: { token }, ben, vera, agent, ask, read, created, causeOfRun };
}

test("all writes of an agent name its key and its user, also in the audit log", async () => {
  await using plumb = await createTestApp();
  const { agent, created, read, token, projectId } = await start(plumb);
  const id = await created("create_analysis_item", { title: "Slow", message: "Since b2" });
  await agent.use("update_analysis_item", { item_id: id, status: "resolved", comment: "Fixed in b3" });
  await agent.use("update_analysis_item", { item_id: id, comment: "Also in b4" });
  const item = await read(id);
  const key = { id: expect.any(Number) as number, name: "coding agent" };
  expect(item).toMatchObject({ agent: key, creator: { name: "admin@example.test" }, message: "Since b2" });
  expect(item.history).toMatchObject([
    { kind: "created", agent: key },
    { kind: "status", agent: key, comment: "Fixed in b3" },
  ]);
  expect(item.discussion).toMatchObject([{ agent: key, body: "Also in b4" }]);
  const { body } = await call<{ data: AuditEvent[] }>(plumb, "GET", `/api/audit?projectId=${projectId}&limit=3`, {
    token,
  });
  expect(body.data).toMatchObject(
    ["item.commented", "item.changed", "item.created"].map((action) => ({
      action,
      agent: key,
      actorEmail: "admin@example.test",
      targetType: "item",
      targetId: id,
      targetName: "Slow",
    })),
  );
});

test("what users write has no agent, and is neither in the audit log nor among the items of agents", async () => {
  await using plumb = await createTestApp();
  const { ask, admin, ben, projectId, read, created } = await start(plumb);
  const { body } = await ask(ben, "POST", `projects/${projectId}/annotations`, {
    title: "x",
    message: "y",
  });
  await ask(ben, "POST", `annotations/${body.data.id}/comments`, { body: "z" });
  const id = await created("create_analysis_item", { title: "By an agent", message: "y" });
  const listed = await call<{ data: { annotations: Annotation[]; total: number } }>(
    plumb,
    "GET",
    `/api/annotations/projects/${projectId}/annotations?creator=agents`,
    admin,
  );
  expect(listed.body.data).toMatchObject({ total: 1, annotations: [{ id, title: "By an agent" }] });
  const item = await read(body.data.id);
  expect(item).toMatchObject({
    agent: null,
    history: [{ agent: null, undoable: false }],
    discussion: [{ agent: null }],
  });
  const audit = await call<{ data: AuditEvent[] }>(plumb, "GET", "/api/audit?action=item.created", admin);
  expect(audit.body.data.map(({ targetId }) => targetId)).toEqual([id]);
});

test("a user undoes the last change of an agent, with an entry in the history", async () => {
  await using plumb = await createTestApp();
  const { agent, created, read, ask, ben, vera } = await start(plumb);
  const id = await created("create_analysis_item", { title: "Slow", message: "Since b2" });
  await agent.use("update_analysis_item", { item_id: id, status: "in_progress", comment: "On it" });
  await agent.use("update_analysis_item", { item_id: id, status: "closed", comment: "Done" });
  const { history, revision } = await read(id);
  const [creation, , closing] = history;
  expect(history.map(({ undoable }) => undoable)).toEqual([false, false, true]);
  const undo = (person: { token: string }, body: object) => ask(person, "POST", `annotations/${id}/undo`, body);
  expect((await undo(vera, { eventId: closing?.id, revision })).status).toBe(403);
  expect(await undo(ben, { eventId: closing?.id, revision: revision - 1 })).toMatchObject({
    status: 409,
    body: { current: { status: "closed" } },
  });
  expect((await undo(ben, { eventId: closing?.id, revision })).body.data.status).toBe("in_progress");
  expect((await read(id)).history.at(-1)).toMatchObject({
    kind: "status",
    from: "closed",
    to: "in_progress",
    undoes: closing?.id,
    agent: null,
    by: { id: ben.id },
  });
  // The same change is not undone twice.
  expect((await undo(ben, { eventId: closing?.id })).status).toBe(409);
  expect((await undo(ben, { eventId: creation?.id })).body.data.status).toBe("invalid");
  expect((await undo(ben, { eventId: creation?.id })).status).toBe(409);
});

test("two users who undo the same change concurrently write one entry", async () => {
  await using plumb = await createTestApp();
  const { created, read, ask, ben, admin } = await start(plumb);
  const id = await created("create_analysis_item", { title: "Slow", message: "Since b2" });
  const eventId = (await read(id)).history[0]?.id;
  const responses = await Promise.all(
    [ben, admin].map((person) => ask(person, "POST", `annotations/${id}/undo`, { eventId })),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect((await read(id)).history).toHaveLength(2);
});

test("an event of another item or of a user cannot be undone", async () => {
  await using plumb = await createTestApp();
  const { created, read, ask, ben, projectId } = await start(plumb);
  const id = await created("create_analysis_item", { title: "Slow", message: "Since b2" });
  const own = await ask(ben, "POST", `projects/${projectId}/annotations`, { title: "x", message: "y" });
  const [byAgent] = (await read(id)).history;
  const [byPerson] = (await read(own.body.data.id)).history;
  for (const eventId of [byAgent?.id, byPerson?.id])
    expect((await ask(ben, "POST", `annotations/${own.body.data.id}/undo`, { eventId })).status).toBe(409);
});

test("members who may triage can delete the comment of an agent, but not change it", async () => {
  await using plumb = await createTestApp();
  const { agent, created, read, ask, ben, admin } = await start(plumb);
  const id = await created("create_analysis_item", { title: "Slow", message: "Since b2" });
  await agent.use("update_analysis_item", { item_id: id, comment: "Hm" });
  const [comment] = (await read(id)).discussion;
  const path = `annotations/${id}/comments/${comment?.id}`;
  expect((await ask(admin, "PUT", path, { body: "Never said" })).status).toBe(403);
  expect((await ask(ben, "DELETE", path)).status).toBe(200);
  expect((await read(id)).discussion).toEqual([]);
});

test("accepting a proposal sets the class of the cause and resolves the item", async () => {
  await using plumb = await createTestApp();
  const { created, read, ask, ben, vera, causeOfRun, agent } = await start(plumb);
  const { runId, causeId, failureId } = await causeOfRun();
  const id = await created("propose_class", { cause_id: causeId, class: "Environment Issue", reason: "DNS" });
  const reply = (person: { token: string }, body: object) => ask(person, "POST", `annotations/${id}/proposal`, body);
  expect((await reply(vera, { accept: true })).status).toBe(403);
  expect((await reply(ben, { accept: true, revision: 99 })).status).toBe(409);
  expect((await agent.use("explain_failure", { run_id: runId, failure_id: failureId })).text).not.toContain(
    "Class: Environment",
  );
  expect((await reply(ben, { accept: true, revision: 1 })).body.data).toMatchObject({
    status: "resolved",
    revision: 2,
  });
  expect((await read(id)).history.at(-1)).toMatchObject({
    by: { id: ben.id },
    agent: null,
    comment: "Accepted the proposed class Environment Issue.",
  });
  expect((await agent.use("explain_failure", { run_id: runId, failure_id: failureId })).text).toContain(
    "Class: Environment Issue. ⟦Set by ben@example.test",
  );
  expect((await reply(ben, { accept: true })).body.error).toBe(
    "This proposal has been answered: the item is Resolved.",
  );
});

test("a dismissed proposal changes no class and stays closed when the failure returns", async () => {
  await using plumb = await createTestApp();
  const { created, read, ask, ben, causeOfRun, run } = await start(plumb);
  const { causeId } = await causeOfRun();
  const id = await created("propose_class", { cause_id: causeId, class: "Environment Issue", reason: "DNS" });
  expect((await ask(ben, "POST", `annotations/${id}/proposal`, { accept: false })).body.data.status).toBe("closed");
  await run("b3", {});
  await run("b4", { pays: "TimeoutError: #pay was not visible" });
  expect((await read(id)).status).toBe("closed");
});

test("the same proposal is made once", async () => {
  await using plumb = await createTestApp();
  const { created, agent, causeOfRun } = await start(plumb);
  const { causeId } = await causeOfRun();
  const proposal = { cause_id: causeId, class: "Environment Issue", reason: "DNS" };
  const id = await created("propose_class", proposal);
  expect((await agent.use("propose_class", proposal)).text).toContain(`item ${id} already proposes this class`);
});

test("agents can change the status of agents' items and of their user's items, but only comment on others", async () => {
  await using plumb = await createTestApp();
  const { agent, ask, ben, admin, projectId, read, created } = await start(plumb);
  const { body } = await ask(ben, "POST", `projects/${projectId}/annotations`, {
    title: "x",
    message: "y",
  });
  const { id } = body.data;
  const change = { item_id: id, status: "closed", comment: "Passed since b3" };
  const refused = await agent.use("update_analysis_item", change);
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("can only comment") as string });
  expect(await agent.use("update_analysis_item", { item_id: id, comment: "Passed since b3" })).toMatchObject({
    isError: false,
  });
  expect(await read(id)).toMatchObject({ status: "open", discussion: [{ body: "Passed since b3" }] });
  const { created_by: assignedTo } = await read(await created("create_analysis_item", { title: "z", message: "z" }));
  await ask(admin, "PUT", `annotations/${id}/assignment`, { assignedTo });
  expect(await agent.use("update_analysis_item", change)).toMatchObject({ isError: false });
  // The status is the same, and the comment is kept.
  await agent.use("update_analysis_item", { ...change, comment: "Still" });
  expect(await read(id)).toMatchObject({ status: "closed", discussion: [{}, { body: "Still" }] });
});

test("a session cannot write as an agent", async () => {
  await using plumb = await createTestApp();
  const { connect, token, projectId } = await start(plumb);
  await using session = await connect(token);
  const response = await session.use("create_analysis_item", { project_id: projectId, title: "x", message: "y" });
  expect(response).toMatchObject({ isError: true, text: expect.stringContaining("not with a session") as string });
});

test("a key writes at most 100 times in an hour", async () => {
  await using plumb = await createTestApp();
  const { agent, created } = await start(plumb);
  const id = await created("create_analysis_item", { title: "x", message: "y" });
  for (let n = 1; n < 100; n += 1) {
    // Calls are limited per minute, too.
    plumb.time.now = new Date(plumb.time.now.getTime() + 2000);
    expect(await agent.use("update_analysis_item", { item_id: id, comment: `${n}` })).toMatchObject({ isError: false });
  }
  const refused = await agent.use("update_analysis_item", { item_id: id, comment: "once more" });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("100 times within an hour") as string });
  expect(await agent.use("find_runs")).toMatchObject({ isError: false });
  plumb.time.now = new Date(plumb.time.now.getTime() + 61 * 60_000);
  expect(await agent.use("update_analysis_item", { item_id: id, comment: "later" })).toMatchObject({ isError: false });
});

test("a key writes only as long as the user who created it may triage", async () => {
  await using plumb = await createTestApp();
  const { connect, projectId, admin } = await start(plumb);
  const lead = await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  await using agent = await connect(await createAgentKey(plumb, { token: lead.token, projectId }, ["read", "triage"]));
  const item = { title: "x", message: "y" };
  expect(await agent.use("create_analysis_item", item)).toMatchObject({ isError: false });
  const path = `/api/projects/${projectId}/members/${lead.id}`;
  await call(plumb, "PUT", path, { ...admin, body: { roleKey: "VIEWER" } });
  expect(await agent.use("create_analysis_item", item)).toMatchObject({
    isError: true,
    text: expect.stringContaining("may no longer triage") as string,
  });
  expect(await agent.use("find_runs")).toMatchObject({ isError: false });
});

test("a proposal for a cause that was merged sets the class of the cause that it was merged into", async () => {
  await using plumb = await createTestApp();
  const { created, ask, ben, causeOfRun, run, agent, projectId } = await start(plumb);
  const { causeId } = await causeOfRun();
  await run("b3", { adds: "AssertionError: expected 2 to be 3" });
  const other = (await causeOfRun()).causeId;
  expect(other).not.toBe(causeId);
  const id = await created("propose_class", { cause_id: other, class: "Test Data Issue", reason: "Old data" });
  const path = `/api/analysis/projects/${projectId}/groups/merge`;
  await call(plumb, "POST", path, { token: ben.token, body: { groupIds: [causeId, other] } });
  expect((await ask(ben, "POST", `annotations/${id}/proposal`, { accept: true })).status).toBe(200);
  const runId = numberAfter((await agent.use("find_runs", { state: "failed" })).text, "run");
  expect((await agent.use("explain_run", { run_id: runId })).text).toMatch(
    new RegExp(`cause ${causeId}: .*Test Data Issue`),
  );
});
