import { join } from "node:path";
import { readMetrics } from "@plumb/contract/runs/metrics.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import {
  type GroupBy,
  listOutcomes,
  listResultGroups,
  listResults,
  locateResult,
  readResult,
  readResultHistory,
} from "@plumb/contract/runs/results.ts";
import { readTimeline } from "@plumb/contract/runs/timeline.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { atRest, type BenchServer, newProject, startServer } from "../harness/server.ts";
import { timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** Measures the calls of the report page. Their cost may depend on the number of shown tests, not on the number of stored ones. */
export const reportCalls: Program = {
  name: "report-calls",
  summary: "the report page's API calls at 10,000 and 50,000 tests",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url);
      let smaller = new Map<string, number>();
      for (const count of quick ? [quickCount] : [10_000, 50_000]) {
        log(`${count} tests, ${kind}`);
        const report = await writeReport(join(work.path, "report.json"), count, playwrightJsonReport(count, 11));
        const project = await newProject(server);
        const { reportId } = await sendReport(server, project.id, report);
        // Counting in the background must not affect the measurement.
        if (!quick) await atRest(server);
        const p50s = new Map<string, number>();
        for (const [name, call] of calls(server, reportId, count)) {
          const { metric, p50 } = await callMetric(call, {
            name: `${name}, ${count.toLocaleString("en")} tests, ${kind}`,
            times: quick ? 20 : 60,
            maxMs: maxMsOf[name] ?? 50,
          });
          metrics.push(metric);
          const before = smaller.get(name);
          p50s.set(name, p50);
          if (before === undefined) continue;
          metrics.push({
            name: `${name}, ${count.toLocaleString("en")} tests, ${kind}: p50`,
            value: p50,
            unit: "ms",
            against: { name: "that of the smaller report", value: before },
            bar: { of: "ratio", max: 2 },
          });
        }
        smaller = p50s;
      }
    }
    return metrics;
  },
};

/** Limits in milliseconds. The timeline arranges all executions, and is not part of the first view. */
const maxMsOf: Readonly<Record<string, number>> = { timeline: 150 };

function calls(server: BenchServer, reportId: number, count: number): Map<string, () => Promise<unknown>> {
  const params = { reportId };
  const window = (offset: number, search?: string) =>
    server.client.call(listResults, {
      params,
      query: { offset, limit: 100, ...(search === undefined ? {} : { search }) },
    });
  const groups = (by: GroupBy) => server.client.call(listResultGroups, { params, query: { by } });
  const ofGroup = async (by: GroupBy, rowOf: (total: number) => number) => {
    const group = (await groups(by)).data.toSorted((a, b) => b.total - a.total)[0];
    const query = { [by]: group?.key ?? "", offset: rowOf(group?.total ?? 0), limit: 100 };
    return (await timed(() => server.client.call(listResults, { params, query }))).ms;
  };
  const ofSome = async (call: (result: { params: { reportId: number; resultId: number } }) => Promise<unknown>) => {
    const { data } = await window(count / 2);
    return (await timed(() => call({ params: { ...params, resultId: data[7]?.id ?? 0 } }))).ms;
  };
  let opened = 0;
  let searched = 0;
  return new Map<string, () => Promise<unknown>>([
    ["report", () => server.client.call(readReport, { params })],
    ["first window", () => window(0)],
    ["middle window", () => window(count / 2)],
    ["last window", () => window(count - 100)],
    // Recent searches are cached: the first search is repeated, the second differs in each call.
    ["search, many hits", () => window(0, "teapot")],
    ["search, one hit", () => window(0, `number ${count - ++searched}`)],
    ["metrics", () => server.client.call(readMetrics, { params })],
    ["timeline", () => server.client.call(readTimeline, { params, query: {} })],
    ["groups by failure", () => groups("failure")],
    ["groups by file", () => groups("file")],
    ["groups by browser", () => groups("browser")],
    ["window of a failure", () => ofGroup("failure", () => 0)],
    ["window of a file", () => ofGroup("file", () => 0)],
    ["last window of a browser", () => ofGroup("browser", (total) => Math.max(0, total - 100))],
    [
      "outcomes of 100 tests",
      async () => {
        const { data } = await window(0);
        const query = { ids: data.map(({ id }) => id).join(",") };
        return (await timed(() => server.client.call(listOutcomes, { params, query }))).ms;
      },
    ],
    ["history of a test", () => ofSome((of) => server.client.call(readResultHistory, of))],
    ["place in its file", () => ofSome((of) => server.client.call(locateResult, { ...of, query: { group: "file" } }))],
    [
      "opened row",
      async () => {
        const { data } = await window((opened += 100) % 1000);
        const { ms } = await timed(() =>
          server.client.call(readResult, { params: { ...params, resultId: data[opened % 7]?.id ?? 0 } }),
        );
        return ms;
      },
    ],
  ]);
}
