import { createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface ReportFile {
  readonly path: string;
  readonly bytes: number;
  readonly tests: number;
}

/** Writes a report to disk as a stream, so that 100,000 tests do not have to fit into memory. */
export async function writeReport(path: string, tests: number, pieces: Iterable<string>): Promise<ReportFile> {
  await pipeline(Readable.from(pieces, { objectMode: true, highWaterMark: 64 }), createWriteStream(path));
  return { path, bytes: (await stat(path)).size, tests };
}
