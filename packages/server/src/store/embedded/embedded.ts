import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { readdir, statfs } from "node:fs/promises";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { lockFolder } from "./lock-file.ts";
import type { FromWorker, Rank, ToWorker, WorkerOptions } from "./protocol.ts";

export interface EmbeddedDatabase {
  /** Opens a connection for the `stream` option of a `pg` client. Statements of connections with an earlier rank run first. */
  connect(rank: Rank): Duplex;
  /** Copies the files of the database between two statements. `folder` must not exist. */
  copyTo(folder: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL in a thread of this process. `pg` connects over a message port instead of a socket: it works the same on Windows, no path can be
 * too long, and other users cannot access it.
 *
 * @param folder Folder of the data; `null` keeps it in memory (tests).
 */
export async function openEmbedded(folder: string | null): Promise<EmbeddedDatabase> {
  const unlock = folder === null ? () => undefined : lockFolder(folder);
  try {
    const cluster = folder === null ? null : join(folder, "db");
    if (cluster !== null && !existsSync(join(cluster, "PG_VERSION"))) {
      refuseForeign(cluster);
      // Created under a temporary name and then renamed, so that killing the process during the start leaves no incomplete cluster.
      const unfinished = `${cluster}.new`;
      rmSync(unfinished, { recursive: true, force: true });
      mkdirSync(unfinished, { recursive: true, mode: 0o700 });
      await promisify(execFile)(process.execPath, [
        "--liftoff-only",
        fileURLToPath(new URL("create-cluster.ts", import.meta.url)),
        unfinished,
      ]);
      renameSync(unfinished, cluster);
    }
    return await startThread(cluster, unlock).catch((error: unknown) => {
      if (cluster === null) throw error;
      throw new Error(
        `The database in ${cluster} cannot be opened: it is damaged, its disk is full, or another version of Plumb wrote it. ` +
          "Free up disk space if the disk is full. Otherwise restore the folder from a backup, or set PLUMB_DATA_DIR to another folder.",
        { cause: error },
      );
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** @throws Error if the folder contains other files: a database is only created in an empty folder. */
function refuseForeign(cluster: string): void {
  if (!existsSync(cluster)) return;
  if (statSync(cluster).isDirectory() && readdirSync(cluster).length === 0) return;
  throw new Error(
    `${cluster} is not a Plumb database, and nothing was written to it. Move it if it is not needed, restore the data folder from a backup, or set PLUMB_DATA_DIR to another folder.`,
  );
}

const restartAfterMs = 2000;

/** Has the SQLSTATE of a lost connection, which PostgreSQL clients recognise. */
class DatabaseAway extends Error {
  readonly code = "08006";

  constructor(options?: ErrorOptions) {
    super("The embedded database stopped.", options);
  }
}

async function startThread(folder: string | null, unlock: () => void): Promise<EmbeddedDatabase> {
  const sockets = new Map<number, EmbeddedSocket>();
  let nextId = 1;
  let closing = false;

  const start = async (): Promise<Worker> => {
    let wasReady = false;
    const worker = new Worker(new URL("worker.ts", import.meta.url), {
      workerData: { folder } satisfies WorkerOptions,
    });
    worker.on("message", (message: FromWorker) => {
      if (message.kind !== "data") return;
      const socket = sockets.get(message.id);
      try {
        socket?.push(Buffer.from(message.data.buffer as ArrayBuffer));
      } catch (error) {
        // The client could not parse the response, so its connection and the waiting statement fail.
        socket?.destroy(error as Error);
      }
    });
    worker.on("exit", () => {
      for (const socket of sockets.values()) socket.destroy(new DatabaseAway());
      sockets.clear();
      // A database that crashed, for example on a full disk, is restarted and recovers from its log.
      if (!closing && wasReady) restart();
    });
    await untilReady(worker);
    wasReady = true;
    return worker;
  };
  const restart = () => {
    current = start();
    // The disk may still be full. Requests fail until the next attempt succeeds.
    current.catch(() => {
      if (!closing) setTimeout(restart, restartAfterMs).unref();
    });
  };
  let current = start();
  current.catch(() => undefined);
  await current;

  return {
    connect(rank) {
      const id = nextId++;
      const socket = new EmbeddedSocket(async (message) => (await current).postMessage(message), id, rank);
      sockets.set(id, socket);
      socket.once("close", () => sockets.delete(id));
      return socket;
    },
    async copyTo(target) {
      if (folder !== null) await checkSpace(folder);
      const worker = await current;
      const copied = waitForCopy(worker, target);
      worker.postMessage({ kind: "copy", folder: target } satisfies ToWorker);
      await copied;
    },
    async close() {
      closing = true;
      const worker = await current;
      const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
      worker.postMessage({ kind: "stop" } satisfies ToWorker);
      await ended;
      unlock();
    },
  };
}

function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on("error", (cause: unknown) => reject(new DatabaseAway({ cause })));
    worker.once("exit", () => reject(new DatabaseAway()));
    worker.on("message", (message: FromWorker) => {
      if (message.kind === "ready") resolve();
    });
  });
}

/** @throws Error if a copy of the folder would fill the disk, which stops the database. */
async function checkSpace(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const file of files)
    if (file.isFile()) bytes += statSync(join(file.parentPath, file.name), { throwIfNoEntry: false })?.size ?? 0;
  const { bavail, bsize } = await statfs(folder);
  const [needed, free] = [bytes * 1.2, bavail * bsize].map((size) => Math.ceil(size / 1e6));
  if ((free ?? 0) < (needed ?? 0))
    throw new Error(
      `The backup needs a copy of the database, for which its disk has not enough space: ${needed} MB are needed, and ${free} MB are free. ` +
        "Free up space, or stop the server: the backup of a stopped server needs no copy.",
    );
}

function waitForCopy(worker: Worker, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(new DatabaseAway());
    const read = (message: FromWorker) => {
      if (message.kind !== "copied" || message.folder !== folder) return;
      worker.off("exit", stopped);
      worker.off("message", read);
      if (message.error === null) resolve();
      else reject(new Error(`The database could not be copied: ${message.error}`));
    };
    worker.once("exit", stopped);
    worker.on("message", read);
  });
}

/** Implements the part of `net.Socket` that `pg` uses, over the message port. */
class EmbeddedSocket extends Duplex {
  private readonly post: (message: ToWorker) => Promise<void>;
  private readonly id: number;
  private readonly rank: Rank;

  constructor(post: (message: ToWorker) => Promise<void>, id: number, rank: Rank) {
    super();
    this.post = post;
    this.id = id;
    this.rank = rank;
  }

  connect(): this {
    this.post({ kind: "open", id: this.id, rank: this.rank })
      .then(() => this.emit("connect"))
      .catch((error: Error) => this.destroy(error));
    return this;
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.post({ kind: "data", id: this.id, data: new Uint8Array(chunk) }).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "buffer", done);
  }

  override _read(): void {
    // Data is pushed when it arrives.
  }

  override _final(done: () => void): void {
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.post({ kind: "close", id: this.id }).catch(() => undefined);
    done(error);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}
