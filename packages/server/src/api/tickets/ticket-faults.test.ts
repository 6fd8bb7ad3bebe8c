import { createHmac } from "node:crypto";
import type { Binding } from "@plumb/contract/integrations/bindings.ts";
import type { Ticket } from "@plumb/contract/integrations/tickets.ts";
import { expect, inject, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { readConnectionTickets } from "#jobs/handlers/read-tickets.ts";
import { announceWriter } from "#store/writer.ts";
import { call, createTestApp, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { failedList, later, runUntilSent } from "#testing/outbox.ts";
import { readRows } from "#testing/database.ts";
import { readDueTickets, startTicketProject, ticketsOf } from "#testing/ticket-project.ts";
import { queueReadings, readTickets } from "#tickets/read-tickets.ts";

// In the embedded database, any other process counts as dead.
const hasReplicas = inject("databaseTemplate").kind === "postgres";

const signingSecret = "the secret of the webhook";

const post = (plumb: TestApp, url: string, payload: string, secret: string) =>
  plumb.app.inject({
    method: "POST",
    url,
    payload,
    headers: {
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(payload).digest("hex")}`,
    },
  });

test("a webhook of the tracker makes its ticket due, and a forged one nothing", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb, { webhookSecret: signingSecret });
  const { token, projectId, bindingId } = project;
  const list = await call<{ data: Binding[] }>(plumb, "GET", `/api/projects/${projectId}/bindings`, { token });
  const [binding] = list.body.data;
  expect(binding).toMatchObject({ secretsSet: ["webhookSecret"] });
  expect(JSON.stringify(binding)).not.toContain(signingSecret);
  const path = (binding?.webhookUrl ?? "").replace("http://plumb.test", "");
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  await project.api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }] });
  await runJobs(plumb.context);
  await project.read();
  for (const issue of project.issues()) issue.state = "closed";
  const payload = JSON.stringify({ action: "closed", issue: { number: 1 }, repository: { full_name: "octo/shop" } });
  const readNow = async () => {
    await runJobs(plumb.context);
    return (await ticketsOf(project, groupId))[0]?.state;
  };

  expect((await post(plumb, path, payload, "wrong")).statusCode).toBe(401);
  expect((await post(plumb, path.replace(/\d+$/, "999"), payload, signingSecret)).statusCode).toBe(401);
  expect((await post(plumb, path.replace(/\d+$/, "x"), payload, signingSecret)).statusCode).toBe(401);
  expect((await post(plumb, path, "x".repeat(2_000_000), signingSecret)).statusCode).toBe(413);
  expect(await readNow()).toBe("open");
  expect((await post(plumb, path, "not JSON", signingSecret)).statusCode).toBe(200);
  expect(await readNow()).toBe("open");
  expect((await post(plumb, path, payload, signingSecret)).statusCode).toBe(200);
  expect(await readNow()).toBe("closed");
});

test("a webhook is rejected as for a wrong secret while the stored secret cannot be decrypted", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb, { webhookSecret: signingSecret });
  const path = `/api/tracker-webhooks/${project.projectId}/${project.bindingId}`;
  await runStatement(plumb.context.db, `update binding set secrets = '{"webhookSecret": "AAAA"}'`);
  const unknown = await post(plumb, `${path}9`, "{}", signingSecret);
  const known = await post(plumb, path, "{}", signingSecret);
  expect([known.statusCode, known.body]).toEqual([401, unknown.body]);
});

test("a connection without a webhook secret accepts no webhooks", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const path = `/api/tracker-webhooks/${project.projectId}/${project.bindingId}`;
  expect((await post(plumb, path, "{}", "")).statusCode).toBe(401);
});

test("a tracker that fails for hours is asked less and less, and tickets keep their state", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { bindingId, received, trouble } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  await project.api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }] });
  await runJobs(plumb.context);
  trouble.status = 503;
  const before = received.length;
  for (let minute = 0; minute < 240; minute++) {
    later(plumb, 60);
    await readDueTickets(plumb.context);
  }
  expect(received.length - before).toBeGreaterThan(5);
  expect(received.length - before).toBeLessThan(15);
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "open" }]);
  trouble.status = null;
  for (const issue of project.issues()) issue.state = "closed";
  later(plumb, 3600);
  await readDueTickets(plumb.context);
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "closed" }]);
});

test("a tracker whose response ends the server each time is asked less and less", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { bindingId, projectId } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  await project.api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }] });
  await runJobs(plumb.context);
  await project.read();
  const requests: number[] = [];
  const { outgoing } = plumb.context;
  // The server ends before it stores anything about the response.
  const ending = {
    ...plumb.context,
    outgoing: {
      ...outgoing,
      request: () => {
        requests.push(minute);
        return Promise.reject(new Error("the server ended"));
      },
    },
  };
  let minute = 0;
  for (; minute < 240; minute += 1) {
    later(plumb, 60);
    await readTickets(ending, { projectId, bindingId }, AbortSignal.timeout(60_000)).catch(() => undefined);
  }
  const pauses = requests.slice(1).map((at, index) => at - (requests[index] ?? 0));
  expect(requests.length).toBeGreaterThan(4);
  expect(requests.length).toBeLessThan(12);
  // The longest pauses are up to an hour, and vary.
  expect(pauses.slice(0, 6)).toEqual(pauses.slice(0, 6).toSorted((a, b) => a - b));
  later(plumb, 3600);
  for (const issue of project.issues()) issue.state = "closed";
  await readDueTickets(plumb.context);
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "closed" }]);
});

test("each connection with due tickets gets a separate job", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { bindingId } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  await project.api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }] });
  await runJobs(plumb.context);
  later(plumb, 600);
  await queueReadings(plumb.context);
  await queueReadings(plumb.context);
  const queued = await readRows(
    plumb.context.db,
    `select kind, target, project_id as "projectId" from job where kind like 'read-%'`,
  );
  expect(queued).toEqual([
    { kind: "read-connection-tickets", target: String(bindingId), projectId: project.projectId },
  ]);
});

test.runIf(hasReplicas)("two servers read the tickets of a connection once at each time", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  await using writer = await announceWriter(plumb.database);
  const { bindingId } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  await project.api("POST", "/tickets", { bindingId, tickets: [{ groupId, title: "Pays" }] });
  await runJobs(plumb.context);
  const reads = [];
  for (const servers of [1, 2]) {
    later(plumb, 600);
    project.received.length = 0;
    const contexts = [plumb.context, { ...plumb.context, writer }].slice(0, servers);
    await Promise.all(contexts.map((context) => queueReadings(context)));
    await Promise.all(contexts.map((context) => runJobs(context, [readConnectionTickets])));
    reads.push(project.received.map(({ method, url }) => `${method} ${url.split("?")[0]}`));
  }
  expect(reads[0]?.length).toBeGreaterThan(0);
  expect(reads[1]).toEqual(reads[0]);
});

test.for([401, 403, 404, 422, 429, 500])(
  "the preview shows an understandable error if the tracker answers with %i",
  async (status) => {
    await using plumb = await createTestApp();
    await using project = await startTicketProject(plumb);
    const { api, bindingId, trouble } = project;
    await project.run("b1", { pays: "broke" });
    const [groupId = 0] = await project.groups();
    trouble.status = status;
    const preview = await api("POST", "/tickets/preview", { bindingId, subjects: [{ groupId }] });
    expect(preview.status).toBe(409);
    expect(preview.body.error).toContain("GitHub");
    expect(preview.body.error).not.toContain("ghp_secret1");
    expect(await ticketsOf(project, groupId)).toEqual([]);
  },
);

test("a given up ticket is not created by sending its delivery again", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, trouble, issues } = project;
  await project.run("b1", { pays: "broke" });
  const [groupId = 0] = await project.groups();
  const body = { bindingId, tickets: [{ groupId, title: "Pays" }] };
  trouble.status = 422;
  await api("POST", "/tickets", body);
  await runUntilSent(plumb, 48);
  const [failed] = await ticketsOf(project, groupId);
  expect(failed?.state).toBe("failed");
  await api("DELETE", `/tickets/${failed?.id}`);
  trouble.status = null;
  expect((await api<{ created: Ticket[] }>("POST", "/tickets", body)).body.data.created).toHaveLength(1);
  await failedList(plumb, project).post("resend");
  await runUntilSent(plumb, 48);
  expect(issues()).toHaveLength(1);
  expect(await ticketsOf(project, groupId)).toMatchObject([{ state: "open" }]);
});

test("a ticket that waits when its connection is deleted shows that, and can be created elsewhere", async () => {
  await using plumb = await createTestApp();
  await using project = await startTicketProject(plumb);
  const { api, bindingId, projectId, token, trouble, issues } = project;
  await project.run("b1", { adds: "TypeError: cart is undefined", pays: "Error: the bank refused the card" });
  const [first = 0, second = 0] = await project.groups();
  await api("POST", "/tickets", { bindingId, tickets: [{ groupId: first, title: "Cart" }] });
  await runJobs(plumb.context);
  trouble.status = 503;
  await api("POST", "/tickets", { bindingId, tickets: [{ groupId: second, title: "Bank" }] });
  await runJobs(plumb.context);
  const bindings = `/api/projects/${projectId}/bindings`;
  expect((await call(plumb, "DELETE", `${bindings}/${bindingId}`, { token })).status).toBe(200);
  expect(await ticketsOf(project, first)).toMatchObject([
    { state: "open", problem: "The connection to the tracker was deleted, so the state is no longer read." },
  ]);
  const [waiting] = await ticketsOf(project, second);
  expect(waiting).toMatchObject({
    state: "failed",
    problem: expect.stringContaining("The connection was deleted before this was delivered.") as string,
  });
  trouble.status = null;
  const again = await call<{ data: { binding: Binding } }>(plumb, "POST", bindings, {
    token,
    body: { connector: "github", owner: "server", offer: "tracker", values: { repository: "octo/shop" } },
  });
  await api("DELETE", `/tickets/${waiting?.id}`);
  await api("POST", "/tickets", {
    bindingId: again.body.data.binding.id,
    tickets: [{ groupId: second, title: "Bank" }],
  });
  await runJobs(plumb.context);
  expect(issues()).toHaveLength(2);
  expect(await ticketsOf(project, second)).toMatchObject([{ state: "open" }]);
});
