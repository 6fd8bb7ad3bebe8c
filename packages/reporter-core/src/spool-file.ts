import { createReadStream } from "node:fs";
import type { OpenRun } from "@plumb/contract/runs/live.ts";
import type { ProcessIdentity } from "./process-identity.ts";

export interface SpooledFile {
  readonly number: number;
  /** Absent for a file of the run. */
  readonly test?: string;
  readonly attempt?: number;
  readonly step?: number;
  readonly name: string;
  readonly contentType?: string;
  /** Path at which the test tool wrote the file. */
  readonly path: string;
  /** Path of a link in the spool, which survives if the tool deletes its file. */
  readonly kept?: string;
}

/** Lines of a spool, except those with events. */
export type SpoolLine =
  | ({ readonly spool: "run"; readonly run: OpenRun; readonly host: string } & ProcessIdentity)
  | { readonly spool: "batch"; readonly number: number }
  | { readonly spool: "file"; readonly file: SpooledFile }
  | { readonly spool: "sent"; readonly number: number }
  | ({ readonly spool: "end" } & RunEnd);

/** End of a run. */
export interface RunEnd {
  readonly interrupted?: string;
  /** ISO timestamp; absent in spools of earlier versions. */
  readonly at?: string;
}

export interface SpoolContents extends ProcessIdentity {
  readonly run: OpenRun;
  readonly host: string;
  readonly batches: readonly Span[];
  /** Events after the last batch, `null` if there are none. */
  readonly tail: Span | null;
  readonly files: readonly SpooledFile[];
  readonly filesSeen: number;
  readonly end: RunEnd | null;
  /** Number of bytes up to the end of the last complete line. */
  readonly wholeBytes: number;
}

interface Span {
  readonly from: number;
  readonly bytes: number;
}

const recordPrefix = Buffer.from('{"spool":');
const lineFeed = 10;

/**
 * Reads everything in a spool except its events.
 *
 * @throws Error if the file is not a spool.
 */
export async function readSpool(path: string): Promise<SpoolContents> {
  const batches: Span[] = [];
  const files = new Map<number, SpooledFile>();
  let run = null as Extract<SpoolLine, { spool: "run" }> | null;
  let end: SpoolContents["end"] = null;
  let events = null as Span | null;
  let position = 0;
  let filesSeen = 0;
  for await (const line of fullLines(path)) {
    const from = position;
    position += line.length;
    if (!line.subarray(0, recordPrefix.length).equals(recordPrefix)) {
      events = { from: events?.from ?? from, bytes: (events?.bytes ?? 0) + line.length };
      continue;
    }
    const parsed = JSON.parse(line.toString("utf8")) as SpoolLine;
    if (parsed.spool === "run") run = parsed;
    else if (parsed.spool === "file") files.set((filesSeen = parsed.file.number), parsed.file);
    else if (parsed.spool === "sent") files.delete(parsed.number);
    else if (parsed.spool === "end") {
      const { spool: _spool, ...rest } = parsed;
      end = rest;
    } else if (events !== null) {
      batches.push(events);
      events = null;
    }
  }
  if (run === null) throw new Error(`${path} is not a spooled run`);
  return { ...run, batches, tail: events, files: [...files.values()], filesSeen, end, wholeBytes: position };
}

/** Yields lines with their line feed. A last line without a line feed is incomplete and left out. */
async function* fullLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let next = chunk.indexOf(lineFeed); next >= 0; next = chunk.indexOf(lineFeed, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, next + 1)]);
      rest = [];
      start = next + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
}
