import { join } from "node:path";
import { timeCopy } from "../harness/copy-rows.ts";
import { type BenchPostgres, benchPostgres, type DatabaseKind, databaseKinds } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import { reportPieces, reportShapes } from "../harness/format-reports.ts";
import { junitReport } from "../harness/junit-report.ts";
import { forgetPeak, peakMb, processorSeconds, residentMb } from "../harness/memory.ts";
import { playwrightJsonReport } from "../harness/playwright-json-report.ts";
import { type BenchOptions, type Program, quickCount } from "../harness/program.ts";
import { type ReportFile, writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { newProject, settle, startServer, workDone } from "../harness/server.ts";
import { median, timed } from "../harness/statistics.ts";
import { type WorkFolder, workFolder } from "../harness/work-folder.ts";

interface Format {
  readonly name: string;
  readonly file: string;
  readonly write: (count: number, seed: number) => Iterable<string>;
  /** Maximum time as a multiple of COPY. */
  readonly max: number;
  readonly kinds: readonly DatabaseKind[];
}

const formats: readonly Format[] = [
  { name: "junit", file: "junit.xml", write: junitReport, max: 2, kinds: databaseKinds },
  { name: "playwright", file: "playwright.json", write: playwrightJsonReport, max: 2, kinds: databaseKinds },
  shaped("trx", "report.trx"),
  shaped("go-test-json", "report.json"),
  shaped("cucumber-messages", "messages.ndjson"),
];

/** Returns a format that is read as a stream, with the shape that `formats` uses. */
function shaped(name: string, file: string): Format {
  const shape = reportShapes.find(({ format }) => format === name);
  if (shape === undefined) throw new Error(`There is no shape of ${name}.`);
  return { name, file, write: (count) => reportPieces(shape, count), max: 3, kinds: ["postgres"] };
}

/** Compares uploads with PostgreSQL's COPY of the same rows. Parsing, checking and HTTP may take up to twice as long as COPY. */
export const ingest: Program = {
  name: "ingest",
  summary: "an upload over HTTP against COPY of the same rows, and the server's memory meanwhile",
  async run(options) {
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const format of formats) {
      for (const count of options.quick ? [quickCount] : [10_000, 100_000]) {
        const report = await writeReport(join(work.path, format.file), count, format.write(count, 7));
        for (const kind of options.quick ? format.kinds.slice(0, 1) : format.kinds) {
          options.log(`${format.name}, ${count} tests, ${megabytes(report.bytes)} MB, ${kind}`);
          metrics.push(...(await measure({ kind, format, report, postgres, work, options })));
        }
      }
    }
    return metrics;
  },
};

interface Case {
  readonly kind: DatabaseKind;
  readonly format: Format;
  readonly report: ReportFile;
  readonly postgres: BenchPostgres;
  readonly work: WorkFolder;
  readonly options: BenchOptions;
}

async function measure({ kind, format, report, postgres, work, options }: Case): Promise<Metric[]> {
  const label = `${format.name} ${report.tests.toLocaleString("en")} into ${kind}`;
  const dataDir = work.folder(`${format.name}-${report.tests}-${kind}`);
  const url = kind === "postgres" ? await postgres.database() : undefined;
  const server = await startServer(dataDir, url);
  const times: number[] = [];
  const processor: number[] = [];
  const rests: number[] = [];
  let last = 0;
  let idle: number | null = null;
  let peak: number | null = null;
  try {
    await settle(options.quick);
    idle = residentMb(server.pid);
    forgetPeak(server.pid);
    // The first upload of a new process is reported separately and not counted.
    for (let run = 0; run <= options.runs; run++) {
      const project = await newProject(server);
      last = project.id;
      const before = processorSeconds(server.pid);
      times.push((await timed(() => sendReport(server, project.id, report))).ms);
      const after = processorSeconds(server.pid);
      if (run > 0 && before !== null && after !== null) processor.push(after - before);
      // Waits until this upload has been processed, so that the next one is measured separately. A quick run does not wait.
      if (!options.quick) rests.push((await timed(() => workDone(server))).ms);
    }
    peak = peakMb(server.pid);
  } finally {
    await server.stop();
  }
  const copied = await timeCopy(url === undefined ? { dataDir } : { url }, last, work.folder("copy", "shared"), 3);
  const [first = Number.NaN, ...further] = times;
  const seconds = median(further) / 1000;
  const metrics: Metric[] = [
    {
      name: label,
      value: seconds,
      unit: "s",
      against: { name: "COPY", value: copied.ms / 1000 },
      // The limit only applies to PostgreSQL. The embedded database is compared with the same reference.
      ...(kind === "postgres" ? { bar: { of: "ratio", max: format.max } } : {}),
      note: `${Math.round(report.tests / seconds).toLocaleString("en")} tests/s, ${megabytes(report.bytes / seconds)} MB/s; first ${(first / 1000).toFixed(2)} s${processor.length === 0 ? "" : `; server's processor ${median(processor).toFixed(2)} s`}${rests.length === 0 ? "" : `; counted ${(median(rests) / 1000).toFixed(1)} s later`}`,
      details: {
        bytes: report.bytes,
        timesMs: times,
        processorSeconds: processor,
        restsMs: rests,
        copyMs: copied.ms,
        copyBytes: copied.bytes,
        rows: copied.rows,
      },
    },
  ];
  if (idle !== null && peak !== null) {
    metrics.push({
      name: `${label}: memory above idle`,
      value: peak - idle,
      unit: "MB",
      bar: { of: "value", max: 300 },
      note: `idle ${Math.round(idle)} MB`,
      details: { idleMb: idle, peakMb: peak },
    });
  }
  return metrics;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
