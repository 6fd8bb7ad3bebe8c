import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const megabyte = 1024 * 1024;

/** Resident memory of a process in MB; null if there is no /proc to ask. */
export function residentMb(pid: number): number | null {
  return statusMb(pid, "VmRSS");
}

/** The most that has been resident since the process began or `forgetPeak`, in MB. */
export function peakMb(pid: number): number | null {
  return statusMb(pid, "VmHWM");
}

/** Sets the peak back to what is resident now (proc_pid_clear_refs(5)). */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, "5");
  } catch {
    // Not Linux: `peakMb` says null.
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

/** A running watch; see `watchTree`. */
export interface TreeWatch extends Disposable {
  /** `null` if there is no /proc. */
  peakMb(): number | null;
}

/** Watches the peak memory of a process and its descendants, sampled every 20 ms. */
export function watchTree(pid: number): TreeWatch {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, treeMb(pid))), 20);
  return { peakMb: () => (peak === 0 ? null : peak), [Symbol.dispose]: () => clearInterval(timer) };
}

/** Processor time that a process has used, in seconds; null if there is no /proc. A busy machine does not stretch it. */
export function processorSeconds(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // utime and stime in ticks (proc_pid_stat(5)); a tick is a hundredth of a second on every Linux of today.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}
