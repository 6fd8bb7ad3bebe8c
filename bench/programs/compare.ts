import { join } from "node:path";
import { compareReports } from "@plumb/contract/runs/compare.ts";
import { compareManyReports } from "@plumb/contract/runs/compare-many.ts";
import { maxCompared } from "@plumb/contract/runs/change-names.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { atRest, type BenchServer, newProject, startServer } from "../harness/server.ts";
import { workFolder } from "../harness/work-folder.ts";

const maxMs = 300;

/** Compares large reports. Half of their tests are equal, the others are added or removed. */
export const compare: Program = {
  name: "compare",
  summary: `comparisons of 2 and ${maxCompared} reports of 50,000 tests`,
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url);
      const project = await newProject(server);
      const count = quick ? quickCount : 50_000;
      log(`${maxCompared} reports of ${count} tests, ${kind}`);
      const reportIds: number[] = [];
      for (let build = 0; build < maxCompared; build++) {
        const report = await writeReport(
          join(work.path, "report.json"),
          count,
          playwrightJsonReport(count, 11 + (build % 2)),
        );
        reportIds.push((await sendReport(server, project.id, report, { build: String(build) })).reportId);
      }
      // Calls while runs are counted are measured by `busy`.
      if (!quick) await atRest(server);
      for (const [name, call] of calls(server, reportIds)) {
        const { metric } = await callMetric(call, {
          name: `${name}, ${count.toLocaleString("en")} tests each, ${kind}`,
          times: quick ? 5 : 40,
          maxMs: maxMs,
        });
        metrics.push(metric);
      }
    }
    return metrics;
  },
};

function calls({ client }: BenchServer, all: readonly number[]): Map<string, () => Promise<unknown>> {
  const two = all.slice(0, 2);
  const many = (reportIds: readonly number[], more: object = {}) =>
    client.call(compareManyReports, { body: { reportIds: [...reportIds], ...more } });
  return new Map<string, () => Promise<unknown>>([
    ["two reports", () => client.call(compareReports, { body: { reportIds: two } })],
    ["two in a matrix", () => many(two)],
    ["a search of two", () => many(two, { search: "checkout spec 12", show: "all" })],
    [`${all.length} in a matrix`, () => many(all)],
    [`all tests of ${all.length} by name`, () => many(all, { show: "all", sortBy: "name" })],
    [`the last page of ${all.length}`, () => many(all, { show: "all", sortBy: "duration", offset: 49_900 })],
  ]);
}
