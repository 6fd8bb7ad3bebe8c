import { Writable } from "node:stream";
import { Worker } from "node:worker_threads";
import type { Renderer, RenderOptions, ReportSource } from "#exports/source/report-source.ts";
import type { HeapReply, HeapJob } from "./render-in-thread.ts";

/** Returns the complete output of a renderer. */
export async function rendered(
  render: Renderer,
  source: ReportSource,
  options: Partial<RenderOptions> = {},
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const out = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await render(source, out, {
    includeArtifacts: true,
    origin: "http://plumb.test",
    now: new Date("2026-03-04T12:00:00.000Z"),
    signal: new AbortController().signal,
    progress: () => undefined,
    ...options,
  });
  return Buffer.concat(chunks);
}

/**
 * Measures an export of a generated report.
 *
 * @throws if it needs a larger heap.
 */
export function renderedWithin(heapMb: number, job: HeapJob): Promise<HeapReply> {
  const worker = new Worker(new URL("render-in-thread.ts", import.meta.url), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}
