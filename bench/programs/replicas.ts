import { join } from "node:path";
import { createClient, type Client } from "@plumb/client/client.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { completeRun, openRun, sendEvents } from "@plumb/contract/runs/live.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { readTrendSummary } from "@plumb/contract/trends/trends.ts";
import { httpFetch } from "@plumb/reporter-core/http-fetch.ts";
import { benchPostgres } from "../harness/databases.ts";
import { junitReport } from "../harness/junit-report.ts";
import { liveStory } from "../harness/live-story.ts";
import type { Metric } from "../harness/metric.ts";
import type { Program } from "../harness/program.ts";
import { type BenchServer, newProject, startServer, workDone } from "../harness/server.ts";
import { quantile, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

interface Size {
  readonly reports: number;
  readonly tests: number;
  readonly liveRuns: number;
  readonly liveTests: number;
  readonly reads: number;
}

const full: Size = { reports: 60, tests: 2000, liveRuns: 60, liveTests: 60, reads: 600 };
const small: Size = { reports: 4, tests: 50, liveRuns: 4, liveTests: 8, reads: 12 };

/** Requests at the same time, from as many senders and readers. */
const concurrency = 6;

/** Times for the same work. On one machine, several servers cannot be faster than one by their number. */
interface Times {
  readonly ingestS: number;
  readonly liveS: number;
  readonly readsMs: readonly number[];
}

/** Compares one server with three on the same PostgreSQL and machine: the ratios show the cost of sharing. */
export const replicas: Program = {
  name: "replicas",
  summary: "uploads, live runs and reading with one and with three servers on one PostgreSQL",
  async run({ quick, log }) {
    const size = quick ? small : full;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const measure = async (count: number) => {
      log(`${count} servers`);
      const database = await postgres.database();
      return measured(await startServers(work.folder(`servers-${count}`), database, count), size);
    };
    const one = await measure(1);
    const three = await measure(3);
    return metricsOf(one, three, size);
  },
};

async function startServers(folder: string, database: string, count: number): Promise<BenchServer[]> {
  const env = { PLUMB_SECRET: "a secret of all servers", PLUMB_BLOBS: join(folder, "blobs") };
  const servers: BenchServer[] = [];
  for (let number = 0; number < count; number += 1)
    servers.push(await startServer(join(folder, `server-${number}`), database, "0", { env }));
  return servers;
}

async function measured(servers: readonly BenchServer[], size: Size): Promise<Times> {
  await using stack = new AsyncDisposableStack();
  for (const server of servers) stack.use(server);
  const [first] = servers;
  if (first === undefined) throw new Error("There is no server.");
  const project = await newProject(first);
  // An upload, a batch and a page can reach any server.
  const keyed = servers.map(({ url }) => createClient({ baseUrl: url, token: () => project.key, fetch: httpFetch }));
  const ingest = await timed(() =>
    inParallel(size.reports, (index) => sendReport(anyOf(keyed, index), index, size.tests)),
  );
  await workDone(first);
  const live = await timed(() => inParallel(size.liveRuns, (index) => reportLive(keyed, index, size.liveTests)));
  await workDone(first);
  const readsMs: number[] = [];
  const { data: reports } = await first.client.call(listReports, { query: { projectId: project.id } });
  await inParallel(size.reads, async (index) => {
    const reportId = anyOf(reports, index).id;
    const { ms } = await timed(() => read(anyOf(servers, index).client, { projectId: project.id, reportId, index }));
    readsMs.push(ms);
  });
  return { ingestS: ingest.ms / 1000, liveS: live.ms / 1000, readsMs };
}

function anyOf<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length] as Item;
}

async function inParallel(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
}

function sendReport(client: Client, index: number, tests: number): Promise<unknown> {
  const query = { filename: "report.xml", suite: `suite ${index % 5}`, build: String(index) };
  return client.call(upload, {
    query,
    body: [...junitReport(tests, index)].join(""),
    headers: { "content-type": "application/octet-stream" },
  });
}

/** Sends each batch of a run to the next server. */
async function reportLive(clients: readonly Client[], index: number, tests: number): Promise<void> {
  let turn = index;
  const next = () => anyOf(clients, turn++);
  const { batches } = liveStory(`machine-${index}`, tests, index);
  const { data: run } = await next().call(openRun, {
    body: { clientId: `machine-${index}`, suite: `live ${index % 5}`, framework: "playwright" },
  });
  const { reportId, source } = run;
  for (const [number, { events }] of batches.entries())
    await next().call(sendEvents, {
      params: { reportId },
      query: { source, batch: number + 1 },
      body: events.map((event) => JSON.stringify(event)).join("\n"),
      headers: { "content-type": "application/x-ndjson" },
    });
  await next().call(completeRun, { params: { reportId }, body: { source, batches: batches.length } });
}

interface Page {
  readonly projectId: number;
  readonly reportId: number;
  readonly index: number;
}

function read(client: Client, { projectId, reportId, index }: Page): Promise<unknown> {
  if (index % 3 === 0) return client.call(listReports, { query: { projectId } });
  if (index % 3 === 1) return client.call(listResults, { params: { reportId }, query: { status: "failed" } });
  return client.call(readTrendSummary, { query: { projectId, timeRange: "30d" } });
}

function metricsOf(one: Times, three: Times, { reports, tests, liveRuns, liveTests, reads }: Size): Metric[] {
  const compared = (name: string, unit: Metric["unit"], of: (times: Times) => number): Metric => ({
    name: `${name}, three servers`,
    value: of(three),
    unit,
    against: { name: "one server", value: of(one) },
  });
  return [
    compared(`${reports} uploads of ${tests} tests`, "s", ({ ingestS }) => ingestS),
    compared(`${liveRuns} live runs of ${liveTests} tests`, "s", ({ liveS }) => liveS),
    compared(`${reads} reads, p50`, "ms", ({ readsMs }) => quantile(readsMs, 0.5)),
    compared(`${reads} reads, p95`, "ms", ({ readsMs }) => quantile(readsMs, 0.95)),
  ];
}
