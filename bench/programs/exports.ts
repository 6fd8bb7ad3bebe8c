import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ExportFormat, readExport, startExport } from "@plumb/contract/runs/exports.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { forgetPeak, peakMb, residentMb } from "../harness/memory.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { type BenchServer, newProject, settle, startServer } from "../harness/server.ts";
import { quantile, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const formats: readonly ExportFormat[] = ["json", "pdf", "html"];
const probeMs = 40;

/** Exports may be slow, but must not affect the server's memory and response times. */
export const exports: Program = {
  name: "exports",
  summary: "exports of 10,000 and 100,000 tests: how long, how much memory, and what the server answers meanwhile",
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      const url = kind === "postgres" ? await postgres.database() : undefined;
      for (const count of quick ? [quickCount] : [10_000, 100_000]) {
        const report = await writeReport(join(work.path, "report.json"), count, playwrightJsonReport(count, 7));
        // Uses a separate server, because reading the report also uses memory.
        await using server = await startServer(work.folder(`${kind}-${count}`), url);
        const project = await newProject(server);
        const { reportId } = await sendReport(server, project.id, report);
        for (const format of formats) {
          log(`${format}, ${count} tests, ${kind}`);
          await settle(quick);
          metrics.push(
            ...(await measure(server, reportId, format, `${format}, ${count.toLocaleString("en")} tests, ${kind}`)),
          );
        }
      }
    }
    return metrics;
  },
};

async function measure(server: BenchServer, reportId: number, format: ExportFormat, label: string): Promise<Metric[]> {
  const idle = residentMb(server.pid);
  forgetPeak(server.pid);
  const responses: number[] = [];
  const started = performance.now();
  let { data: made } = await server.client.call(startExport, { params: { reportId }, body: { format } });
  const params = { reportId, exportId: made.exportId };
  while (made.state === "queued" || made.state === "running") {
    await sleep(probeMs);
    responses.push((await timed(() => server.client.call(readReport, { params: { reportId } }))).ms);
    made = (await server.client.call(readExport, { params })).data;
  }
  const seconds = (performance.now() - started) / 1000;
  const peak = peakMb(server.pid);
  if (made.state !== "done") throw new Error(`The export of ${label} ended ${made.state}: ${made.error ?? ""}`);
  const metrics: Metric[] = [
    {
      name: label,
      value: seconds,
      unit: "s",
      note: `${Math.round(made.total / seconds).toLocaleString("en")} tests/s, ${((made.bytes ?? 0) / 1e6).toFixed(1)} MB`,
      details: { bytes: made.bytes, tests: made.total },
    },
    {
      name: `${label}: a call meanwhile, p95`,
      value: quantile(responses, 0.95),
      unit: "ms",
      bar: { of: "value", max: 50 },
      note: `p50 ${quantile(responses, 0.5).toFixed(1)} ms, worst ${Math.max(...responses).toFixed(0)} ms`,
      details: { samples: responses.length },
    },
  ];
  if (idle !== null && peak !== null) {
    metrics.push({
      name: `${label}: memory above idle`,
      value: peak - idle,
      unit: "MB",
      bar: { of: "value", max: 300 },
      note: `before ${Math.round(idle)} MB`,
    });
  }
  return metrics;
}
