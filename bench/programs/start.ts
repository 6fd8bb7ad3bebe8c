import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { benchPostgres, type DatabaseKind, databaseKinds } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { residentMb, type TreeWatch, watchTree } from "../harness/memory.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type Program, quickCount } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { type BenchServer, newProject, startServer } from "../harness/server.ts";
import { median } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

/** A container is killed even if it only exceeds its memory limit for a short time. */
const peakSeconds = 10;

const limitsMb: Readonly<Record<DatabaseKind, { peak: number; idle: number }>> = {
  embedded: { peak: 400, idle: 300 },
  postgres: { peak: 300, idle: 200 },
};

/** Measures start time and memory with a new and a used data folder. */
export const start: Program = {
  name: "start",
  summary: "start on a used data folder, memory during start, idle memory",
  async run({ quick, runs, log }) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const count = quick ? quickCount : 50_000;
    const report = await writeReport(join(work.path, "report.json"), count, playwrightJsonReport(count, 17));
    const metrics: Metric[] = [];
    for (const kind of databaseKinds) {
      log(kind);
      const dataDir = work.folder(kind);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      const first = await measuredStart(dataDir, url, quick, async (server) => {
        await sendReport(server, (await newProject(server)).id, report);
      });
      const starts: MeasuredStart[] = [];
      for (let run = 0; run < (quick ? 1 : runs + 2); run++) starts.push(await measuredStart(dataDir, url, quick));
      metrics.push(
        {
          name: `${kind}: start`,
          value: median(starts.map(({ ms }) => ms)) / 1000,
          unit: "s",
          bar: { of: "value", max: 3 },
          details: { starts },
        },
        ...memoryMetrics(`${kind}: memory of the first ${peakSeconds} s`, limitsMb[kind].peak, starts, "peakMb"),
        ...memoryMetrics(
          `${kind}: memory of the first ${peakSeconds} s, new data folder`,
          limitsMb[kind].peak,
          [first],
          "peakMb",
        ),
        ...memoryMetrics(`${kind}: idle memory`, limitsMb[kind].idle, starts, "idleMb"),
      );
    }
    return metrics;
  },
};

interface MeasuredStart {
  readonly ms: number;
  /** `null` without /proc. */
  readonly peakMb: number | null;
  readonly idleMb: number | null;
}

async function measuredStart(
  dataDir: string,
  url: string | undefined,
  quick: boolean,
  use: (server: BenchServer) => Promise<void> = () => Promise.resolve(),
): Promise<MeasuredStart> {
  const began = performance.now();
  using watches = new DisposableStack();
  const trees: TreeWatch[] = [];
  const onSpawn = (pid: number) => void trees.push(watches.use(watchTree(pid)));
  await using server = await startServer(dataDir, url, "0", { prepared: false, onSpawn });
  if (!quick) await sleep(peakSeconds * 1000 - (performance.now() - began));
  const measured = { ms: server.readyMs, peakMb: trees[0]?.peakMb() ?? null, idleMb: residentMb(server.pid) };
  watches.dispose();
  await use(server);
  return measured;
}

function memoryMetrics(
  name: string,
  max: number,
  starts: readonly MeasuredStart[],
  which: "peakMb" | "idleMb",
): Metric[] {
  const samples = starts.flatMap((measured) => measured[which] ?? []);
  if (samples.length === 0) return [];
  // The maximum counts, because a single start over the limit is enough to be killed.
  const value = which === "peakMb" ? Math.max(...samples) : median(samples);
  return [{ name, value, unit: "MB", bar: { of: "value", max }, details: { samplesMb: samples } }];
}
