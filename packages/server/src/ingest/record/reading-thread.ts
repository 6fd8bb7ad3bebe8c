import type { MessagePort } from "node:worker_threads";
import { formatById } from "@plumb/formats/registry.ts";
import { isSystemError } from "#core/machine-fault.ts";
import { batchTests, batchesOfReport, noSummary, type ReportBatch } from "./batch-builder.ts";
import { PortQueue } from "./port-queue.ts";
import type { FromReader, ReadingJob } from "./readers.ts";
import { threadContent } from "./thread-content.ts";
import { onTask } from "#threads/on-task.ts";

onTask<ReadingJob>(carryOut);

async function carryOut({ bundle, formatId, ahead, receiver: news }: ReadingJob, port: MessagePort): Promise<void> {
  const post = (message: FromReader, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const wishes = new PortQueue<unknown>(port);
  let requested = ahead;
  try {
    const format = formatById(formatId);
    if (format === undefined) throw new Error(`There is no format called "${formatId}".`);
    const batches = batchesOfReport(bundle, format, {
      content: threadContent(news === undefined ? null : new PortQueue(news)),
      // A small first batch has no advantage here, because the database waits for the rest of the file anyway.
      ...(news !== undefined && { first: batchTests.soon }),
    });
    for (;;) {
      const next = await batches.next();
      if (next.done === true) {
        post({ kind: "end", facts: next.value });
        return;
      }
      post({ kind: "batch", batch: next.value }, ownedBytes(next.value));
      requested -= 1;
      if (requested > 0) continue;
      if ((await wishes.next()) === null) {
        await batches.return(noSummary);
        return;
      }
      requested += 1;
    }
  } catch (error) {
    // A posted error only keeps its text, so the code that identifies system errors is sent separately.
    post({ kind: "failed", error, system: isSystemError(error) ? { code: error.code, syscall: error.syscall } : {} });
  } finally {
    port.close();
  }
}

/** Returns memory to transfer instead of copying. Small buffers share theirs with others and are copied. */
function ownedBytes({ details, artifacts, runFiles }: ReportBatch): ArrayBuffer[] {
  return [details, ...[...artifacts, ...runFiles].map(({ content }) => content?.bytes ?? null)].flatMap((bytes) =>
    bytes !== null && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : [],
  );
}
