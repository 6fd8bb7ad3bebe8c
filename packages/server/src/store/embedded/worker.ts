import { constants, cpSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { DurableFS, startParameters } from "./durable-fs.ts";
import { Multiplexer } from "./multiplexer.ts";
import type { FromWorker, ToWorker, WorkerOptions } from "./protocol.ts";

const port = parentPort;
if (port === null) throw new Error("The embedded database runs in a worker thread.");
const options = workerData as WorkerOptions;

const database = new PGlite({
  ...(options.folder === null ? {} : { fs: new DurableFS(options.folder) }),
  startParams: startParameters,
});
await database.waitReady;

const post = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
const die = (reason: unknown) => {
  setImmediate(() => {
    throw reason;
  });
};
const copyTo = (folder: string) => {
  let error: string | null = null;
  try {
    if (options.folder === null) throw new Error("A database in memory has no files.");
    // Some file systems copy only what changes later.
    cpSync(options.folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE });
  } catch (reason) {
    error = reason instanceof Error ? reason.message : String(reason);
  }
  post({ kind: "copied", folder, error });
};
const stop = async () => {
  await database.close();
  port.close();
};

const multiplexer = new Multiplexer({
  execute(unit, onData) {
    // The bytes are copied immediately because they are in the database's memory. The call is synchronous; it only rejects if the backend crashed,
    // and then this thread must end so that a new one can recover.
    database.execProtocolRawStream(unit, { syncToFs: false, onRawData: (data) => onData(data.slice()) }).catch(die);
  },
  inTransaction: () => database.isInTransaction(),
  fail: () => die(new Error("The database gave no answer.")),
});
port.on("message", (message: ToWorker) => {
  switch (message.kind) {
    case "open":
      multiplexer.open(
        message.id,
        (data) => post({ kind: "data", id: message.id, data }, [data.buffer as ArrayBuffer]),
        message.rank,
      );
      break;
    case "data":
      multiplexer.receive(
        message.id,
        Buffer.from(message.data.buffer, message.data.byteOffset, message.data.byteLength),
      );
      break;
    case "close":
      multiplexer.close(message.id);
      break;
    case "copy":
      // After the checkpoint, all changes are in the files.
      multiplexer.runBetween("checkpoint", () => copyTo(message.folder));
      break;
    case "stop":
      void stop();
      break;
  }
});
post({ kind: "ready" });
