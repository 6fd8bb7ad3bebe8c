import type { Client, Input } from "@plumb/client/client.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import {
  listTrendEnvironments,
  listTrendFilters,
  listTrendSuites,
  readTrendData,
  readTrendSummary,
} from "@plumb/contract/trends/trends.ts";
import { benchPostgres, databasesFor, databaseLocation } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { seedTrends } from "../harness/seed-trends.ts";
import { newProjectIn, startServer } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const sizes = { quick: [10 * quickCount], full: [100_000, 10_000_000] };

/** Measures the calls of the trends with a year of results for the same tests. Their cost may not depend on the number of stored results. */
export const trends: Program = {
  name: "trends",
  summary: "the API calls of the trends at 100,000 and 10,000,000 results",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      let smaller = new Map<string, number>();
      for (const results of quick ? sizes.quick : sizes.full) {
        const size = `${results.toLocaleString("en")} results, ${kind}`;
        log(size);
        const dataDir = work.folder(`${kind}-${results}`);
        const url = kind === "postgres" ? await postgres.database() : undefined;
        const projectId = await newProjectIn(dataDir, url);
        const { ms } = await timed(() =>
          seedTrends(databaseLocation(dataDir, url), projectId, { results, prove: results <= 100_000 }),
        );
        log(`${size}: filled in ${Math.round(ms / 1000)} s`);
        await using server = await startServer(dataDir, url);
        const p50s = new Map<string, number>();
        for (const [name, call] of trendCalls(server.client, projectId)) {
          const { metric, p50 } = await callMetric(call, {
            name: `${name}, ${size}`,
            times: quick ? 5 : 100,
            maxMs: 50,
          });
          metrics.push(metric);
          const before = smaller.get(name);
          p50s.set(name, p50);
          if (before === undefined) continue;
          metrics.push({
            name: `${name}, ${size}: p50`,
            value: p50,
            unit: "ms",
            against: { name: "that of the smaller project", value: before },
            bar: { of: "ratio", max: 2 },
          });
        }
        smaller = p50s;
        const another = await callMetric(() => firstWithAnotherRun(server.client, projectId), {
          name: `a summary of a year, the first call after another run was counted, ${size}`,
          times: quick ? 1 : 20,
          maxMs: 100,
        });
        metrics.push(another.metric);
      }
    }
    return metrics;
  },
};

let sent = 0;

/** Returns the time of the first call that includes a new run, for which the cached runs are updated. */
async function firstWithAnotherRun(client: Client, projectId: number): Promise<number> {
  const query = { projectId, timeRange: "1y" } as const;
  const { data: before } = await client.call(readTrendSummary, { query });
  await client.call(upload, {
    query: { projectId, suite: "suite-1", environment: "staging", branch: "main", build: `another ${++sent}` },
    body: `<testsuites><testsuite name="s"><testcase name="run ${sent}" classname="c" time="1"/></testsuite></testsuites>`,
  });
  for (;;) {
    const { ms, value } = await timed(() => client.call(readTrendSummary, { query }));
    if (value.data.counted_runs > before.counted_runs) return ms;
  }
}

type Query = Partial<Input<(typeof readTrendData)["query"]>>;

const filtered: Query = {
  suite: ["suite-1", "suite-2"],
  environment: "staging",
  branch: "main",
  tag: "nightly",
};

/** Calls about single tests are measured by the program `tests`. */
function trendCalls(client: Client, projectId: number): Map<string, () => Promise<unknown>> {
  const timeZone = "America/St_Johns";
  const data = (query: Query) => () => client.call(readTrendData, { query: { projectId, timeZone, ...query } });
  const summary = (query: Query) => () => client.call(readTrendSummary, { query: { projectId, timeZone, ...query } });
  return new Map<string, () => Promise<unknown>>([
    ["30 days by day", data({})],
    ["90 days by week", data({ timeRange: "90d", groupBy: "week" })],
    ["a year by day", data({ timeRange: "1y" })],
    ["a year by month", data({ timeRange: "1y", groupBy: "month" })],
    ["a year by month, filtered", data({ timeRange: "1y", groupBy: "month", ...filtered })],
    ["a year by month, two owners", data({ timeRange: "1y", groupBy: "month", owner: ["team-1", "team-2"] })],
    ["summary of 30 days", summary({})],
    ["summary of a year, filtered", summary({ timeRange: "1y", ...filtered })],
    ["suites of a year", () => client.call(listTrendSuites, { query: { projectId, timeZone, timeRange: "1y" } })],
    ["environments of 90 days", () => client.call(listTrendEnvironments, { query: { projectId, timeRange: "90d" } })],
    ["filter options", () => client.call(listTrendFilters, { query: { projectId } })],
  ]);
}
