import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { type GatheredBatch, gatherReport, type ReportFacts } from "#ingest/record/gather.ts";
import { Inbox } from "#ingest/record/inbox.ts";
import type { SpooledBundle } from "#ingest/bundle/bundles.ts";

/** A smaller file is read before a thread would have begun. */
const threadFromBytes = 256 * 1024;
const idleMs = 60_000;
/** A report holds what it holds; this ends the thread before one ends the server. */
const threadMemoryMb = 1024;
/** Most of what a batch is made of is garbage once it was handed over: room for it to die young. */
const threadYoungMemoryMb = 96;

export interface ReadingJob {
  readonly bundle: SpooledBundle;
  readonly formatId: string;
  /** Batches go one way, permission for one more the other; closing it ends the job. */
  readonly port: MessagePort;
}

export type FromReader =
  | { readonly kind: "batch"; readonly batch: GatheredBatch }
  | { readonly kind: "end"; readonly facts: ReportFacts }
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly system: { code?: string | undefined; syscall?: string | undefined };
    };

/** Batches that may be read ahead of the database. */
export const batchesAhead = 3;

export interface Readers extends AsyncDisposable {
  read(bundle: SpooledBundle, format: ReportFormat): AsyncGenerator<GatheredBatch, ReportFacts>;
}

interface Thread {
  readonly worker: Worker;
  jobs: number;
  idle: NodeJS.Timeout | null;
}

/**
 * Reads large reports in threads of their own: the server answers while it reads, both cores of a small machine are
 * used, and a report that exhausts memory ends its thread, not the server. Threads start when they are needed and end
 * when they were idle for a minute.
 */
export function createReaders(most = Math.max(1, Math.min(4, availableParallelism() - 1))): Readers {
  const threads = new Set<Thread>();
  const startThread = (): Thread => {
    const worker = new Worker(new URL("reading-thread.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMb, maxYoungGenerationSizeMb: threadYoungMemoryMb },
    });
    const thread: Thread = { worker, jobs: 0, idle: null };
    // Its jobs learn of its end by their ports; an idle thread keeps nothing running.
    worker.on("error", () => undefined);
    worker.once("exit", () => threads.delete(thread));
    worker.unref();
    threads.add(thread);
    return thread;
  };
  const borrow = (): Thread => {
    const free = [...threads].toSorted((a, b) => a.jobs - b.jobs)[0];
    const thread = free !== undefined && (free.jobs === 0 || threads.size >= most) ? free : startThread();
    if (thread.idle !== null) clearTimeout(thread.idle);
    thread.idle = null;
    thread.jobs += 1;
    return thread;
  };
  const giveBack = (thread: Thread) => {
    thread.jobs -= 1;
    if (thread.jobs > 0) return;
    thread.idle = setTimeout(() => void thread.worker.terminate(), idleMs);
    thread.idle.unref();
  };
  return {
    async *read(bundle, format) {
      if (bundle.bytes < threadFromBytes) return yield* gatherReport(bundle, format);
      const thread = borrow();
      try {
        return yield* readIn(thread.worker, bundle, format.id);
      } finally {
        giveBack(thread);
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

async function* readIn(
  worker: Worker,
  bundle: SpooledBundle,
  formatId: string,
): AsyncGenerator<GatheredBatch, ReportFacts> {
  const { port1: port, port2 } = new MessageChannel();
  const inbox = new Inbox<FromReader>(port);
  worker.postMessage({ bundle, formatId, port: port2 } satisfies ReadingJob, [port2]);
  try {
    for (;;) {
      const message = await inbox.next();
      if (message === null) throw new Error(`The thread that read ${bundle.name} ended before it was done.`);
      if (message.kind === "batch") {
        port.postMessage("more");
        yield message.batch;
      } else if (message.kind === "end") return message.facts;
      else throw message.error instanceof Error ? Object.assign(message.error, message.system) : message.error;
    }
  } finally {
    port.close();
  }
}
