import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ExportFormat, readExport, startExport } from "@plumb/contract/runs/exports.ts";
import { searchReports } from "@plumb/contract/runs/report-list.ts";
import { readReport } from "@plumb/contract/runs/reports.ts";
import { listResultGroups, listResults } from "@plumb/contract/runs/results.ts";
import { readTimeline } from "@plumb/contract/runs/timeline.ts";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { junitReport } from "../harness/junit-report.ts";
import { residentMb } from "../harness/memory.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { type ReportFile, writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { type BenchServer, newProject, settle, startServer } from "../harness/server.ts";
import { workFolder } from "../harness/work-folder.ts";

const minutes = 10;
/** Part of the time in which memory may grow. The memory at its end is the plateau. */
const warmUp = 0.4;
const formats: readonly ExportFormat[] = ["json", "html", "pdf"];

interface Sample {
  readonly second: number;
  readonly residentMb: number;
}

/** Simulates a day of use: uploads, exports and reading without pauses, while memory is measured. */
export const soak: Program = {
  name: "soak",
  summary: `${minutes} minutes of uploads, exports and reading on each database: does memory reach a plateau`,
  async run({ quick, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const count = quick ? quickCount : 5000;
    const reports = [
      await writeReport(join(work.path, "report.json"), count, playwrightJsonReport(count, 31)),
      await writeReport(join(work.path, "junit.xml"), count, junitReport(count, 32)),
    ];
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "postgres")) {
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url);
      await settle(quick);
      const idle = residentMb(server.pid);
      if (idle === null) continue;
      const seconds = quick ? 2 : minutes * 60;
      const samples = await watched(server, seconds, log, (round) => oneRound(server, reports, round));
      metrics.push(...metricsOf(kind, idle, samples, seconds));
    }
    return metrics;
  },
};

/** Each round uses its own project, so that all rounds do the same work. */
async function oneRound(server: BenchServer, reports: readonly ReportFile[], round: number): Promise<void> {
  const { client } = server;
  const project = await newProject(server);
  for (const report of reports) {
    const { reportId } = await sendReport(server, project.id, report);
    const params = { reportId };
    await client.call(readReport, { params });
    for (const offset of [0, 500, 1000])
      await client.call(listResults, { params, query: { offset, limit: 100, search: "number" } });
    await client.call(listResultGroups, { params, query: { by: "failure" } });
    await client.call(readTimeline, { params, query: {} });
    await client.call(searchReports, { body: { projectId: project.id, query: "bench" } });
    const format = formats[round % formats.length] ?? "json";
    let { data: made } = await client.call(startExport, { params, body: { format } });
    while (made.state === "queued" || made.state === "running") {
      await sleep(50);
      made = (await client.call(readExport, { params: { reportId, exportId: made.exportId } })).data;
    }
    if (made.state !== "done") throw new Error(`An export ended as ${made.state}.`);
  }
}

/** Runs rounds for some time, at least one, and returns the server's resident memory once per second. */
async function watched(
  server: BenchServer,
  seconds: number,
  log: (text: string) => void,
  round: (index: number) => Promise<void>,
): Promise<Sample[]> {
  const began = performance.now();
  const second = () => (performance.now() - began) / 1000;
  const samples: Sample[] = [];
  const sample = () => {
    const resident = residentMb(server.pid);
    if (resident !== null) samples.push({ second: second(), residentMb: resident });
  };
  const timer = setInterval(sample, 1000);
  try {
    for (let index = 0; index === 0 || second() < seconds; index += 1) {
      await round(index);
      if (index % 20 === 0)
        log(`${Math.round(second())} of ${seconds} s, ${Math.round(samples.at(-1)?.residentMb ?? 0)} MB`);
    }
  } finally {
    clearInterval(timer);
  }
  sample();
  return samples;
}

function metricsOf(kind: string, idle: number, samples: readonly Sample[], seconds: number): Metric[] {
  const max = (from: number, to: number) =>
    Math.max(0, ...samples.filter(({ second }) => second >= from && second <= to).map((each) => each.residentMb));
  const end = samples.at(-1)?.second ?? 0;
  const plateau = max(0, warmUp * seconds);
  return [
    {
      name: `${kind}: growth above the plateau`,
      value: Math.max(0, max(warmUp * seconds, end) - plateau),
      unit: "MB",
      bar: { of: "value", max: 100 },
      note: `idle ${Math.round(idle)} MB, plateau ${Math.round(plateau)} MB after ${Math.round(warmUp * seconds)} s`,
      details: { idleMb: idle, samples },
    },
  ];
}
