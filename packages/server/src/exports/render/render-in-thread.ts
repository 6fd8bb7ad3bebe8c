import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import type { RenderOptions } from "#exports/source/report-source.ts";
import type { ReportHead, StoredReport } from "#exports/source/stored-report.ts";
import type { WorkerKind, WorkerPool } from "#threads/worker-pool.ts";
import type { Reply, Ended, Question, Questions, RenderingJob } from "./thread-protocol.ts";

const rendering: WorkerKind = {
  script: new URL("rendering-thread.ts", import.meta.url),
  // Two jobs, and two direct downloads.
  max: 4,
  shared: false,
  idleMs: 0,
  limits: { maxOldGenerationSizeMb: 512 },
};

/**
 * Renders in a separate thread: laying out pages is CPU-bound, and the server must stay responsive. The thread reads
 * the report and writes the file through this process; cancelling ends it immediately.
 */
export async function renderInThread(
  threads: WorkerPool,
  format: RenderingJob["format"],
  { head, stored }: { head: ReportHead; stored: StoredReport },
  out: Writable,
  { signal, progress, ...options }: RenderOptions,
): Promise<void> {
  const task = await threads.begin(rendering, { format, head, options } satisfies RenderingJob, { signal });
  const { port } = task;
  const desk = responses(stored, out, progress);
  const ended = Promise.withResolvers<void>();
  // Prevents an unhandled rejection; callers that wait receive it.
  ended.promise.catch(() => undefined);
  port.on("message", (message: Question | Ended) => {
    // An error on this side ends the export here, because errors lose their class when posted to a thread.
    if ("call" in message)
      desk
        .answer(message)
        .then((reply) => port.postMessage(reply))
        .catch(ended.reject);
    else if (message.error === null) ended.resolve();
    else ended.reject(message.error);
  });
  const cancel = () => ended.reject(signal.reason);
  signal.addEventListener("abort", cancel);
  out.once("error", ended.reject);
  try {
    await Promise.race([ended.promise, task.broken]);
    out.end();
    await once(out, "finish", { signal });
  } finally {
    signal.removeEventListener("abort", cancel);
    await task[Symbol.asyncDispose]();
    desk.close();
  }
}

/** Answers the requests of the thread. */
function responses(stored: StoredReport, out: Writable, progress: (done: number) => void) {
  const blobs = new Map<number, { stream: Readable; chunks: AsyncIterator<Uint8Array> }>();
  let opened = 0;
  const questions: Questions = {
    ...stored,
    async openBlob(blobHash) {
      const stream = await stored.openBlob(blobHash);
      if (stream === null) return null;
      opened += 1;
      blobs.set(opened, { stream, chunks: stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array> });
      return opened;
    },
    async readBlob(handle) {
      const next = await blobs.get(handle)?.chunks.next();
      return next === undefined || next.done === true ? null : next.value;
    },
    async closeBlob(handle) {
      blobs.get(handle)?.stream.destroy();
      blobs.delete(handle);
      return null;
    },
    async write(chunk) {
      if (!out.write(chunk)) await once(out, "drain");
      return null;
    },
    async progress(done) {
      progress(done);
      return null;
    },
  };
  return {
    async answer({ id, call, args }: Question): Promise<Reply> {
      return { id, value: await (questions[call] as (...input: readonly unknown[]) => Promise<unknown>)(...args) };
    },
    close: () => {
      for (const { stream } of blobs.values()) stream.destroy();
    },
  };
}
