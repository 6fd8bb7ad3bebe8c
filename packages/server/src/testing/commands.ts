import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";

const main = fileURLToPath(new URL("../main.ts", import.meta.url));

export interface CommandOutcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a command of `plumb-server` in a new process. */
export function runServerCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandOutcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...inject("serverFlags"), main, ...args],
      {
        env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"], ...environment },
      },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), output: stdout + stderr }),
    );
  });
}
