import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { peakMb } from "./memory.ts";

export interface ProgramRun {
  readonly ms: number;
  /** Maximum memory of the process and its descendants together, in MB; `null` without /proc. */
  readonly peakMb: number | null;
  readonly output: string;
}

/** Runs a program without a compile cache, as in a CI job, and measures its time and memory. */
export function runProgram(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: Readonly<Record<string, string>> },
): Promise<ProgramRun> {
  const { NODE_COMPILE_CACHE: _compiled, ...env } = process.env;
  const started = performance.now();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const peaks = new Map<number, number>();
  const watch = setInterval(() => {
    for (const pid of family(child.pid as number)) {
      const peak = peakMb(pid);
      if (peak !== null) peaks.set(pid, peak);
    }
  }, 25);
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      clearInterval(watch);
      const ms = performance.now() - started;
      const sum = [...peaks.values()].reduce((total, peak) => total + peak, 0);
      if (code === 0) resolve({ ms, peakMb: peaks.size === 0 ? null : sum, output });
      else reject(new Error(`${command} ${args.join(" ")} ended with ${code}.\n${output.slice(-3000)}`));
    });
  });
}

/** Returns a process and all its descendants. */
function family(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return [
      pid,
      ...children
        .split(" ")
        .filter(Boolean)
        .flatMap((child) => family(Number(child))),
    ];
  } catch {
    return [pid];
  }
}
