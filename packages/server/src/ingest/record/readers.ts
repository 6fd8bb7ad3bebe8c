import { availableParallelism } from "node:os";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { batchesOfReport, type ReportBatch, type ReportSummary } from "./batch-builder.ts";
import { PortQueue } from "./port-queue.ts";
import type { Task, WorkerKind, WorkerPool } from "#threads/worker-pool.ts";
import type { ReadBundle, SpooledBundle } from "#ingest/bundle/bundles.ts";
import type { SpooledFile } from "#ingest/spool/spool.ts";

/** Smaller files are read faster than a thread starts. */
export const threadFromBytes = 256 * 1024;

/**
 * Large reports are read in threads: the server stays responsive, a small machine can use both cores, and a report that exhausts memory ends its
 * thread, not the server.
 */
export const reading: WorkerKind = {
  script: new URL("reading-thread.ts", import.meta.url),
  max: Math.max(1, Math.min(4, availableParallelism() - 1)),
  shared: true,
  idleMs: 60_000,
  // Most objects of a batch are garbage after the transfer. A large young generation keeps them from being promoted.
  limits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 },
};

/** Messages to a thread about a file that is still arriving. */
export interface FileNews {
  /** True if the file is complete, false if more data has arrived. */
  readonly whole: boolean;
}

export interface ReadingJob {
  readonly bundle: ReadBundle;
  readonly formatId: string;
  /** Maximum number of batches to read before the first one is requested. */
  readonly ahead: number;
  /** Delivers `FileNews` for a file that is still arriving. */
  readonly receiver?: MessagePort;
}

export type FromReader =
  | { readonly kind: "batch"; readonly batch: ReportBatch }
  | { readonly kind: "end"; readonly facts: ReportSummary }
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly system: { code?: string | undefined; syscall?: string | undefined };
    };

/** Maximum number of batches to read ahead of the database. */
const batchesAhead = 3;

/**
 * Maximum number of batches to read before the file is complete, because nothing is written until then. They contain as many tests as arrive from a
 * nearby sender in a tenth of a second.
 */
const batchesMeanwhile = 8;

/** Maximum number of files that are read while they arrive. Senders may be slow, and each read keeps its batches in memory. */
const maxStarted = 3;

/** A read that started before the file was complete. */
export interface StartedReading extends AsyncDisposable {
  readonly format: ReportFormat;
  readonly path: string;
  readonly task: Task;
  tell(receiver: FileNews): void;
  /** Returns true if its thread has ended. The file must then be read again. */
  isLost(): boolean;
}

export interface Readers {
  /** @param started A read of the same file to continue. */
  read(
    bundle: SpooledBundle,
    format: ReportFormat,
    started?: StartedReading | null,
  ): AsyncGenerator<ReportBatch, ReportSummary>;
  /** Starts to read a file that is arriving. Returns `null` if the maximum number of such reads is reached. */
  begin(file: Pick<SpooledFile, "name" | "path">, format: ReportFormat): Promise<StartedReading | null>;
}

/** Additions to the context of uploads that only `ingest` uses. */
export interface Reading {
  readonly readers: Readers;
}

export function createReaders(threads: WorkerPool, kind = reading): Readers {
  let started = 0;
  return {
    async *read(bundle, format, reading = null) {
      if (reading === null && bundle.bytes < threadFromBytes) return yield* batchesOfReport(bundle, format);
      const task =
        reading?.task ??
        (await threads.begin(kind, { bundle, formatId: format.id, ahead: batchesAhead } satisfies ReadingJob));
      try {
        return yield* readReport(task, reading === null ? 0 : batchesMeanwhile - batchesAhead);
      } finally {
        await task[Symbol.asyncDispose]();
      }
    },
    async begin(file, format) {
      if (started >= maxStarted) return null;
      started += 1;
      const { port1: sender, port2: receiver } = new MessageChannel();
      const bundle = { name: file.name, files: [{ name: file.name, path: file.path }] };
      const job: ReadingJob = { bundle, formatId: format.id, ahead: batchesMeanwhile, receiver };
      await using open = new AsyncDisposableStack();
      open.defer(() => {
        started -= 1;
        sender.close();
      });
      const task = open.use(await threads.begin(kind, job, { transfer: [receiver] }));
      let lost = false;
      task.broken.catch(() => (lost = true));
      const moved = open.move();
      return {
        format,
        path: file.path,
        task,
        tell: (news) => sender.postMessage(news),
        isLost: () => lost,
        [Symbol.asyncDispose]: () => moved.disposeAsync(),
      };
    },
  };
}

/**
 * Yields the batches of a thread and sends permission for more. Closing the port ends the read.
 *
 * @param surplus Batches that were read ahead beyond the new limit.
 */
async function* readReport({ port, broken }: Task, surplus: number): AsyncGenerator<ReportBatch, ReportSummary> {
  const inbox = new PortQueue<FromReader>(port);
  let taken = 0;
  for (;;) {
    // If the thread ended without a message, its exit has the error.
    const message = (await inbox.next()) ?? (await broken);
    if (message.kind === "batch") {
      taken += 1;
      if (taken > surplus) port.postMessage("more");
      yield message.batch;
    } else if (message.kind === "end") return message.facts;
    else throw message.error instanceof Error ? Object.assign(message.error, message.system) : message.error;
  }
}
