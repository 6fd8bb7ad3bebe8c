import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createBinding } from "@plumb/contract/integrations/bindings.ts";
import { saveConnector } from "@plumb/contract/integrations/connectors.ts";
import {
  createNotificationRule,
  previewNotificationRule,
  type RuleEvent,
  ruleEvents,
} from "@plumb/contract/integrations/notification-rules.ts";
import { updateSettings } from "@plumb/contract/administration/settings.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { benchPostgres, type DatabaseKind, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import type { Program } from "../harness/program.ts";
import { seeded } from "../harness/random.ts";
import { type BenchServer, newProject, startServer, workDone } from "../harness/server.ts";
import { quantile } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const tests = 100;
const causes = 20;
const failuresPerRun = 10;

const runEvents: readonly RuleEvent[] = ["run.finished"];
const causeEvents: readonly RuleEvent[] = ["cause.new", "cause.returned", "cause.fixed"];
const gateEvents: readonly RuleEvent[] = ["gate.failed"];
const rules: readonly (readonly RuleEvent[])[] = [
  runEvents,
  ["run.failed", "run.recovered"],
  causeEvents,
  gateEvents,
  ruleEvents,
];

const previews: Readonly<Record<string, readonly RuleEvent[]>> = {
  runs: runEvents,
  causes: causeEvents,
  gates: gateEvents,
  "all events": ruleEvents,
};

/** Ends many runs in a minute in a project with five rules, and previews rules over the latest 500 of them. */
export const notificationRules: Program = {
  name: "rules",
  summary:
    "1,000 runs of 100 tests in a minute with five notification rules, and previews over 500 runs, on both databases",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      const url = kind === "postgres" ? await postgres.database() : undefined;
      metrics.push(...(await measured(kind, { dataDir: work.folder(kind), url, runs: quick ? 20 : 1000, log })));
    }
    return metrics;
  },
};

interface Measured {
  readonly dataDir: string;
  readonly url: string | undefined;
  readonly runs: number;
  readonly log: (line: string) => void;
}

async function measured(kind: DatabaseKind, { dataDir, url, runs, log }: Measured): Promise<Metric[]> {
  const metrics: Metric[] = [];
  await using server = await startServer(dataDir, url, "0", { env: { PLUMB_ALLOW_PRIVATE_HOSTS: "127.0.0.1" } });
  await using channel = await startChannel();
  const { id: projectId } = await newProject(server);
  await addRules(server, projectId, channel.url);
  log(`${runs} runs, ${kind}`);
  const sentAt = await sendRuns(server, projectId, runs);
  const sent = performance.now();
  await workDone(server);

  const size = `${runs.toLocaleString("en")} runs, ${kind}`;
  const waits = [...channel.arrivals].flatMap(([number, at]) => {
    const from = sentAt.get(number);
    return from === undefined ? [] : [(at - from) / 1000];
  });
  metrics.push(
    { name: `from upload to the message about a run, p95, ${size}`, value: quantile(waits, 0.95), unit: "s" },
    {
      name: `from the last upload until all jobs are done, ${size}`,
      value: (performance.now() - sent) / 1000,
      unit: "s",
    },
  );
  for (const [name, events] of Object.entries(previews))
    metrics.push({
      name: `preview of a rule for ${name}, ${size}`,
      value: await previewMs(server, projectId, events),
      unit: "ms",
    });
  return metrics;
}

/** A channel of Slack behind an incoming webhook. */
async function startChannel() {
  const arrivals = new Map<number, number>();
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      const number = Number(/suite #(\d+) /.exec(body)?.[1]);
      if (!arrivals.has(number)) arrivals.set(number, performance.now());
      response.writeHead(200, { "content-type": "text/plain" }).end("ok");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T1/B1/x`,
    arrivals,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function addRules({ client }: BenchServer, projectId: number, webhookUrl: string): Promise<void> {
  await client.call(updateSettings, { body: { notifications: { slack: true } } });
  await client.call(saveConnector, { params: { connectorId: "slack" }, body: { values: { webhookUrl } } });
  const { data } = await client.call(createBinding, {
    params: { projectId },
    body: { connector: "slack", owner: "server", offer: "channel", values: { channel: "#bench" } },
  });
  for (const [index, events] of rules.entries())
    await client.call(createNotificationRule, {
      params: { projectId },
      body: { name: `Rule ${index}`, bindingId: data.binding.id, events: [...events], maxPerHour: 100 },
    });
}

/** Uploads runs at 1,000 a minute. Returns when each was sent, by number. */
async function sendRuns(server: BenchServer, projectId: number, runs: number): Promise<ReadonlyMap<number, number>> {
  const random = seeded(1);
  const sentAt = new Map<number, number>();
  const start = performance.now();
  const pending: Promise<unknown>[] = [];
  for (let number = 1; number <= runs; number += 1) {
    await sleep(Math.max(0, start + number * 60 - performance.now()));
    const failed = new Set(Array.from({ length: failuresPerRun }, () => Math.floor(random() * tests)));
    const cases = Array.from({ length: tests }, (_, test) => {
      const error = `Error: service ${"abcdefghijklmnopqrst"[test % causes]} refused the request`;
      return `<testcase name="test ${test}">${failed.has(test) ? `<failure message="${error}">${error}</failure>` : ""}</testcase>`;
    });
    sentAt.set(number, performance.now());
    pending.push(
      server.client.call(upload, {
        query: { projectId, filename: "a.xml", suite: "suite", build: `build ${number}` },
        body: `<testsuite name="suite">${cases.join("")}</testsuite>`,
        headers: { "content-type": "application/octet-stream" },
      }),
    );
  }
  await Promise.all(pending);
  return sentAt;
}

/** Returns the median of five previews. */
async function previewMs({ client }: BenchServer, projectId: number, events: readonly RuleEvent[]): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const start = performance.now();
    await client.call(previewNotificationRule, { params: { projectId }, body: { events: [...events] } });
    times.push(performance.now() - start);
  }
  return quantile(times, 0.5);
}
