import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const megabyte = 1024 * 1024;

/** Returns the resident memory of a process in MB, `null` without /proc. */
export function residentMb(pid: number): number | null {
  return statusMb(pid, "VmRSS");
}

/** Returns the maximum resident memory since the start of the process or the last `forgetPeak`, in MB. */
export function peakMb(pid: number): number | null {
  return statusMb(pid, "VmHWM");
}

/** Resets the peak to the current resident memory (proc_pid_clear_refs(5)). */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // On other systems than Linux, `peakMb` returns `null`.
  }
}

function statusMb(pid: number, field: string): number | null {
  try {
    const line = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line === null ? null : (Number(line[1]) * 1024) / megabyte;
  } catch {
    return null;
  }
}

/** Returns the resident memory of a process and its descendants, in MB. */
function treeMb(pid: number): number {
  return (residentMb(pid) ?? 0) + childrenOf(pid).reduce((sum, child) => sum + treeMb(child), 0);
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** A running measurement, see `watchTree`. */
export interface TreeWatch extends Disposable {
  /** `null` without /proc. */
  peakMb(): number | null;
}

/** Measures the peak memory of a process and its descendants, sampled every 20 ms. */
export function watchTree(pid: number): TreeWatch {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, treeMb(pid))), 20);
  return { peakMb: () => (peak === 0 ? null : peak), [Symbol.dispose]: () => clearInterval(timer) };
}

/** Returns the processor time of a process in seconds, `null` without /proc. Other programs do not affect it. */
export function processorSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // utime and stime in ticks (proc_pid_stat(5)). A tick is a hundredth of a second on all current Linux systems.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}
