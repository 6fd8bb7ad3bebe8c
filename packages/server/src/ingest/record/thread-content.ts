import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import { type FileContent, pieceBytes } from "#ingest/bundle/bundles.ts";
import type { Inbox } from "#ingest/record/inbox.ts";
import type { FileNews } from "#ingest/record/readers.ts";

/** After this many, other tasks of the thread get their turn. */
const piecesAtOnce = 16;

/**
 * How a thread that does nothing else reads a file: it waits for the disk. The system has most of what it reads in memory, and handing
 * each piece on to yet another thread would take longer than reading it.
 *
 * @param news Of a file that is not whole yet: at its end the thread waits for more. Throws where no more will come.
 */
export function threadContent(news: Inbox<FileNews> | null): FileContent {
  let isWhole = news === null;
  return async function* content(path, { reused = false } = {}) {
    const memory = reused ? Buffer.allocUnsafeSlow(pieceBytes) : null;
    const file = openSync(path, "r");
    try {
      for (let pieces = 1; ; pieces += 1) {
        const piece = memory ?? Buffer.allocUnsafeSlow(pieceBytes);
        const bytes = readSync(file, piece);
        if (bytes > 0) yield piece.subarray(0, bytes);
        else if (isWhole || news === null) return;
        else {
          const word = await news.next();
          if (word === null) throw new Error("The rest of the file did not arrive.");
          isWhole = word.whole;
        }
        if (pieces % piecesAtOnce === 0) await turn();
      }
    } finally {
      closeSync(file);
    }
  };
}
