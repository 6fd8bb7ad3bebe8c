import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { type FileContent, pieceBytes } from "#ingest/bundle/bundles.ts";
import type { PortQueue } from "./port-queue.ts";
import type { FileNews } from "./readers.ts";

/** Number of chunks after which the thread yields to its other tasks. */
const piecesAtOnce = 16;

/**
 * Returns a file reader for a dedicated thread, which reads synchronously. Most data is in the file cache of the system, so passing each chunk
 * through another thread would take longer than reading it.
 *
 * @param news Messages about a file that is not complete yet. At its end, the thread waits for more data, and throws if no more will arrive.
 */
export function threadContent(news: PortQueue<FileNews> | null): FileContent {
  let isFull = news === null;
  return async function* content(path, { reused = false } = {}) {
    const memory = reused ? Buffer.allocUnsafeSlow(pieceBytes) : null;
    const file = openSync(path, "r");
    try {
      for (let pieces = 1; ; pieces += 1) {
        const piece = memory ?? Buffer.allocUnsafeSlow(pieceBytes);
        const bytes = readSync(file, piece);
        if (bytes > 0) yield piece.subarray(0, bytes);
        else if (isFull || news === null) return;
        else {
          const word = await news.next();
          if (word === null) throw new Error("The rest of the file did not arrive.");
          isFull = word.whole;
        }
        if (pieces % piecesAtOnce === 0) await turn();
      }
    } finally {
      closeSync(file);
    }
  };
}
