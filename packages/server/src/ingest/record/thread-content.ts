import { closeSync, openSync, readSync } from "node:fs";
import { setImmediate as turn } from "node:timers/promises";
import type { FileContent } from "#ingest/bundle/bundles.ts";
import type { ArrivingFile } from "#ingest/record/arriving-file.ts";

const pieceBytes = 64 * 1024;
/** After so many the other tasks of the thread have their turn. */
const piecesAtOnce = 16;

/**
 * How a thread that does nothing else reads a file: it waits for the disk. The system has most of what it reads in memory, and handing
 * each piece on to yet another thread would take longer than reading it.
 *
 * @param arriving Of a file that is not whole yet: at its end the thread waits for more. Throws where no more will come.
 */
export function threadContent(arriving: ArrivingFile | null): FileContent {
  return async function* content(path, { reused = false } = {}) {
    const memory = reused ? Buffer.allocUnsafeSlow(pieceBytes) : null;
    const file = openSync(path, "r");
    try {
      for (let pieces = 1; ; pieces += 1) {
        // Asked before the file is read: what comes meanwhile is not missed.
        const state = arriving?.state() ?? "whole";
        const news = arriving?.news();
        const piece = memory ?? Buffer.allocUnsafeSlow(pieceBytes);
        const bytes = readSync(file, piece);
        if (bytes > 0) yield piece.subarray(0, bytes);
        else if (state === "whole") return;
        else if (state === "lost") throw new Error("The rest of the file did not arrive.");
        else await news;
        if (pieces % piecesAtOnce === 0) await turn();
      }
    } finally {
      closeSync(file);
    }
  };
}
