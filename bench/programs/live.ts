import { setTimeout as sleep } from "node:timers/promises";
import { RefusedError } from "@plumb/client/call-error.ts";
import { createClient, type Client } from "@plumb/client/client.ts";
import { completeRun, type OpenedRun, openRun, putArtifact, sendEvents } from "@plumb/contract/runs/live.ts";
import { searchReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listResultGroups, listResults } from "@plumb/contract/runs/results.ts";
import { httpFetch } from "@plumb/reporter-core/http-fetch.ts";
import { benchPostgres, type DatabaseKind, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { liveStory, type LiveStory, pictureOf } from "../harness/live-story.ts";
import { newMembers } from "../harness/people.ts";
import type { Program } from "../harness/program.ts";
import { type BenchServer, newProject, settle, startServer } from "../harness/server.ts";
import { type Received, watchersOfAccount, watchReport } from "../harness/socket-watchers.ts";
import { peakMb, processorSeconds } from "../harness/memory.ts";
import { quantile, timed } from "../harness/statistics.ts";
import { differences } from "../harness/differences.ts";
import { workFolder } from "../harness/work-folder.ts";

interface Size {
  readonly reporters: number;
  /** Number of reporters that are shards of one run. The others each have their own run. */
  readonly shards: number;
  readonly watchers: number;
  readonly tests: number;
  /** Time between two batches of a reporter. Real reporters send one per second. */
  readonly paceMs: number;
  /** Time between the start of the first and the last machine. */
  readonly startMs: number;
}

const full: Size = { reporters: 200, shards: 40, watchers: 500, tests: 60, paceMs: 1000, startMs: 10_000 };
const small: Size = { reporters: 6, shards: 3, watchers: 12, tests: 12, paceMs: 20, startMs: 100 };

/** All machines of a large pipeline run their tests at the same time, 200 per second in total, while many users watch. */
export const live: Program = {
  name: "live",
  summary: "200 reporters that stream at once while 500 connections watch, on both databases",
  async run({ quick, log }) {
    const size = quick ? small : full;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      log(`${size.reporters} reporters, ${size.watchers} watchers, ${kind}`);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url);
      await settle(quick);
      metrics.push(...(await streamed(server, kind, size, log)));
    }
    return metrics;
  },
};

interface Reporter {
  readonly story: LiveStory;
  readonly run: OpenedRun;
  readonly clientId: string;
  readonly shard: number | null;
}

async function streamed(server: BenchServer, kind: DatabaseKind, size: Size, log: (text: string) => void) {
  const project = await newProject(server);
  const tokens = await newMembers(server, project.id, Math.ceil(size.watchers / watchersOfAccount));
  const client = createClient({ baseUrl: server.url, token: () => project.key, fetch: httpFetch });
  const requests = new Map<string, number[]>();
  const calls = new Calls(client, requests);
  const acknowledged: { at: number; decided: number }[] = [];
  const reporters = await Promise.all(Array.from({ length: size.reporters }, (_, index) => opened(calls, index, size)));
  const watched = reporters[0]?.run.reportId ?? 0;
  using watchers = await watchReport(server, tokens, watched, size.watchers);
  let open = reporters.length;
  const before = processorSeconds(server.pid) ?? 0;
  const { ms, value: polls } = await timed(async () => {
    const looking = looked(server, project.id, watched, () => open > 0);
    await Promise.all(
      reporters.map(async (reporter, index) => {
        await sleep((index / reporters.length) * size.startMs);
        await sendRun(calls, reporter, size.paceMs, (decided) => {
          if (reporter.run.reportId !== watched) return;
          const earlier = acknowledged.at(-1)?.decided ?? 0;
          acknowledged.push({ at: performance.now(), decided: earlier + decided });
        });
        open -= 1;
      }),
    );
    return looking;
  });
  const used = (processorSeconds(server.pid) ?? 0) - before;
  log(`compares ${size.reporters * size.tests} tests`);
  const wrong: string[] = [];
  for (const [reportId, parts] of Map.groupBy(reporters, ({ run }) => run.reportId))
    wrong.push(
      ...(await differences(
        server.client,
        reportId,
        parts.flatMap(({ story }) => story.tests),
      )),
    );
  const delays = delaysOf(acknowledged, watchers.heard);
  const load = `${size.reporters} reporters`;
  return [
    {
      name: `${kind}: tests and files that are not as ${load} told them`,
      value: wrong.length,
      unit: "rows",
      bar: { of: "value", max: 0 },
      note:
        wrong.slice(0, 3).join("; ") ||
        `of ${(size.reporters * size.tests).toLocaleString("en")} tests, in ${(ms / 1000).toFixed(0)} s; ${used.toFixed(0)} s of processor time`,
    },
    {
      name: `${kind}: a request of ${load}, the longest`,
      value: quantile([...requests.values()].flat(), 1),
      unit: "ms",
      bar: { of: "value", max: 1000 },
      note: `${[...requests].map(([name, times]) => inShort(name, times)).join("; ")}; ${calls.refused} were told to come again`,
    },
    ...Object.entries(polls).map(([name, times]): Metric => ({
      name: `${kind}: ${name} meanwhile, p95`,
      value: quantile(times, 0.95),
      unit: "ms",
      bar: { of: "value", max: 100 },
      note: `p50 ${quantile(times, 0.5).toFixed(0)} ms, at most ${quantile(times, 1).toFixed(0)} ms of ${times.length} calls`,
    })),
    {
      name: `${kind}: from acknowledged to each of ${size.watchers} watchers, p95`,
      value: quantile(delays, 0.95),
      unit: "ms",
      bar: { of: "value", max: 250 },
      note: `p50 ${quantile(delays, 0.5).toFixed(0)} ms, at most ${quantile(delays, 1).toFixed(0)} ms; ${watchers.heard[0]?.length ?? 0} events each, ${watchers.lost()} connections lost`,
    },
    { name: `${kind}: the server's memory at its peak`, value: peakMb(server.pid) ?? Number.NaN, unit: "MB" },
  ] satisfies Metric[];
}

