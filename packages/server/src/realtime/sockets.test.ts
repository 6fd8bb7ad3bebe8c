import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { connectLive, listening } from "#testing/live-client.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { seedPerson, seedSession } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";

test.for([
  ["no token", {}],
  ["a token of nobody", { token: "x".repeat(43) }],
  ["something that is no text", { token: { $gt: "" } }],
] as const)("%s is rejected with a text that clients know", async ([, auth]) => {
  await using plumb = await createTestApp();
  using client = await connectLive(await listening(plumb), auth);
  expect(client.refusal).toContain("Authentication");
});

test("an API key or a deactivated account cannot open a connection", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada", { projectId });
  await runStatement(plumb.context.db, `update user_account set status = 'deactivated' where id = ${ada.id}`);
  const address = await listening(plumb);
  for (const token of [key, ada.token]) {
    using client = await connectLive(address, { token });
    expect(client.refusal).toContain("Authentication");
  }
});

test("a notification reaches only the devices of its user", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada", { projectId });
  const eve = await seedPerson(plumb, "eve", { projectId });
  const address = await listening(plumb);
  using phone = await connectLive(address, { token: ada.token });
  using laptop = await connectLive(address, { token: await seedSession(plumb, ada.id) });
  using other = await connectLive(address, { token: eve.token });
  await call(plumb, "PUT", `/api/projects/${projectId}/members/${ada.id}`, { token, body: { roleKey: "LEAD" } });
  const sent = { title: "Your role in Shop is now Lead", type: "other", read: false };
  expect(await phone.next("notification")).toMatchObject(sent);
  expect(await laptop.next("notification")).toMatchObject(sent);

  await call(plumb, "PUT", "/api/notifications/read", { token: ada.token });
  await phone.next("notifications-changed");
  await laptop.next("notifications-changed");
  expect(other.heard).toEqual([]);
});

test("members of a project room receive its runs, and those of a report room its end", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  const ada = await seedPerson(plumb, "ada", { projectId, projectRole: "VIEWER" });
  using client = await connectLive(await listening(plumb), { token: ada.token });
  expect(await client.ask("join-project", projectId)).toMatchObject({ success: true });
  expect(await client.ask("join-project", other.projectId)).toMatchObject({ success: false });

  const began = performance.now();
  const build = { build: "7", suite: "api" };
  const { body } = await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) }, build);
  const { reportId } = body.data;
  expect(await client.next("test-execution-started")).toEqual({ projectId, reportId });
  expect(await client.next("test-execution-completed")).toMatchObject({
    projectId,
    reportId,
    status: "completed",
    summary: { total: 1, passed: 1 },
  });

  const joined = await client.ask("join-report", reportId);
  expect(joined).toMatchObject({ success: true });
  // The run has just ended, so the last change is later than the first request of this client.
  expect(joined.success && joined.changedMsAgo).toBeLessThan(performance.now() - began);
  await send(plumb, key, { "b.xml": junit([["cart", "removes"]]) }, build);
  expect(await client.next("test-execution-completed")).toMatchObject({ summary: { total: 2 } });
  await send(plumb, other.key, { "a.xml": junit([["cart", "adds"]]) });
  expect(client.heard.filter(({ event }) => event === "test-execution-completed")).toHaveLength(2);
});

test.for(["failures", "trends", "annotations", "uploads"] as const)(
  "a client that joins after a change of %s learns how long ago it was",
  async (about) => {
    await using plumb = await createTestApp();
    const { projectId, token } = await seedProject(plumb);
    using client = await connectLive(await listening(plumb), { token });
    const began = performance.now();
    plumb.context.bus.publish({ about, projectId });
    const joined = await client.ask("join-project", projectId);
    expect(joined.success && joined.changedMsAgo).toBeLessThanOrEqual(performance.now() - began);
  },
);

test("a run sends one event immediately and one later, however many batches arrive together", async () => {
  await using plumb = await createTestApp();
  const { key, projectId, token } = await seedProject(plumb);
  const { body } = await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  const { reportId } = body.data;
  using client = await connectLive(await listening(plumb), { token });
  await client.ask("join-report", reportId);
  const message = { about: "run", change: "updated", projectId, reportId } as const;
  for (let batch = 0; batch < 100; batch += 1) plumb.context.bus.publish(message);
  expect(await client.next("test-updated")).toMatchObject({ projectId, reportId, test: null, summary: { total: 1 } });
  await client.next("test-updated");
  // At most one message follows during the pause. An end that is sent immediately would arrive before others.
  plumb.context.bus.publish({ ...message, change: "finished" });
  await client.next("test-execution-completed");
  expect(client.heard.map(({ event }) => event)).toEqual(["test-updated", "test-updated", "test-execution-completed"]);
});

test("an event about a failing test marks and counts it", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const scope = { suite: "shop", environment: "staging", branch: "main" };
  const base = await openLive(plumb, key, { ...scope, clientId: "base", startedAt: "2026-03-04T08:00:00Z" });
  await base.batch([testEvent("adds", "failed"), testEvent("pays", "passed")]);
  await base.complete();
  const live = await openLive(plumb, key, { ...scope, clientId: "head", startedAt: "2026-03-04T09:00:00Z" });
  using client = await connectLive(await listening(plumb), { token });
  await client.ask("join-report", live.run.reportId);
  await live.batch([testEvent("adds", "failed"), testEvent("pays", "failed"), testEvent("ships", "passed")]);
  expect(await client.next("test-updated")).toMatchObject({
    tests: [{ state: "known" }, { state: "new" }, { state: null }],
    changes: { newFailure: 1, stillFailing: 1, backAgain: 0 },
  });
});

