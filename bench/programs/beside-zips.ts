import { createReadStream, createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { upload } from "@plumb/contract/runs/ingest.ts";
import { ZipFile } from "yazl";
import { benchPostgres, databasesFor } from "../harness/databases.ts";
import type { Metric } from "../harness/metric.ts";
import type { Program } from "../harness/program.ts";
import { writeReport } from "../harness/report-file.ts";
import { sendReport } from "../harness/send-report.ts";
import { type BenchServer, newProject, settle, startServer } from "../harness/server.ts";
import { quantile, timed } from "../harness/statistics.ts";
import { workFolder } from "../harness/work-folder.ts";

const zips = 3;

/** One project uploads archives with hundreds of small reports each while another project repeatedly uploads a single report. */
export const besideZips: Program = {
  name: "beside-zips",
  summary: "an upload of one test while another project's three zips of 600 small reports are recorded",
  async run({ quick, log }) {
    const files = quick ? 60 : 600;
    await using postgres = await benchPostgres();
    using work = workFolder();
    const metrics: Metric[] = [];
    for (const kind of databasesFor(quick, "embedded")) {
      log(`${zips} zips of ${files} reports, ${kind}`);
      const url = kind === "postgres" ? await postgres.database() : undefined;
      await using server = await startServer(work.folder(kind), url);
      const one = await writeReport(join(work.path, "one.xml"), 1, [smallReport("one")]);
      const [large, small] = [await newProject(server), await newProject(server)];
      await sendReport(server, small.id, one, { build: "before" });
      await settle(quick);
      const alone = (await timed(() => sendReport(server, small.id, one, { build: "alone" }))).ms;
      const progress = { open: zips };
      const sending = Array.from({ length: zips }, async (_, number) => {
        const path = join(work.path, `${kind}-${number}.zip`);
        await writeZip(path, files, number);
        await sendZip(server, large.id, path, number);
        progress.open -= 1;
      });
      const waits: number[] = [];
      while (progress.open > 0) {
        const build = `beside-${waits.length}`;
        waits.push((await timed(() => sendReport(server, small.id, one, { build }))).ms);
      }
      await Promise.all(sending);
      metrics.push({
        name: `an upload beside ${zips} zips of ${files} reports, ${kind}: slowest`,
        value: Math.max(...waits),
        unit: "ms",
        against: { name: "the same alone", value: alone },
        bar: { of: "value", max: 2000 },
        note: `p50 ${quantile(waits, 0.5).toFixed(0)} ms of ${waits.length} uploads`,
      });
    }
    return metrics;
  },
};

function smallReport(name: string): string {
  return `<testsuites><testsuite name="${name}"><testcase classname="${name}" name="adds" time="0.1"/></testsuite></testsuites>`;
}

async function writeZip(path: string, files: number, number: number): Promise<void> {
  const zip = new ZipFile();
  for (let file = 0; file < files; file += 1)
    zip.addBuffer(Buffer.from(smallReport(`suite ${number}-${file}`)), `reports/TEST-${file}.xml`);
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path)));
}

async function sendZip(server: BenchServer, projectId: number, path: string, number: number): Promise<void> {
  await server.client.call(upload, {
    query: { projectId, filename: "reports.zip", suite: `zip ${number}`, build: String(number) },
    body: Readable.toWeb(createReadStream(path)),
    headers: { "content-type": "application/octet-stream", "content-length": String(statSync(path).size) },
  });
}
