import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { lockFolder } from "#store/embedded/lock-file.ts";
import type { FromWorker, Rank, ToWorker, WorkerOptions } from "#store/embedded/protocol.ts";

export interface EmbeddedDatabase {
  /**
   * A new connection, for the `stream` option of a `pg` client. It lets connections of an earlier rank pass first.
   */
  connect(rank: Rank): Duplex;
  close(): Promise<void>;
}

/**
 * PostgreSQL in a thread of this process. `pg` talks to it as to any server, over a message port instead of a socket:
 * no path whose length could exceed a limit, no file that another user could reach, the same on Windows.
 *
 * @param folder Where the data lives; null keeps it in memory (tests).
 */
export async function openEmbedded(folder: string | null): Promise<EmbeddedDatabase> {
  const unlock = folder === null ? () => undefined : lockFolder(folder);
  try {
    const cluster = folder === null ? null : join(folder, "db");
    if (cluster !== null && !existsSync(join(cluster, "PG_VERSION"))) {
      refuseForeign(cluster);
      // Made next to its place and moved there whole, so that a start that is killed here leaves nothing half-made.
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
          "Make room if the disk is full; else restore the folder from a backup, or set PLUMB_DATA_DIR to another folder.",
        { cause: error },
      );
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * @throws Error if the folder contains something else: a database is only created in an empty folder.
 */
function refuseForeign(cluster: string): void {
  if (!existsSync(cluster)) return;
  if (statSync(cluster).isDirectory() && readdirSync(cluster).length === 0) return;
  throw new Error(
    `${cluster} is not a database of Plumb, and nothing was written to it. Move it away if it is not needed, or restore the data folder from a backup, or set PLUMB_DATA_DIR to another folder.`,
  );
}

const restartAfterMs = 2000;

/** Carries the code that PostgreSQL's clients know for a lost connection. */
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
        // The client could not read its answer: its connection fails, and with it the statement that waits for it.
        socket?.destroy(error as Error);
      }
    });
    worker.on("exit", () => {
      for (const socket of sockets.values()) socket.destroy(new DatabaseAway());
      sockets.clear();
      // A database that died (a full disk ends it, as it ends PostgreSQL) is started again and recovers from its log.
      if (!closing && wasReady) restart();
    });
    await untilReady(worker);
    wasReady = true;
    return worker;
  };
  const restart = () => {
    current = start();
    // The disk is still full: requests fail until the next try, which comes a little later.
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

/** The part of a net.Socket that `pg` uses, over the message port. */
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
    // Data is pushed as it comes.
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
