import { createReadStream } from "node:fs";
import type { OpenRun } from "@plumb/contract/runs/live.ts";
import type { NotedProcess } from "#same-process.ts";

/** A file to send. */
export interface SpooledFile {
  readonly number: number;
  /** Absent: it is the run's. */
  readonly test?: string;
  readonly attempt?: number;
  readonly step?: number;
  readonly name: string;
  readonly contentType?: string;
  /** Where it was made. */
  readonly path: string;
  /** Where it is kept for us. */
  readonly kept?: string;
}

/** Lines of a journal that are not events. */
export type JournalLine =
  | ({ readonly spool: "run"; readonly run: OpenRun; readonly host: string } & NotedProcess)
  | { readonly spool: "batch"; readonly number: number }
  | { readonly spool: "file"; readonly file: SpooledFile }
  | { readonly spool: "sent"; readonly number: number }
  | ({ readonly spool: "end" } & RunEnd);

/** How a reporter ended. */
export interface RunEnd {
  readonly interrupted?: string;
  /** ISO; absent in spools of earlier versions. */
  readonly at?: string;
}

export interface ReadJournal extends NotedProcess {
  readonly run: OpenRun;
  readonly host: string;
  readonly batches: readonly Span[];
  /** Events behind the last batch; null if there are none. */
  readonly tail: Span | null;
  readonly files: readonly SpooledFile[];
  readonly filesSeen: number;
  readonly end: RunEnd | null;
  /** Up to the end of the last whole line. */
  readonly wholeBytes: number;
}

interface Span {
  readonly from: number;
  readonly bytes: number;
}

const begin = Buffer.from('{"spool":');
const lineFeed = 10;

/**
 * Reads a journal without its events.
 *
 * @throws Error if the file is not a journal.
 */
export async function readJournal(path: string): Promise<ReadJournal> {
  const batches: Span[] = [];
  const files = new Map<number, SpooledFile>();
  let run = null as Extract<JournalLine, { spool: "run" }> | null;
  let end: ReadJournal["end"] = null;
  let events = null as Span | null;
  let at = 0;
  let filesSeen = 0;
  for await (const line of wholeLines(path)) {
    const from = at;
    at += line.length;
    if (!line.subarray(0, begin.length).equals(begin)) {
      events = { from: events?.from ?? from, bytes: (events?.bytes ?? 0) + line.length };
      continue;
    }
    const said = JSON.parse(line.toString("utf8")) as JournalLine;
    if (said.spool === "run") run = said;
    else if (said.spool === "file") files.set((filesSeen = said.file.number), said.file);
    else if (said.spool === "sent") files.delete(said.number);
    else if (said.spool === "end") {
      const { spool: _spool, ...rest } = said;
      end = rest;
    } else if (events !== null) {
      batches.push(events);
      events = null;
    }
  }
  if (run === null) throw new Error(`${path} does not begin as a spooled run does`);
  return { ...run, batches, tail: events, files: [...files.values()], filesSeen, end, wholeBytes: at };
}

/** Lines with the line feed that ends them; one without is not whole. */
async function* wholeLines(path: string): AsyncGenerator<Buffer> {
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
