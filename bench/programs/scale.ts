import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { benchPostgres } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type BenchOptions, type Program, quickCount } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { scaleCalls, scaleSubjects, type ScaleSubjects } from "../harness/scale-calls.ts";
import { sendReport } from "../harness/send-report.ts";
import { type BenchServer, newProject, startServer, workDone } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";
import { openDatabase } from "../../packages/server/src/store/db.ts";

/** Number of tests per upload. */
const uploadTests = 10_000;
/** Number of uploads that are sent without a pause, to measure how long their counting takes. */
const inARow = 50;
const days = 90;
const dayMs = 86_400_000;
const environments = ["staging", "production", "qa"];
const branches = ["main", "release", "feature/cart", "feature/search", "feature/returns"];

/** Fills a project through the product. Measures the cost of each call, and whether counting keeps up with uploads. */
export const scale: Program = {
  name: "scale",
  summary:
    "uploads in a row, and every call, at 100,000 and 2,000,000 results (10,000,000 with --large), on PostgreSQL",
  async run(options) {
    const { quick, large } = options;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const sizes = quick ? [2 * quickCount] : [100_000, large ? 10_000_000 : 2_000_000];
    const metrics: Metric[] = [];
    let smaller: ReadonlyMap<string, number> = new Map();
    for (const results of sizes) {
      const found = await measure({
        ...options,
        results,
        smaller,
        folder: work.folder(String(results)),
        url: await postgres.database(),
      });
      metrics.push(...found.metrics);
      smaller = found.p50s;
    }
    return metrics;
  },
};

interface Measuring extends BenchOptions {
  readonly results: number;
  readonly smaller: ReadonlyMap<string, number>;
  readonly folder: string;
  readonly url: string;
}

interface Measured {
  readonly metrics: readonly Metric[];
  readonly p50s: ReadonlyMap<string, number>;
}

async function measure({ quick, log, results, smaller, folder, url }: Measuring): Promise<Measured> {
  const size = `${results.toLocaleString("en")} results`;
  const tests = quick ? results / 2 : uploadTests;
  const uploads = results / tests;
  const metrics: Metric[] = [];
  let subjects: ScaleSubjects;
  {
    await using server = await startServer(folder, url);
    const { id: projectId } = await newProject(server);
    const last = Math.min(inARow, uploads);
    const send = (index: number) => sendUpload(server, { projectId, folder, tests, index, uploads });
    for (let index = 0; index < uploads - last; index += 1) {
      if (index % 10 === 0) log(`${size}: upload ${index} of ${uploads}`);
      await send(index);
    }
    await workDone(server);
    log(`${size}: the last ${last} uploads in a row`);
    const { ms } = await timed(async () => {
      for (let index = uploads - last; index < uploads; index += 1) await send(index);
    });
    const behind = await timed(() => counted(url, server));
    metrics.push({
      name: `${last} uploads of ${tests.toLocaleString("en")} tests in a row, ${size}: counted, judged and in the trends after the last`,
      value: behind.ms,
      unit: "ms",
      bar: { of: "value", max: 10_000 },
      note: `the uploads took ${(ms / 1000).toFixed(1)} s`,
    });
    subjects = await scaleSubjects(server.client, projectId);
  }
  log(`${size}: calls`);
  await using server = await startServer(folder, url);
  const p50s = new Map<string, number>();
  for (const [name, call] of scaleCalls(server.client, subjects)) {
    const first = await timed(call);
    const { metric, p50 } = await callMetric(call, { name: `${name}, ${size}`, times: quick ? 5 : 30, maxMs: 50 });
    p50s.set(name, p50);
    const before = smaller.get(name);
    metrics.push({
      ...metric,
      ...(before === undefined ? {} : { against: { name: "p50 of the smaller project", value: before } }),
    });
    metrics.push({
      name: `${name}, ${size}: the first call after a start`,
      value: first.ms,
      unit: "ms",
      bar: { of: "value", max: 500 },
    });
  }
  return { metrics, p50s };
}

interface NextUpload {
  readonly projectId: number;
  readonly folder: string;
  readonly tests: number;
  readonly index: number;
  readonly uploads: number;
}

/** Sends an upload to one of two suites, always with the same tests. Environments, branches and days vary; the last upload is the newest. */
async function sendUpload(
  server: BenchServer,
  { projectId, folder, tests, index, uploads }: NextUpload,
): Promise<void> {
  const suite = index % 2;
  const startedAt = Date.now() - (days * dayMs * (uploads - index)) / uploads;
  const report = await writeReport(
    join(folder, "report.json"),
    tests,
    playwrightJsonReport(tests, 100 + suite, { run: index, startedAt }),
  );
  await sendReport(server, projectId, report, {
    build: String(index),
    suite: `suite-${suite}`,
    environment: environments[index % environments.length] as string,
    branch: branches[index % branches.length] as string,
  });
}

/** Waits until all runs are counted, all tests are evaluated and no jobs are left. */
async function counted(url: string, server: BenchServer): Promise<void> {
  await using database = await openDatabase({ url, folder: null });
  for (;;) {
    const { rows } = await sql<{ left: boolean }>`
      select exists (select from run where counted_day is null) or exists (select from test_activity where dirty) as left
    `.execute(database.db);
    if (rows[0]?.left === false) break;
    await sleep(100);
  }
  await workDone(server);
}
