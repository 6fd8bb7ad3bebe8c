import { availableParallelism } from "node:os";
import type { ReportFormat } from "@plumb/formats/report-format.ts";
import { gatherReport, type ReportBatch, type ReportFacts } from "#ingest/record/gather.ts";
import { Inbox } from "#ingest/record/inbox.ts";
import type { Task, ThreadKind, Threads } from "#threads/threads.ts";
import type { SpooledBundle } from "#ingest/bundle/bundles.ts";

/** A smaller file is read before a thread would have begun. */
const threadFromBytes = 256 * 1024;

/**
 * Large reports are read in threads: the server answers while it reads, both cores of a small machine are used, and a report
 * that exhausts memory ends its thread, not the server.
 */
export const reading: ThreadKind = {
  script: new URL("reading-thread.ts", import.meta.url),
  most: Math.max(1, Math.min(4, availableParallelism() - 1)),
  shared: true,
  idleMs: 60_000,
  // Most of what a batch is made of is garbage once it was handed over: room for it to die young.
  limits: { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 96 },
};

export interface ReadingJob {
  readonly bundle: SpooledBundle;
  readonly formatId: string;
}

export type FromReader =
  | { readonly kind: "batch"; readonly batch: ReportBatch }
  | { readonly kind: "end"; readonly facts: ReportFacts }
  | {
      readonly kind: "failed";
      readonly error: unknown;
      readonly system: { code?: string | undefined; syscall?: string | undefined };
    };

/** Batches that may be read ahead of the database. */
export const batchesAhead = 3;

export interface Readers {
  read(bundle: SpooledBundle, format: ReportFormat): AsyncGenerator<ReportBatch, ReportFacts>;
}

export function createReaders(threads: Threads, kind = reading): Readers {
  return {
    async *read(bundle, format) {
      if (bundle.bytes < threadFromBytes) return yield* gatherReport(bundle, format);
      const task = await threads.begin(kind, { bundle, formatId: format.id } satisfies ReadingJob);
      try {
        return yield* readBatches(task);
      } finally {
        await task[Symbol.asyncDispose]();
      }
    },
  };
}

/** Batches go one way, permission for one more the other; closing the port ends the reading. */
async function* readBatches({ port, broken }: Task): AsyncGenerator<ReportBatch, ReportFacts> {
  const inbox = new Inbox<FromReader>(port);
  for (;;) {
    // Without a word the thread has ended: it says why.
    const message = (await inbox.next()) ?? (await broken);
    if (message.kind === "batch") {
      port.postMessage("more");
      yield message.batch;
    } else if (message.kind === "end") return message.facts;
    else throw message.error instanceof Error ? Object.assign(message.error, message.system) : message.error;
  }
}
