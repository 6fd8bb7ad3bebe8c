import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Readable } from "node:stream";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { upload } from "@plumb/contract/runs/ingest.ts";
import type { BenchServer } from "./server.ts";
import type { ReportFile } from "./report-file.ts";

/** Uploads a report as the raw body of a request, streamed from disk, and checks that it was recorded completely. */
export async function sendReport(
  server: BenchServer,
  projectId: number,
  report: ReportFile,
  query: { build?: string; suite?: string; environment?: string; branch?: string } = {},
): Promise<UploadedRun> {
  const { data } = await server.client.call(upload, {
    query: { projectId, filename: basename(report.path), suite: "bench", ...query },
    body: Readable.toWeb(createReadStream(report.path, { highWaterMark: 256 * 1024 })),
    headers: { "content-type": "application/octet-stream", "content-length": String(report.bytes) },
  });
  const run = Array.isArray(data) ? data[0] : data;
  if (run?.total !== report.tests) throw new Error(`Of ${report.tests} tests ${run?.total ?? "none"} arrived.`);
  return run;
}
