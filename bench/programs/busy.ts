import { join } from "node:path";
import { searchReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listResults } from "@plumb/contract/runs/results.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { junitReport } from "../harness/junit-report.ts";
import type { Program } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { type BenchServer, newProject, settle, startServer } from "../harness/server.ts";
import { quantile, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const testsEach = 500;

/** All jobs of a large pipeline end in the same minute. Uploads may wait, but screens must respond. */
export const busy: Program = {
  name: "busy",
  summary: "reading a report while 200 reports are sent at once, on both databases",
  async run({ quick, log }) {
    const uploads = quick ? 10 : 200;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      log(`${uploads} uploads, ${kind}`);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url);
      const report = await writeReport(join(work.path, "junit.xml"), testsEach, junitReport(testsEach, 21));
      const project = await newProject(server);
      const { reportId } = await sendReport(server, project.id, report);
      await settle(quick);
      const idle = await reading(server, project.id, reportId, () => false);
      let open = uploads;
      const sending = Array.from({ length: uploads }, async (_, index) => {
        const { ms } = await timed(() => sendReport(server, project.id, report, { build: String(index) }));
        open -= 1;
        return ms;
      });
      const meanwhile = await reading(server, project.id, reportId, () => open > 0);
      const waits = await Promise.all(sending);
      metrics.push({
        name: `one look at a report while ${uploads} uploads come, ${kind}: p95`,
        value: quantile(meanwhile, 0.95),
        unit: "ms",
        against: { name: "the same with nothing else to do, p50", value: quantile(idle, 0.5) },
        bar: { of: "value", max: 500 },
        note: `p50 ${quantile(meanwhile, 0.5).toFixed(0)} ms, at most ${Math.max(...meanwhile).toFixed(0)} ms of ${meanwhile.length} looks; the last upload was answered after ${(Math.max(...waits) / 1000).toFixed(1)} s`,
        details: { polls: meanwhile.length },
      });
    }
    return metrics;
  },
};

/** Opens screens one after the other while `expected` returns true, at least twenty times. Returns the times in milliseconds. */
async function reading(
  { client }: BenchServer,
  projectId: number,
  reportId: number,
  expected: () => boolean,
): Promise<number[]> {
  const params = { reportId };
  const polls: number[] = [];
  while (polls.length < 20 || expected()) {
    const { ms } = await timed(async () => {
      await client.call(searchReports, { body: { projectId, query: "" } });
      await client.call(readReport, { params });
      await client.call(listResults, { params, query: { offset: 0, limit: 100 } });
    });
    polls.push(ms);
  }
  return polls;
}
