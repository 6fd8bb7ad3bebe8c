import { createReadStream, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { NetworkError, RefusedError } from "@plumb/client/call-error.ts";
import { createClient } from "@plumb/client/client.ts";
import { createLiveClient, expectedBatch, type LiveClient } from "@plumb/client/live.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { OpenedRun } from "@plumb/contract/runs/live.ts";
import { httpFetch } from "./http-fetch.ts";
import type { Spool } from "./spool.ts";
import type { SpooledFile } from "./spool-file.ts";

/** Time limit of a request. For a file, each megabyte adds the same time again. */
const requestTimeoutMs = 20_000;
const megabyte = 1024 * 1024;

/** Sends a spool to a server in steps. A failed step can be repeated. */
export class Uploader {
  readonly #live: LiveClient;
  readonly #spool: Spool;
  readonly #url: string;
  readonly #spooled: boolean;
  #opening: Promise<OpenedRun> | null = null;
  #opened: OpenedRun | null = null;
  #next = 1;
  /** Number of files that no longer existed or that the server rejected. */
  filesLost = 0;

  /** @param spooled True if another process sends the spool later. */
  constructor(
    spool: Spool,
    { url, key, spooled = false }: { readonly url: string; readonly key: string; readonly spooled?: boolean },
  ) {
    this.#spool = spool;
    this.#url = url;
    this.#spooled = spooled;
    this.#live = createLiveClient(createClient({ baseUrl: url, token: () => key, fetch: httpFetch }));
  }

  /** `null` until the server has opened the run. */
  get run(): OpenedRun | null {
    return this.#opened;
  }

  /** Address of the report. */
  get link(): string | null {
    return this.#opened === null ? null : new URL(this.#opened.url, `${this.#url}/`).href;
  }

  /** Number of batches that the server has not received. */
  get batchesLeft(): number {
    return Math.max(0, this.#spool.batches - this.#next + 1);
  }

  open(signal?: AbortSignal): Promise<OpenedRun> {
    this.#opening ??= this.#open(signal).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** Sends the next batch. Returns false if there is none. */
  async sendBatch(signal?: AbortSignal): Promise<boolean> {
    const run = await this.open(signal);
    const number = this.#next;
    if (number > this.#spool.batches) return false;
    const lines = this.#spool.batch(number);
    try {
      await withTimeout(requestTimeoutMs, signal, (timeout) => this.#live.sendEvents(run, { number, lines }, timeout));
      this.#next = number + 1;
    } catch (error) {
      const expected = expectedBatch(error);
      if (expected === null || expected === number) throw error;
      this.#next = expected;
    }
    return true;
  }

  async sendHeartbeat(signal?: AbortSignal): Promise<void> {
    const run = await this.open(signal);
    await withTimeout(requestTimeoutMs, signal, (timeout) => this.#live.sendEvents(run, null, timeout));
  }

  /** Sends the next file. Returns false if there is none. */
  async sendFile(signal?: AbortSignal): Promise<boolean> {
    const file = this.#spool.nextFile;
    if (file === undefined) return false;
    const run = await this.open(signal);
    const location = locateFile(file);
    if (location === null) this.filesLost += 1;
    else {
      const body =
        location.size > megabyte ? Readable.toWeb(createReadStream(location.path)) : await readFile(location.path);
      const timeoutMs = Math.ceil(requestTimeoutMs * (1 + location.size / megabyte));
      await withTimeout(timeoutMs, signal, (timeout) => this.#live.putArtifact(run, file, body, timeout)).catch(
        (error: unknown) => {
          // The file is too large or there are too many files: the run continues without it.
          if (!(error instanceof RefusedError && [400, 413, 422].includes(error.status))) throw error;
          this.filesLost += 1;
        },
      );
    }
    this.#spool.fileDone();
    return true;
  }

  /** Completes the run after everything was sent. Returns false if the server is missing batches, which must be sent again first. */
  async complete(interrupted: string | undefined, signal?: AbortSignal): Promise<UploadedRun | false> {
    const run = await this.open(signal);
    const endedAt = this.#spool.ending?.at;
    const completion = {
      batches: this.#spool.batches,
      ...(interrupted === undefined ? {} : { interrupted: { reason: interrupted } }),
      ...(this.#spooled && endedAt !== undefined && { endedAt }),
    };
    try {
      return await withTimeout(requestTimeoutMs, signal, (timeout) => this.#live.completeRun(run, completion, timeout));
    } catch (error) {
      const expected = expectedBatch(error);
      if (expected === null || expected >= this.#next) throw error;
      this.#next = expected;
      return false;
    }
  }

  async #open(signal?: AbortSignal): Promise<OpenedRun> {
    const run = { ...this.#spool.run, ...(this.#spooled && { spooled: true }) };
    const opened = await withTimeout(requestTimeoutMs, signal, (timeout) =>
      this.#live.openRun(run, { signal: timeout }),
    );
    this.#opened = opened;
    this.#next = opened.acknowledged + 1;
    return opened;
  }
}

/** Turns a timeout into a network error. */
async function withTimeout<T>(
  timeoutMs: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    return await call(signal === undefined ? timeout : AbortSignal.any([signal, timeout]));
  } catch (error) {
    if (timeout.aborted && error === timeout.reason)
      throw new NetworkError(`The server did not respond within ${Math.round(timeoutMs / 1000)} s`);
    throw error;
  }
}

function locateFile(file: SpooledFile): { path: string; size: number } | null {
  for (const path of [file.kept, file.path]) {
    const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    if (path !== undefined && found?.isFile() === true) return { path, size: found.size };
  }
  return null;
}
