import { Writable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import { renderPdf } from "#exports/pdf/render-pdf.ts";
import { madeReport } from "#testing/made-report.ts";

// An export of a made report in a thread whose heap its starter limits; answers how many bytes it wrote.

const { tests, failures } = workerData as { tests: number; failures: number };
let written = 0;
const out = new Writable({
  write(chunk: Uint8Array, _encoding, done) {
    written += chunk.length;
    done();
  },
});
await renderPdf(madeReport({ tests, failures }), out, {
  includeArtifacts: true,
  origin: "http://plumb.test",
  now: new Date("2026-03-04T12:00:00.000Z"),
  signal: new AbortController().signal,
  progress: () => undefined,
});
parentPort?.postMessage(written);
