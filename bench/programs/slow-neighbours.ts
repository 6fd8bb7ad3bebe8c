import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createBinding, saveProjectConnector } from "@plumb/contract/integrations/bindings.ts";
import { linkTicket, listTickets } from "@plumb/contract/integrations/tickets.ts";
import { createWebhook } from "@plumb/contract/integrations/webhooks.ts";
import { listFailureGroups } from "@plumb/contract/failures/failures.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { createGitlabFake } from "../../packages/server/src/testing/fakes/gitlab.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import type { Program } from "../harness/program.ts";
import { type BenchServer, newProject, startServer } from "../harness/server.ts";
import { quantile } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const slowMs = 9500;
const token = "glpat-bench";
const webhookSecret = "the secret of the webhooks";

/** Measures what a project waits for whose neighbours have slow receivers and slow trackers. */
export const slowNeighbours: Program = {
  name: "slow-neighbours",
  summary:
    "a webhook beside 40 slow receivers with 1,000 waiting deliveries, and a ticket's webhook beside 30 slow trackers",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url, "0", {
        env: { PLUMB_ALLOW_PRIVATE_HOSTS: "127.0.0.1" },
      });
      const size = { receivers: quick ? 2 : 20, runs: quick ? 2 : 25, trackers: quick ? 2 : 30, times: quick ? 2 : 10 };
      log(`slow receivers, ${kind}`);
      metrics.push(...(await besideReceivers(server, size, kind)));
      log(`slow trackers, ${kind}`);
      metrics.push(...(await besideTrackers(server, size, kind)));
    }
    return metrics;
  },
};

interface Size {
  /** Of each of two projects. */
  readonly receivers: number;
  /** Runs whose events wait for each receiver. */
  readonly runs: number;
  readonly trackers: number;
  readonly times: number;
}

async function besideReceivers(server: BenchServer, size: Size, kind: string): Promise<Metric[]> {
  const arrivals = new Map<string, number>();
  await using slow = await startService(() => ({ afterMs: slowMs, body: {} }));
  await using quick = await startService((_url, body) => {
    const { run } = JSON.parse(body) as { run: { build: string } };
    arrivals.set(run.build, performance.now());
    return { afterMs: 0, body: {} };
  });
  for (let neighbour = 0; neighbour < 2; neighbour += 1) {
    const { id: projectId } = await newProject(server);
    for (let each = 0; each < size.receivers; each += 1) await addWebhook(server, projectId, `${slow.url}/${each}`);
    for (let run = 0; run < size.runs; run += 1) await sendRun(server, projectId, `slow ${run}`, 1);
  }
  const { id: projectId } = await newProject(server);
  await addWebhook(server, projectId, quick.url);
  // Until the receivers are known to be slow.
  await sleep(2 * slowMs);
  const waits: number[] = [];
  for (let time = 0; time < size.times; time += 1) {
    const build = `measured ${time}`;
    const sent = performance.now();
    await sendRun(server, projectId, build, 1);
    await until(() => arrivals.has(build));
    waits.push(((arrivals.get(build) ?? Number.POSITIVE_INFINITY) - sent) / 1000);
    await sleep(500);
  }
  const waiting = 2 * size.receivers * size.runs;
  return waitMetrics(
    waits,
    `to a webhook beside ${2 * size.receivers} slow ones with ${waiting} deliveries, ${kind}`,
    3,
  );
}

async function besideTrackers(server: BenchServer, size: Size, kind: string): Promise<Metric[]> {
  await using slow = await startTracker();
  await using quick = await startTracker();
  const neighbour = await addTickets(server, slow, size.trackers);
  const own = await addTickets(server, quick, 1);
  slow.delay(slowMs);
  const [{ id: bindingId, groupId } = { id: 0, groupId: 0 }] = own.tickets;
  const params = { projectId: own.projectId };
  const stateNow = async () =>
    (await server.client.call(listTickets, { params, query: { groupIds: String(groupId) } })).data[0]?.state;
  const waits: number[] = [];
  for (let time = 0; time < size.times; time += 1) {
    for (const { id } of neighbour.tickets) await report(server, neighbour.projectId, id, neighbour.iidOf(id));
    const [issue] = quick.issues;
    if (issue === undefined) break;
    issue.state = issue.state === "closed" ? "opened" : "closed";
    const expected = issue.state === "closed" ? "closed" : "open";
    const began = performance.now();
    await report(server, own.projectId, bindingId, issue.iid);
    await until(async () => (await stateNow()) === expected);
    waits.push((performance.now() - began) / 1000);
  }
  return waitMetrics(waits, `to a ticket's state beside ${size.trackers} slow trackers, ${kind}`, 5);
}

