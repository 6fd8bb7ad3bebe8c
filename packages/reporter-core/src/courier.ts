import { createReadStream, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { AnswerError, NetworkError, RefusedError } from "@plumb/client/call-error.ts";
import { type Client, createClient } from "@plumb/client/client.ts";
import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import { completeRun, type OpenedRun, openRun, putArtifact, sendEvents } from "@plumb/contract/runs/live.ts";
import type { Journal } from "#journal.ts";
import type { SpooledFile } from "#journal-file.ts";

/** Before a call is given up as unanswered; a file gets as long again for each of its megabytes. */
const patienceMs = 20_000;
const megabyte = 1024 * 1024;

/** Brings a journal to a server, step by step. Each step may be repeated after it failed. */
export class Courier {
  readonly #client: Client;
  readonly #journal: Journal;
  readonly #url: string;
  #opening: Promise<OpenedRun> | null = null;
  #opened: OpenedRun | null = null;
  #next = 1;
  /** Files that were gone before they could be sent. */
  filesLost = 0;

  constructor(journal: Journal, { url, key }: { readonly url: string; readonly key: string }) {
    this.#journal = journal;
    this.#url = url;
    this.#client = createClient({ baseUrl: url, token: () => key, fetch: streamingFetch });
  }

  /** Null before the server said that it is open. */
  get run(): OpenedRun | null {
    return this.#opened;
  }

  /** Where people read it. */
  get link(): string | null {
    return this.#opened === null ? null : new URL(this.#opened.url, `${this.#url}/`).href;
  }

  /** How many batches the server does not have. */
  get batchesLeft(): number {
    return Math.max(0, this.#journal.batches - this.#next + 1);
  }

  open(signal?: AbortSignal): Promise<OpenedRun> {
    this.#opening ??= this.#open(signal).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** Sends the next batch. False: there is none. */
  async sendBatch(signal?: AbortSignal): Promise<boolean> {
    const { reportId, source } = await this.open(signal);
    const number = this.#next;
    if (number > this.#journal.batches) return false;
    const body = this.#journal.batch(number);
    try {
      await this.#send(reportId, { source, batch: number }, body, signal);
      this.#next = number + 1;
    } catch (error) {
      const expected = expectedIn(error);
      if (expected === null || expected === number) throw error;
      this.#next = expected;
    }
    return true;
  }

  /** Says that there is still somebody. */
  async beat(signal?: AbortSignal): Promise<void> {
    const { reportId, source } = await this.open(signal);
    await this.#send(reportId, { source }, new Uint8Array(), signal);
  }

  /** Sends the next file. False: there is none. */
  async sendFile(signal?: AbortSignal): Promise<boolean> {
    const file = this.#journal.nextFile;
    if (file === undefined) return false;
    const { reportId, source } = await this.open(signal);
    const place = placeOf(file);
    if (place === null) this.filesLost += 1;
    else {
      const { test, attempt, name, contentType } = file;
      const body = place.size > megabyte ? Readable.toWeb(createReadStream(place.path)) : await readFile(place.path);
      const patience = Math.ceil(patienceMs * (1 + place.size / megabyte));
      await answered(patience, signal, (limit) =>
        this.#client.call(putArtifact, {
          params: { reportId },
          query: { source, test, attempt, name, contentType },
          body,
          headers: { "content-type": "application/octet-stream" },
          signal: limit,
        }),
      ).catch((error: unknown) => {
        // Too large, or too many: the run goes on without it.
        if (!(error instanceof RefusedError && [400, 413, 422].includes(error.status))) throw error;
        this.filesLost += 1;
      });
    }
    this.#journal.fileDone();
    return true;
  }

  /** Says the last word, once all was sent. False: the server misses batches, which are to be sent again first. */
  async complete(interrupted: string | undefined, signal?: AbortSignal): Promise<UploadedRun | false> {
    const { reportId, source } = await this.open(signal);
    try {
      const { data } = await answered(patienceMs, signal, (limit) =>
        this.#client.call(completeRun, {
          params: { reportId },
          body: {
            source,
            batches: this.#journal.batches,
            ...(interrupted === undefined ? {} : { interrupted: { reason: interrupted } }),
          },
          signal: limit,
        }),
      );
      return data;
    } catch (error) {
      const expected = expectedIn(error);
      if (expected === null || expected >= this.#next) throw error;
      this.#next = expected;
      return false;
    }
  }

  async #open(signal?: AbortSignal): Promise<OpenedRun> {
    const { data } = await answered(patienceMs, signal, (limit) =>
      this.#client.call(openRun, { body: this.#journal.run, signal: limit }),
    );
    this.#opened = data;
    this.#next = data.acknowledged + 1;
    return data;
  }

  async #send(
    reportId: number,
    query: { readonly source: number; readonly batch?: number },
    body: Uint8Array<ArrayBuffer>,
    signal?: AbortSignal,
  ): Promise<void> {
    await answered(patienceMs, signal, (limit) =>
      this.#client.call(sendEvents, {
        params: { reportId },
        query,
        body,
        headers: { "content-type": "application/x-ndjson" },
        signal: limit,
      }),
    );
  }
}

/** A call that takes too long is one that got no answer. */
async function answered<T>(
  patience: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout(patience);
  try {
    return await call(signal === undefined ? limit : AbortSignal.any([signal, limit]));
  } catch (error) {
    if (limit.aborted && error === limit.reason)
      throw new NetworkError(`The server did not answer within ${Math.round(patience / 1000)} s`);
    throw error;
  }
}

/** The batch that the server waits for, if that is why it refused. */
function expectedIn(error: unknown): number | null {
  if (!(error instanceof RefusedError) || error.status !== 409) return null;
  const { expected } = (error.body ?? {}) as { expected?: unknown };
  return typeof expected === "number" && Number.isSafeInteger(expected) && expected > 0 ? expected : null;
}

function placeOf(file: SpooledFile): { path: string; size: number } | null {
  for (const path of [file.kept, file.path]) {
    const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    if (path !== undefined && found?.isFile() === true) return { path, size: found.size };
  }
  return null;
}

/** Node's fetch keeps a streamed body in memory for a redirect, unless it may not follow one and has no window. */
async function streamingFetch(url: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, redirect: "error", window: null });
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof Error && cause.message === "unexpected redirect")) throw error;
    throw new AnswerError("The server answers with a redirect. Is its address the final one (https, host, path)?");
  }
}
