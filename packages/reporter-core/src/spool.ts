import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { ResultEvent } from "@plumb/contract/result-event.ts";
import type { OpenRun } from "@plumb/contract/runs/live.ts";
import { type SpoolLine, readSpool, type RunEnd, type SpooledFile } from "./spool-file.ts";
import { makeFolder } from "./make-folder.ts";
import { isSameProcess, processStart } from "./process-identity.ts";

/** Position of a batch in the file, in bytes. */
interface Span {
  readonly from: number;
  readonly bytes: number;
}

type NewFile = Omit<SpooledFile, "number" | "kept" | "path"> &
  ({ readonly path: string } | { readonly body: Uint8Array });

/**
 * Stores all events of a reporter on disk before they are sent. This saves memory, and another process can send the events later. The lines of a
 * batch are contiguous, and its number is written after them before it is sent, so that a retry sends the same batch. Write errors are thrown.
 */
export class Spool {
  readonly path: string;
  readonly #file: number;
  readonly #batches: Span[] = [];
  readonly #files: SpooledFile[] = [];
  #run: OpenRun;
  #end: RunEnd | null = null;
  #size = 0;
  #filesSeen = 0;
  #pending: string[] = [];
  #pendingLength = 0;

  private constructor(path: string, run: OpenRun) {
    this.path = path;
    this.#run = run;
    this.#file = openSync(path, existsSync(path) ? "r+" : "wx+");
  }

  /** Creates a spool in a folder, which is created if necessary. */
  static create(folder: string, run: Omit<OpenRun, "clientId">): Spool {
    const path = resolve(folder);
    makeFolder(path);
    const ignore = join(path, ".gitignore");
    if (!existsSync(ignore)) writeFileSync(ignore, "*\n");
    const clientId = randomUUID();
    const spool = new Spool(join(path, `${clientId}.ndjson`), { ...run, clientId });
    spool.#writeRun();
    return spool;
  }

  /**
   * Opens the spool of another process. Lines without a batch number become the last batch.
   *
   * @throws Error if the file is not a spool, or its process is still running.
   */
  static async load(path: string): Promise<Spool> {
    const read = await readSpool(path);
    if (read.end === null && read.host === hostname() && isSameProcess(read, statSync(path).mtime))
      throw new Error(`The tests of this run are still running (process ${read.pid})`);
    const spool = new Spool(path, read.run);
    spool.#batches.push(...read.batches);
    spool.#files.push(...read.files);
    spool.#filesSeen = read.filesSeen;
    spool.#end = read.end;
    spool.#size = read.wholeBytes;
    // Removes a line that was not written completely.
    ftruncateSync(spool.#file, read.wholeBytes);
    if (read.tail !== null) spool.#addBatch(read.tail);
    return spool;
  }

  get run(): OpenRun {
    return this.#run;
  }

  /** Number of batches. The first batch has number 1. */
  get batches(): number {
    return this.#batches.length;
  }

  /** Number of characters that are not yet part of a batch. */
  get pending(): number {
    return this.#pendingLength;
  }

  /** End of the run, `null` if the reporter did not record one. */
  get ending(): RunEnd | null {
    return this.#end;
  }

  /** Adds information about the run. */
  updateRun(run: Omit<OpenRun, "clientId">): void {
    this.#run = { ...run, clientId: this.#run.clientId };
    this.#writeRun();
  }

  add(event: ResultEvent): void {
    const line = `${JSON.stringify(event)}\n`;
    this.#pending.push(line);
    this.#pendingLength += line.length;
  }

  /** Ends the current batch. */
  endBatch(): void {
    if (this.#pendingLength === 0) return;
    const bytes = Buffer.from(this.#pending.join(""));
    this.#pending = [];
    this.#pendingLength = 0;
    const from = this.#size;
    this.#write(bytes);
    this.#addBatch({ from, bytes: bytes.length });
  }

  /** Adds a file to send. A hard link preserves it, because test tools empty their folders. */
  addFile(file: NewFile): void {
    const number = ++this.#filesSeen;
    const { test, attempt, step, name, contentType } = file;
    const spooledPath = this.#preserve(number, file);
    const path = "path" in file ? resolve(file.path) : (spooledPath ?? "");
    const spooled: SpooledFile = {
      number,
      name,
      path,
      ...(test === undefined ? {} : { test }),
      ...(attempt === undefined ? {} : { attempt }),
      ...(step === undefined ? {} : { step }),
      ...(contentType === undefined ? {} : { contentType }),
      ...(spooledPath === null ? {} : { kept: spooledPath }),
    };
    this.#files.push(spooled);
    this.#writeLine({ spool: "file", file: spooled });
  }

  /** Next file to send, undefined if there is none. */
  get nextFile(): SpooledFile | undefined {
    return this.#files[0];
  }

  get filesLeft(): number {
    return this.#files.length;
  }

  /** Marks the next file as sent or skipped. */
  fileDone(): void {
    const file = this.#files.shift();
    if (file === undefined) return;
    if (file.kept !== undefined) rmSync(file.kept, { force: true });
    this.#writeLine({ spool: "sent", number: file.number });
  }

  batch(number: number): Uint8Array<ArrayBuffer> {
    const span = this.#batches[number - 1];
    if (span === undefined) throw new RangeError(`There is no batch ${number}`);
    const bytes = new Uint8Array(span.bytes);
    readSync(this.#file, bytes, 0, span.bytes, span.from);
    return bytes;
  }

  end(interrupted?: string): void {
    this.endBatch();
    this.#end = { ...(interrupted !== undefined && { interrupted }), at: new Date().toISOString() };
    this.#writeLine({ spool: "end", ...this.#end });
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Removes the spool and its files, and the folder if it is empty. */
  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
    rmSync(this.#filesFolder, { recursive: true, force: true });
    removeIfEmpty(dirname(this.path));
  }

  get #filesFolder(): string {
    return this.path.replace(/\.ndjson$/, "");
  }

  #preserve(number: number, file: NewFile): string | null {
    makeFolder(this.#filesFolder);
    const spooledPath = join(this.#filesFolder, String(number));
    if ("body" in file) {
      writeFileSync(spooledPath, file.body);
      return spooledPath;
    }
    try {
      linkSync(file.path, spooledPath);
      return spooledPath;
    } catch {
      // The spool is on another disk, or the file system does not support links. The original path is used.
      return null;
    }
  }

  #addBatch(span: Span): void {
    this.#writeLine({ spool: "batch", number: this.#batches.length + 1 });
    this.#batches.push(span);
  }

  #writeRun(): void {
    const started = processStart(process.pid);
    const identity = { pid: process.pid, ...(started === undefined ? {} : { started }) };
    this.#writeLine({ spool: "run", run: this.#run, ...identity, host: hostname() });
  }

  #writeLine(line: SpoolLine): void {
    this.#write(Buffer.from(`${JSON.stringify(line)}\n`));
  }

  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;)
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#size + done);
    this.#size += bytes.length;
  }
}

/** Removes a folder that contains only its `.gitignore`, and then its parent. */
function removeIfEmpty(folder: string): void {
  try {
    rmSync(join(folder, ".gitignore"), { force: true });
    rmdirSync(folder);
    rmdirSync(dirname(folder));
  } catch {
    if (existsSync(folder)) writeFileSync(join(folder, ".gitignore"), "*\n");
  }
}
