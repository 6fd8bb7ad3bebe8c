import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Start time of the process, which detects a reused pid; `null` if the operating system does not report it. */
  readonly started: string | null;
}

/** The lock's holder on another host is considered dead if it has not updated the file for this long. */
const silentMs = 30_000;
const signOfLifeMs = 5_000;

/** Another live server holds the lock. */
export class FolderInUse extends Error {}

/**
 * Locks the folder for this process and returns a function that unlocks it. Two servers in one folder would corrupt
 * the database, which has no lock.
 *
 * @throws FolderInUse with a message for the operator if another live server holds the lock.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "plumb.lock");
  const self: Holder = { pid: process.pid, host: hostname(), started: processStart(process.pid) };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(path, JSON.stringify(self), { flag: "wx", mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const holder = readHolder(path);
      if (attempt > 2 || (holder !== null && isAlive(holder, path))) {
        throw new FolderInUse(
          `The data folder ${folder} is in use by another Plumb server (process ${holder?.pid ?? "unknown"} on ${holder?.host ?? "this host"}). ` +
            "Stop that server, or start this one with another PLUMB_DATA_DIR and PLUMB_PORT.",
          { cause: error },
        );
      }
      rmSync(path, { force: true });
    }
  }
  const signOfLife = setInterval(() => {
    const now = new Date();
    try {
      utimesSync(path, now, now);
    } catch {
      // The file was removed manually. The lock stays valid, and the folder may have been removed on purpose.
    }
  }, signOfLifeMs);
  signOfLife.unref();
  return () => {
    clearInterval(signOfLife);
    if (readHolder(path)?.pid === self.pid) rmSync(path, { force: true });
  };
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return null;
  }
}

function isAlive(holder: Holder, path: string): boolean {
  if (holder.host !== hostname()) return Date.now() - statSync(path).mtimeMs < silentMs;
  // In a container, every start has the same pid, so the file is from an earlier start of this server.
  if (holder.pid === process.pid) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  return holder.started === null || holder.started === processStart(holder.pid);
}

/** Returns field 22 of /proc/<pid>/stat (proc_pid_stat(5)) with the id of the boot it counts from; `null` outside Linux. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${boot}:${afterName[19] ?? ""}`;
  } catch {
    return null;
  }
}
