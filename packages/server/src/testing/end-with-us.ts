import type { ChildProcess } from "node:child_process";

/**
 * Ends a program with this process, also where that ends by an error before it stops it: a server that is left behind loads the
 * machine for all that follow.
 */
export function endWithUs(child: ChildProcess, signal: NodeJS.Signals): void {
  const end = () => child.kill(signal);
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}
