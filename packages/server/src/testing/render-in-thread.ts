import { Writable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parentPort, workerData } from "node:worker_threads";
import { renderHtml } from "#exports/render/html/render-html.ts";
import { renderPdf } from "#exports/render/pdf/render-pdf.ts";
import { generatedReport } from "./generated-report.ts";

// Export of a generated report in a thread with a limited heap.

export interface HeapJob {
  readonly format: "pdf" | "html";
  readonly tests: number;
  readonly failures: number;
}

export interface HeapReply {
  readonly writtenBytes: number;
  /** Bytes that are still in use after the last test, including buffers. */
  readonly heldBytes: number;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const { format, tests, failures } = workerData as HeapJob;
let writtenBytes = 0;
let heldBytes = 0;
const out = new Writable({
  write(chunk: Uint8Array, _encoding, done) {
    writtenBytes += chunk.length;
    done();
  },
});
const render = { pdf: renderPdf, html: renderHtml }[format];
await render(generatedReport({ tests, failures }), out, {
  includeArtifacts: true,
  origin: "http://plumb.test",
  now: new Date("2026-03-04T12:00:00.000Z"),
  signal: new AbortController().signal,
  progress: (done) => {
    if (done < tests) return;
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    heldBytes = Math.max(heldBytes, heapUsed + arrayBuffers);
  },
});
parentPort?.postMessage({ writtenBytes, heldBytes } satisfies HeapReply);
