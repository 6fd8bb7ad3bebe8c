import { readFileSync } from "node:fs";

/** Identity of a process, as recorded in a spool. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Result of `startOf`, absent on systems without start times. */
  readonly started?: string | undefined;
}

/** Longer than any run goes without writing events. */
const maxSilenceMs = 24 * 3_600_000;

/**
 * Returns the start time of a process, which distinguishes processes that reuse an id. Undefined for unknown processes and on systems other than
 * Linux.
 */
export function processStart(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is a name in brackets, which may contain spaces and brackets.
    const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return started === undefined ? undefined : `${boot} ${started}`;
  } catch {
    return undefined;
  }
}

/**
 * Returns true if the process is still running, and is not a later process with the same id.
 *
 * @param recordedAt Time of its last activity, used on systems without start times.
 */
export function isSameProcess({ pid, started }: ProcessIdentity, recordedAt: Date): boolean {
  if (!isRunning(pid)) return false;
  const now = processStart(pid);
  if (started !== undefined && now !== undefined) return started === now;
  return Date.now() - recordedAt.getTime() < maxSilenceMs;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
