import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { briefServerFlags } from "../../scripts/server-flags.mjs";
import { freePort } from "../../packages/server/src/testing/free-port.ts";
import { killOnExit } from "../../packages/server/src/testing/kill-on-exit.ts";
import { startPostgres, type TemporaryPostgres } from "../../packages/server/src/testing/postgres.ts";
import { mainFile, type ServerProcess, startServerProcess } from "../../packages/server/src/testing/server-process.ts";

/** Small enough to be filled in a moment, and large enough for the data of a run. */
const diskMegabytes = 768;
/** From Debian's package libfaketime. */
const fakeTime = [
  "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
  "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
].find((path) => existsSync(path));

export interface Server {
  readonly url: string;
  /** File with the offset of its clock, such as `+3600`; `null` without libfaketime. */
  readonly clockFile: string | null;
  kill(): Promise<void>;
  /** Stops or continues the process without its knowledge. */
  signal(signal: "SIGCONT" | "SIGSTOP"): void;
  /** Starts it again on the same port, if it has ended. */
  start(): Promise<void>;
  output(): string;
}

export interface Cluster extends AsyncDisposable {
  readonly postgres: TemporaryPostgres;
  readonly servers: readonly Server[];
  /** Folder with the files of reports. */
  readonly blobs: string;
  /** A file system of limited size with the database and all other files; `null` if none could be mounted. */
  readonly disk: string | null;
}

/** Starts PostgreSQL with fsync, and servers that share it and a folder of files. Everything is on one small file system, if root may mount it. */
export async function startCluster(count: number): Promise<Cluster> {
  const stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "plumb-faults-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  chmodSync(folder, 0o755);
  const disk = mountDisk(folder);
  if (disk !== null) stack.defer(() => void execFileSync("umount", ["--lazy", disk]));
  const postgres = await startPostgres([], disk ?? folder);
  stack.defer(() => postgres.remove());
  const blobs = join(disk ?? folder, "blobs");
  mkdirSync(blobs);
  const servers: Server[] = [];
  for (let number = 0; number < count; number += 1) {
    const server = await createServer(join(disk ?? folder, `server-${number}`), blobs, postgres.url);
    stack.defer(() => server.kill());
    servers.push(server);
  }
  return { postgres, servers, blobs, disk, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

function mountDisk(folder: string): string | null {
  const disk = join(folder, "disk");
  mkdirSync(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m,mode=755`, "tmpfs", disk], { stdio: "ignore" });
    return disk;
  } catch {
    return null;
  }
}

async function createServer(dataDir: string, blobs: string, databaseUrl: string): Promise<Server> {
  mkdirSync(dataDir, { mode: 0o700 });
  const port = await freePort();
  const clockFile = fakeTime === undefined ? null : join(dataDir, "clock");
  const env = {
    PATH: process.env["PATH"],
    PLUMB_DATA_DIR: dataDir,
    PLUMB_PORT: String(port),
    PLUMB_ARTIFACT_PORT: "0",
    PLUMB_BLOBS: blobs,
    PLUMB_SECRET: "a secret of all servers",
    PLUMB_ADMIN_EMAIL: "admin@example.test",
    PLUMB_ADMIN_PASSWORD: "correct horse",
    PLUMB_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
    DATABASE_URL: databaseUrl,
    ...(clockFile === null
      ? {}
      : {
          LD_PRELOAD: fakeTime,
          FAKETIME_TIMESTAMP_FILE: clockFile,
          FAKETIME_NO_CACHE: "1",
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
        }),
  };
  let running: ServerProcess | null = null;
  let output = "";
  const server: Server = {
    url: `http://127.0.0.1:${port}`,
    clockFile,
    async kill() {
      if (running === null) return;
      output += running.output();
      await running.kill();
      running = null;
    },
    signal: (signal) => running?.signal(signal),
    async start() {
      running ??= await startServerProcess([process.execPath, ...briefServerFlags, mainFile], {
        env,
        onSpawn: (child) => killOnExit(child, "SIGKILL"),
      });
    },
    output: () => output + (running?.output() ?? ""),
  };
  await server.start();
  return server;
}