test("a rolled-back upload is reported", async () => {
  await using plumb = await createTestApp();
  const { key, projectId, token } = await seedProject(plumb);
  using client = await connectLive(await listening(plumb), { token });
  await client.ask("join-project", projectId);
  await send(plumb, key, { "broken.xml": "<testsuites><testsuite><testcase name='a'" });
  await client.next("test-execution-started");
  expect(await client.next("test-execution-completed")).toMatchObject({ summary: null, status: null });
});

test("a user removed from a project, or from the administrators, receives no more of its events", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const member = await seedPerson(plumb, "ada", { projectId });
  const admin = await seedPerson(plumb, "grace", { role: "ADMIN" });
  const address = await listening(plumb);
  using removed = await connectLive(address, { token: member.token });
  using demoted = await connectLive(address, { token: admin.token });
  for (const client of [removed, demoted])
    expect(await client.ask("join-project", projectId)).toMatchObject({ success: true });
  await call(plumb, "DELETE", `/api/projects/${projectId}/members/${member.id}`, { token });
  await call(plumb, "PUT", `/api/users/${admin.id}`, { token, body: { role: "USER" } });
  // These requests are answered after the access of the connections has been checked again.
  for (const client of [removed, demoted])
    expect(await client.ask("join-project", projectId)).toMatchObject({ success: false });
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  for (const client of [removed, demoted]) {
    await client.ask("join-project", projectId);
    expect(client.heard).toEqual([]);
  }
});

test("a deleted project sends no more events, not even to administrators", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  using client = await connectLive(await listening(plumb), { token });
  await client.ask("join-project", projectId);
  await call(plumb, "DELETE", `/api/projects/${projectId}`, { token, body: { confirm: "Shop" } });
  plumb.context.bus.publish({ about: "run", change: "started", projectId, reportId: 1 });
  await client.ask("join-project", projectId);
  expect(client.heard).toEqual([]);
});

test("the end of a session closes its connection, and keeps the other connections of the account", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const ada = await seedPerson(plumb, "ada");
  const address = await listening(plumb);
  const sessions = { token: await seedSession(plumb, ada.id) };
  using signedOut = await connectLive(address, sessions);
  using retained = await connectLive(address, { token: ada.token });
  await call(plumb, "POST", "/api/auth/logout", sessions);
  await signedOut.ended;
  await call(plumb, "PUT", `/api/users/${ada.id}`, { token, body: { role: "ADMIN" } });
  expect(await retained.ask("join-project", 1_000_000)).toMatchObject({ success: false });
  await call(plumb, "PUT", `/api/users/${ada.id}`, { token, body: { status: "deactivated" } });
  await retained.ended;
});

test("a client leaves only the room that it names", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  using client = await connectLive(await listening(plumb), { token });
  const received = async () => {
    plumb.context.bus.publish({ about: "run", change: "started", projectId, reportId: 1 });
    // The response arrives after all earlier messages.
    await client.ask("join-project", 1_000_000);
    return client.heard.length;
  };
  await client.ask("join-project", projectId);
  for (const other of [projectId + 1, { toString: 1, valueOf: 1 }, null, "", -1]) client.emit("leave-project", other);
  for (const nothing of [undefined, "undefined", projectId]) client.emit("leave-report", nothing);
  expect([await received(), await received()]).toEqual([1, 2]);
  client.emit("leave-project", projectId);
  await client.ask("join-project", 1_000_000);
  expect(await received()).toBe(2);
});

test("the server survives any message, and disconnects a client that sends too many", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const address = await listening(plumb);
  using client = await connectLive(address, { token });
  for (const nonsense of [null, {}, [], "x", -1, 1e99, "__proto__"]) {
    expect(await client.ask("join-report", nonsense)).toMatchObject({ success: false });
    client.emit("leave-project", nonsense);
    client.emit("join-project", nonsense, "not a function");
  }
  expect(await client.ask("join-project", projectId)).toMatchObject({ success: true });
  for (let message = 0; message < 100; message += 1) client.emit("leave-project", projectId);
  await client.ended;
  using large = await connectLive(address, { token });
  large.emit("join-project", "x".repeat(10_000));
  await large.ended;
  expect((await plumb.app.inject("/healthz")).statusCode).toBe(200);
});

test("an account has at most fifty connections", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const address = await listening(plumb);
  using connections = new DisposableStack();
  for (let tab = 0; tab < 50; tab += 1)
    expect(connections.use(await connectLive(address, { token })).refusal).toBeNull();
  expect(connections.use(await connectLive(address, { token })).refusal).toContain("Too many connections");
});

test.for([
  ["http://127.0.0.1", 200, "a page of this server, whatever its port is called outside"],
  ["https://elsewhere.example", 403, "a page of another site"],
  ["null", 403, "a page without an origin"],
] as const)("the handshake from %s returns %d: %s", async ([origin, status]) => {
  await using plumb = await createTestApp();
  const address = (await listening(plumb)).replace("ws:", "http:");
  const headers = { origin, ...(status === 200 && { host: "127.0.0.1" }) };
  const requested = request(`${address}/socket.io/?EIO=4&transport=polling`, { headers, agent: false }).end();
  const [response] = (await once(requested, "response")) as [{ statusCode: number; headers: object; resume(): void }];
  response.resume();
  expect(response.statusCode).toBe(status);
  expect(response.headers).not.toHaveProperty("access-control-allow-origin");
});