function waitMetrics(waits: readonly number[], name: string, max: number): Metric[] {
  return [
    { name: `p50, ${name}`, value: quantile([...waits], 0.5), unit: "s" },
    { name: `longest, ${name}`, value: Math.max(...waits), unit: "s", bar: { of: "value", max } },
  ];
}

async function addWebhook(server: BenchServer, projectId: number, url: string): Promise<void> {
  await server.client.call(createWebhook, { params: { projectId }, body: { url, events: ["run.finished"] } });
}

/** Uploads a run with failures of several causes. */
async function sendRun(server: BenchServer, projectId: number, build: string, causes: number): Promise<void> {
  const words = "cart payment search login export avatar report filter".split(" ");
  const cases = Array.from({ length: causes }, (_, at) => {
    const word = `${words[at % words.length]}${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}`;
    return `<testcase name="${word}"><failure message="TypeError: ${word} is not a function of ${word}Service"/></testcase>`;
  });
  await server.client.call(upload, {
    query: { projectId, filename: "a.xml", suite: "cart", build },
    body: `<testsuite name="cart">${cases.join("")}</testsuite>`,
    headers: { "content-type": "application/octet-stream" },
  });
}

/** Creates a project with connections to a tracker, each with a ticket of one cause. */
async function addTickets(server: BenchServer, tracker: Tracker, count: number) {
  const { id: projectId } = await newProject(server);
  const params = { projectId };
  await sendRun(server, projectId, "1", count);
  const causes = async () => (await server.client.call(listFailureGroups, { params, query: {} })).data;
  await until(async () => (await causes()).length > 0);
  await server.client.call(saveProjectConnector, {
    params: { projectId, connectorId: "gitlab" },
    body: { values: { url: tracker.url, token } },
  });
  const tickets: { readonly id: number; readonly groupId: number }[] = [];
  for (const [at, { id: groupId }] of (await causes()).entries()) {
    const values = { project: "bench/shop", webhookSecret };
    const input = { connector: "gitlab", owner: "project", offer: "tracker", values } as const;
    const { binding } = (await server.client.call(createBinding, { params, body: input })).data;
    const iid = at + 1;
    tracker.issues.push(newIssue(iid));
    const body = { groupId, bindingId: binding.id, trackerId: `1#${iid}` };
    await server.client.call(linkTicket, { params, body });
    tickets.push({ id: binding.id, groupId });
  }
  return { projectId, tickets, iidOf: (id: number) => tickets.findIndex((ticket) => ticket.id === id) + 1 };
}

/** Sends the webhook of a tracker. */
async function report(server: BenchServer, projectId: number, bindingId: number, iid: number): Promise<void> {
  const body = JSON.stringify({ object_kind: "issue", project: { id: 1 }, object_attributes: { iid } });
  const headers = { "content-type": "application/json", "x-gitlab-token": webhookSecret };
  await fetch(`${server.url}/api/tracker-webhooks/${projectId}/${bindingId}`, { method: "POST", headers, body });
}

type Issue = ReturnType<typeof createGitlabFake>["state"]["projects"][number]["issues"][number];

function newIssue(iid: number): Issue {
  return {
    iid,
    title: `Issue ${iid}`,
    description: null,
    state: "opened",
    labels: [],
    assignee: null,
    notes: [],
    createdAt: new Date().toISOString(),
    movedToId: null,
  };
}

interface Tracker extends AsyncDisposable {
  readonly url: string;
  readonly issues: Issue[];
  readonly delay: (ms: number) => void;
}

async function startTracker(): Promise<Tracker> {
  const { state, respond } = createGitlabFake(token);
  const issues: Issue[] = [];
  state.projects.push({ id: 1, path: "bench/shop", name: "Bench / Shop", issuesEnabled: true, labels: [], issues });
  let afterMs = 0;
  const service = await startService((url, body, { method, headers }) => ({
    afterMs,
    ...respond({ method, url, headers, body }),
  }));
  return { ...service, issues, delay: (ms) => (afterMs = ms) };
}

interface Reply {
  readonly afterMs: number;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

type Facts = { readonly method: string; readonly headers: NodeJS.Dict<string | string[]> };

async function startService(reply: (url: string, body: string, facts: Facts) => Reply) {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const { method = "GET", url = "/", headers: input } = request;
      const { afterMs, status = 200, headers = {}, body: sent = "" } = reply(url, body, { method, headers: input });
      const end = () => response.writeHead(status, headers).end(typeof sent === "string" ? sent : JSON.stringify(sent));
      if (afterMs === 0) end();
      else setTimeout(end, afterMs).unref();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Longest wait for one event. */
const patienceMs = 300_000;

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const start = performance.now();
  while (!(await isDone()) && performance.now() - start < patienceMs) await sleep(20);
}
