import { Readable, Writable } from "node:stream";
import type { MessagePort } from "node:worker_threads";
import { renderers } from "./rendering.ts";
import { reportSource } from "#exports/source/stored-report.ts";
import { onTask } from "#threads/on-task.ts";
import type { Reply, Ended, Question, Questions, RenderingJob } from "./thread-protocol.ts";

/** Minimum interval between progress messages, because one message per test would be slow. */
const progressMs = 200;
const writeBytes = 64 * 1024;

type Ask = <Call extends keyof Questions>(
  call: Call,
  ...args: Parameters<Questions[Call]>
) => ReturnType<Questions[Call]>;

onTask<RenderingJob>(async ({ format, head, options }, port) => {
  const ask = createAsk(port);
  const source = reportSource(head, {
    problems: () => ask("problems"),
    rowsAfter: (after) => ask("rowsAfter", after),
    resultsAfter: (after, only) => ask("resultsAfter", after, only),
    failingStates: (rows) => ask("failingStates", rows),
    printedAfter: (after) => ask("printedAfter", after),
    runFiles: () => ask("runFiles"),
    detailBlock: (detailId) => ask("detailBlock", detailId),
    async openBlob(blobHash) {
      const handle = await ask("openBlob", blobHash);
      return handle === null ? null : Readable.from(blobOf(ask, handle), { objectMode: false });
    },
  });
  let error: unknown = null;
  try {
    // Never aborted: cancelling an export ends its thread.
    const { signal } = new AbortController();
    await renderers[format](source, writing(ask), { ...options, progress: progressReporter(ask), signal });
  } catch (thrown) {
    error = thrown;
  }
  // The thread waits to be terminated, because its exit could be noticed before this message.
  port.postMessage({ error } satisfies Ended);
});

function createAsk(port: MessagePort): Ask {
  const waiting = new Map<number, (value: never) => void>();
  let requests = 0;
  port.on("message", ({ id, value }: Reply) => {
    waiting.get(id)?.(value as never);
    waiting.delete(id);
  });
  return <Call extends keyof Questions>(call: Call, ...args: Parameters<Questions[Call]>) => {
    requests += 1;
    const id = requests;
    return new Promise<never>((resolve) => {
      waiting.set(id, resolve);
      port.postMessage({ id, call, args } satisfies Question);
    }) as ReturnType<Questions[Call]>;
  };
}

async function* blobOf(ask: Ask, handle: number): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = await ask("readBlob", handle); chunk !== null; chunk = await ask("readBlob", handle)) yield chunk;
  } finally {
    await ask("closeBlob", handle);
  }
}

function writing(ask: Ask): Writable {
  return new Writable({
    highWaterMark: writeBytes,
    write: (chunk: Uint8Array, _encoding, done) => void ask("write", chunk).then(() => done(), done),
    writev: (chunks, done) =>
      void ask("write", Buffer.concat(chunks.map(({ chunk }) => chunk as Uint8Array))).then(() => done(), done),
  });
}

function progressReporter(ask: Ask): (done: number) => void {
  let reported = 0;
  return (done) => {
    const now = Date.now();
    if (now - reported < progressMs) return;
    reported = now;
    void ask("progress", done);
  };
}
