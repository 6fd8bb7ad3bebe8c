import { readFileSync } from "node:fs";

/** The facts about a process when it was recorded. */
export interface NotedProcess {
  readonly pid: number;
  /** Result of `startOf`; missing if the system has none. */
  readonly started?: string | undefined;
}

/** No run is silent for so long. */
const silentMs = 24 * 3_600_000;

/**
 * Returns the start time of a process by the system's counter, which distinguishes processes that reuse an id.
 * Undefined on systems other than Linux, and for unknown processes.
 */
export function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second of its fields is a name in brackets, which may hold both spaces and brackets.
    const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return started === undefined ? undefined : `${boot} ${started}`;
  } catch {
    return undefined;
  }
}

/**
 * True if that process is running, and not a later one with the same id.
 *
 * @param heardAt When it was last active; decides if the system cannot distinguish the two.
 */
export function isSameProcess({ pid, started }: NotedProcess, heardAt: Date): boolean {
  if (!isRunning(pid)) return false;
  const now = startOf(pid);
  if (started !== undefined && now !== undefined) return started === now;
  return Date.now() - heardAt.getTime() < silentMs;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
