import type { Client, Input } from "@plumb/client/client.ts";
import { listReportFilters, listReports } from "@plumb/contract/runs/report-list.ts";
import { benchPostgres, databasesFor, databaseLocation } from "../harness/databases.ts";
import { callMetric } from "../harness/call-metric.ts";
import type { Metric } from "../harness/metric.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { formerAuthor, rare, seedRuns } from "../harness/seed-runs.ts";
import { newProjectIn, startServer } from "../harness/server.ts";
import { workFolder } from "../harness/work-folder.ts";

const sizes = { quick: quickCount, full: 100_000 };

/** Measures the calls of the report list with 100,000 reports: common and rare matches, all sort orders, first and last pages. */
export const reportList: Program = {
  name: "report-list",
  summary: "the report list's API calls at 100,000 reports",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    const count = quick ? sizes.quick : sizes.full;
    for (const kind of databasesFor(quick, "embedded")) {
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const dataDir = work.folder(kind);
      const projectId = await newProjectIn(dataDir, url);
      log(`${count} reports, ${kind}`);
      await seedRuns(databaseLocation(dataDir, url), projectId, count);
      await using server = await startServer(dataDir, url);
      for (const [name, call] of calls(server.client, projectId)) {
        const visible = `${name}, ${count.toLocaleString("en")} reports, ${kind}`;
        const { metric } = await callMetric(call, { name: visible, times: quick ? 10 : 40, maxMs: 50 });
        metrics.push(metric);
      }
    }
    return metrics;
  },
};

type Query = Partial<Input<(typeof listReports)["query"]>>;

function calls(client: Client, projectId: number): Map<string, () => Promise<unknown>> {
  const list = (query: Query) => () => client.call(listReports, { query: { projectId, limit: 30, ...query } });
  return new Map<string, () => Promise<unknown>>([
    ["newest", list({})],
    ["oldest", list({ sortOrder: "asc" })],
    ["by duration, unknown ones", list({ sortBy: "duration", startDate: "2025-01-01T00:00:00Z" })],
    ["by pass rate", list({ sortBy: "passRate", sortOrder: "asc" })],
    ["by failures, one suite", list({ sortBy: "failed", suite: "suite-7" })],
    ["by suite, Z to A", list({ sortBy: "testSuite" })],
    ["status and environment", list({ status: ["failed", "interrupted"], environment: "qa" })],
    ["nothing matches", list({ suite: rare.suite, environment: rare.environment })],
    ["search, many hits", list({ search: "suite-1" })],
    ["search, three hits", list({ search: "rare" })],
    ["search, no hit", list({ search: "teapot" })],
    ["search, digits of an id", list({ search: "98765" })],
    ["rare branch", list({ branch: "feature/44" })],
    ["author, all reports", list({ author: "every" })],
    ["author, three reports", list({ author: "^rare" })],
    ["author, three reports, by pass rate", list({ author: "^rare", sortBy: "passRate" })],
    ["author of old reports only", list({ author: formerAuthor })],
    ["authors by an expression", list({ author: "author 1[0-9]$ | author 2[0-9]$" })],
    ["one committer", list({ commitAuthor: "committer 7" })],
    ["one pull request", list({ pullRequest: "123" })],
    ["owner of failed tests", list({ owner: "@team-7" })],
    ["owner of failed tests, by failures", list({ owner: "@team-7", sortBy: "failed" })],
    ["owner of failed tests, three reports", list({ owner: rare.owner })],
    ["old days", list({ startDate: "2025-01-02", endDate: "2025-01-03", timeZone: "Europe/Berlin" })],
    ["filter options", () => client.call(listReportFilters, { query: { projectId } })],
  ]);
}
