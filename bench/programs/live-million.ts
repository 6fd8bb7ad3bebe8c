import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { ResultEvent, TestEvent } from "@plumb/contract/result-event.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { Spool } from "@plumb/reporter-core/spool.ts";
import { LiveReport } from "@plumb/reporter-core/live-report.ts";
import { benchPostgres, type DatabaseKind, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { forgetPeak, peakMb, residentMb } from "../harness/memory.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { type BenchServer, newProject, settle, startServer } from "../harness/server.ts";
import { quantile, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** One test in 20 fails, and one in 1,000 never runs. */
const [failing, unrun] = [20, 1000];

/** Reports an extremely large run. Only the tables may grow with its size, not the memory. */
export const liveMillion: Program = {
  name: "live-million",
  summary: "1,000,000 tests of one run, told by one reporter: time, and memory of both sides, on both databases",
  async run({ quick, log }) {
    const count = quick ? quickCount : 1_000_000;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      log(`${count.toLocaleString("en")} tests, ${kind}`);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url);
      await settle(quick);
      metrics.push(...(await sendAll(server, kind, count, work.folder(`spool-${kind}`), log)));
    }
    return metrics;
  },
};

async function sendAll(
  server: BenchServer,
  kind: DatabaseKind,
  count: number,
  spool: string,
  log: (text: string) => void,
): Promise<Metric[]> {
  const project = await newProject(server);
  forgetPeak(server.pid);
  forgetPeak(process.pid);
  const [idle, own] = [residentMb(server.pid) ?? 0, residentMb(process.pid) ?? 0];
  const journal = Spool.create(spool, { suite: "million", framework: "playwright" });
  const troubles: string[] = [];
  const report = new LiveReport(journal, {
    url: server.url,
    key: project.key,
    timeoutMs: 4 * 3_600_000,
    unreachedMs: 60_000,
    ready: Promise.resolve(),
    onError: (reason) => troubles.push(reason),
  });
  const state = { going: true };
  const looking = looked(server, report, () => state.going);
  const { ms } = await timed(async () => {
    report.start();
    await send(report, count, log);
    if ((await report.finish()) !== "sent") throw new Error(`Not all was sent. ${troubles.join(" ")}`);
  });
  state.going = false;
  const polls = await looking;
  const reportId = report.uploader.run?.reportId ?? 0;
  const { summary } = (await server.client.call(readReport, { params: { reportId } })).data;
  const { total, passed, failed, skipped } = summary;
  const expected = { failed: Math.ceil(count / failing), skipped: Math.floor((count - 2) / unrun) + 1 };
  const isRight =
    total === count &&
    failed === expected.failed &&
    skipped === expected.skipped &&
    passed + failed + skipped === count;
  return [
    {
      name: `${kind}: a run of ${count.toLocaleString("en")} tests, announced and told`,
      value: ms / 1000,
      unit: "s",
      note: isRight
        ? `${Math.round(count / (ms / 1000)).toLocaleString("en")} tests a second`
        : `WRONG: ${total} tests, ${passed} passed, ${failed} failed, ${skipped} skipped`,
    },
    memoryMetric(`${kind}: the server's memory above idle`, peakMb(server.pid), idle, 512),
    memoryMetric(`${kind}: the reporter's memory above idle`, peakMb(process.pid), own, 256),
    {
      name: `${kind}: the report and its first tests meanwhile, p95`,
      value: quantile(polls, 0.95),
      unit: "ms",
      note: `p50 ${quantile(polls, 0.5).toFixed(0)} ms, at most ${quantile(polls, 1).toFixed(0)} ms of ${polls.length}`,
    },
  ];
}

function memoryMetric(name: string, peak: number | null, idle: number, max: number): Metric {
  return { name, value: (peak ?? Number.NaN) - idle, unit: "MB", bar: { of: "value", max } };
}

async function send(report: LiveReport, count: number, log: (text: string) => void): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    report.add(testEvent(index, "announced"));
    if (index % 1000 === 0) await setImmediate();
  }
  for (let index = 0; index < count; index += 1) {
    // One test in a thousand never runs.
    if (index % unrun !== 1) for (const event of eventsOf(index)) report.add(event);
    if (index % 1000 === 0) await setImmediate();
    if (index % 100_000 === 0)
      log(`${index.toLocaleString("en")} told, ${report.uploader.batchesLeft} batches to send`);
  }
}

function testEvent(index: number, status: TestEvent["status"]): TestEvent {
  const id = `t${index}`;
  const file = `suite-${index % 5000}.spec.ts`;
  return { kind: "test", id, file, titlePath: ["Shop", `test number ${index}`], variant: "", status, flaky: false };
}

function eventsOf(index: number): ResultEvent[] {
  const status = index % failing === 0 ? "failed" : "passed";
  const errors = status === "failed" ? [{ message: `Error: expected ${index % 7}, got 9` }] : [];
  const test = `t${index}`;
  return [
    { kind: "attempt", test, index: 0, status, startedAt: null, durationMs: index % 900, errors, worker: 0 },
    testEvent(index, status),
  ];
}

/** Loads a page once a second and at least once. Returns the times in milliseconds. */
async function looked({ client }: BenchServer, report: LiveReport, expected: () => boolean): Promise<number[]> {
  const polls: number[] = [];
  while (expected() || polls.length === 0) {
    const reportId = report.uploader.run?.reportId;
    if (reportId !== undefined) {
      const params = { reportId };
      const { ms } = await timed(async () => {
        await client.call(readReport, { params });
        await client.call(listResults, { params, query: { offset: 0, limit: 100 } });
      });
      polls.push(ms);
    }
    if (expected()) await sleep(1000);
  }
  return polls;
}
