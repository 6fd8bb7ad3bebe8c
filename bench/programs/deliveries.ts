import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { createWebhook } from "@plumb/contract/integrations/webhooks.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import type { Program } from "../harness/program.ts";
import { seeded } from "../harness/random.ts";
import { type BenchServer, newProject, startServer } from "../harness/server.ts";
import { quantile } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Longest wait for the last event. */
const patienceMs = 1_200_000;

/** Sends the events of many runs to a receiver that works, one that fails half the time and one that never responds. */
export const deliveries: Program = {
  name: "deliveries",
  summary: "the events of 1,000 runs in a minute, to receivers that work, fail half the time and never respond",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      const runs = quick ? 20 : 1000;
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url, "0", {
        env: { PLUMB_ALLOW_PRIVATE_HOSTS: "127.0.0.1" },
      });
      const random = seeded(1);
      await using working = await startReceiver(() => "respond");
      await using failing = await startReceiver(() => (random() < 0.5 ? "fail" : "respond"));
      await using silent = await startReceiver(() => "wait");
      log(`${runs} runs, ${kind}`);
      const sentAt = await sendRuns(server, runs, [working.url, failing.url, silent.url]);
      await allArrived([working, failing], runs);

      const size = `${runs.toLocaleString("en")} runs, ${kind}`;
      for (const [name, receiver] of [
        ["a receiver that works", working],
        ["a receiver that fails half the time", failing],
      ] as const) {
        const waits = [...receiver.arrivals].map(([build, [at = 0]]) => (at - (sentAt.get(build) ?? 0)) / 1000);
        const twice = [...receiver.arrivals.values()].filter((times) => times.length > 1).length;
        metrics.push(
          { name: `from upload to ${name}, p50, ${size}`, value: quantile(waits, 0.5), unit: "s" },
          { name: `from upload to ${name}, p95, ${size}`, value: quantile(waits, 0.95), unit: "s" },
          {
            name: `events missing or twice at ${name}, ${size}`,
            value: runs - receiver.arrivals.size + twice,
            unit: "rows",
            bar: { of: "value", max: 0 },
          },
        );
      }
    }
    return metrics;
  },
};

interface Receiver extends AsyncDisposable {
  readonly url: string;
  /** Times of successful deliveries by build. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>;
}

async function startReceiver(reply: () => "respond" | "fail" | "wait"): Promise<Receiver> {
  const arrivals = new Map<string, number[]>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const what = reply();
      if (what === "wait") return;
      const { run } = JSON.parse(body) as { run: { build: string } };
      if (what === "respond") arrivals.set(run.build, [...(arrivals.get(run.build) ?? []), performance.now()]);
      response.writeHead(what === "fail" ? 503 : 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    arrivals,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Uploads runs at 1,000 a minute. Returns when each was sent, by build. */
async function sendRuns(
  server: BenchServer,
  runs: number,
  urls: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { id: projectId } = await newProject(server);
  for (const url of urls)
    await server.client.call(createWebhook, { params: { projectId }, body: { url, events: ["run.finished"] } });
  const sentAt = new Map<string, number>();
  const start = performance.now();
  const pending: Promise<unknown>[] = [];
  for (let number = 0; number < runs; number += 1) {
    await sleep(Math.max(0, start + number * 60 - performance.now()));
    const build = `build ${number}`;
    const body = `<testsuite name="cart"><testcase name="adds"><failure message="run ${number} broke"/></testcase></testsuite>`;
    sentAt.set(build, performance.now());
    pending.push(
      server.client.call(upload, {
        query: { projectId, filename: "a.xml", suite: "cart", build },
        body,
        headers: { "content-type": "application/octet-stream" },
      }),
    );
  }
  await Promise.all(pending);
  return sentAt;
}

async function allArrived(receivers: readonly Receiver[], runs: number): Promise<void> {
  const start = performance.now();
  while (receivers.some(({ arrivals }) => arrivals.size < runs) && performance.now() - start < patienceMs)
    await sleep(100);
}