function inShort(name: string, times: readonly number[]): string {
  const [p50 = 0, p95 = 0, max = 0] = [0.5, 0.95, 1].map((share) => Math.round(quantile(times, share)));
  return `${times.length.toLocaleString("en")} ${name} p50 ${p50} p95 ${p95} at most ${max} ms`;
}

/** Measures calls of reporters by kind. Repeats a call if the server asks for it. */
class Calls {
  readonly #client: Client;
  readonly #times: Map<string, number[]>;
  refused = 0;

  constructor(client: Client, times: Map<string, number[]>) {
    this.#client = client;
    this.#times = times;
  }

  async make<Value>(name: string, call: (client: Client) => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        const { ms, value } = await timed(() => call(this.#client));
        const same = this.#times.get(name) ?? [];
        this.#times.set(name, same);
        same.push(ms);
        return value;
      } catch (error) {
        if (!(error instanceof RefusedError && (error.status === 429 || error.status === 503))) throw error;
        this.refused += 1;
        await sleep(error.retryAfterMs ?? 1000);
      }
    }
  }
}

async function opened(calls: Calls, index: number, { reporters, shards, startMs, tests }: Size): Promise<Reporter> {
  await sleep((index / reporters) * startMs);
  const shard = index < shards ? index + 1 : null;
  const clientId = `machine-${index}`;
  const body = {
    clientId,
    suite: shard === null ? `suite ${index}` : "sharded",
    framework: "playwright",
    ...(shard !== null && { build: "1", shard: { current: shard, total: shards } }),
  };
  const { data: run } = await calls.make("open", (client) => client.call(openRun, { body }));
  return { story: liveStory(clientId, tests, index), run, clientId, shard };
}

/** Sends all data of a reporter: batches at the pace of a real reporter, screenshots of failed tests, and the end of the run. */
async function sendRun(
  calls: Calls,
  { story, run }: Reporter,
  paceMs: number,
  onRetained: (decided: number) => void,
): Promise<void> {
  const params = { reportId: run.reportId };
  const { source } = run;
  const began = performance.now();
  for (const [index, { events, decided }] of story.batches.entries()) {
    await sleep(Math.max(0, began + index * paceMs - performance.now()));
    const query = { source, batch: index + 1 };
    const body = events.map((event) => JSON.stringify(event)).join("\n");
    const headers = { "content-type": "application/x-ndjson" };
    await calls.make("batches", (client) => client.call(sendEvents, { params, query, body, headers }));
    onRetained(decided.length);
    for (const test of decided.filter(({ pictured }) => pictured)) {
      const about = { source, test: test.title, attempt: 0, name: "screenshot.png", contentType: "image/png" };
      const content = { body: new Uint8Array(pictureOf(test)), headers: { "content-type": "image/png" } };
      await calls.make("files", (client) => client.call(putArtifact, { params, query: about, ...content }));
    }
  }
  await calls.make("complete", (client) =>
    client.call(completeRun, { params, body: { source, batches: story.batches.length } }),
  );
}

/** Makes the calls of a user's screens in turn while `expected` returns true. Returns the times by call, in milliseconds. */
async function looked({ client }: BenchServer, projectId: number, reportId: number, expected: () => boolean) {
  const params = { reportId };
  const screens: Record<string, () => Promise<unknown>> = {
    "the report list": () => client.call(searchReports, { body: { projectId, query: "" } }),
    "a report": () => client.call(readReport, { params }),
    "its first tests": () => client.call(listResults, { params, query: { offset: 0, limit: 100 } }),
    "its failures in groups": () => client.call(listResultGroups, { params, query: { by: "failure" } }),
  };
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(screens).map((name) => [name, []]));
  while (expected()) {
    for (const [name, call] of Object.entries(screens)) times[name]?.push((await timed(call)).ms);
    await sleep(100);
  }
  return times;
}

/** Returns the times from each acknowledged batch until each connection was notified of as many finished tests, in milliseconds. */
function delaysOf(acknowledged: Received, received: readonly Received[]): number[] {
  return received.flatMap((events) => {
    let next = 0;
    return acknowledged.flatMap(({ at, decided }) => {
      while (next < events.length && (events[next]?.decided ?? 0) < decided) next += 1;
      const event = events[next];
      return event === undefined ? [] : [Math.max(0, event.at - at)];
    });
  });
}
