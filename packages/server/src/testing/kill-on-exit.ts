import type { ChildProcess } from "node:child_process";

/** Ends a child process with this process, even if this process fails before stopping it. Otherwise, the child would keep using the machine. */
export function killOnExit(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = () => child.kill(signal);
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}
