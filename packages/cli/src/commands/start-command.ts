import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Writable } from "node:stream";
import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import type { CliContext } from "#core/cli-context.ts";

/** Exit codes that shells use for a missing command and for one that cannot be started. */
const notFound = 127;
const notRunnable = 126;
/** Shells add the number of the signal to this exit code. */
const signalBase = 128;

interface CommandResult {
  readonly code: number;
  /** False if the command could not be started. The reason was printed. */
  readonly started: boolean;
}

/** Runs a command on the same terminal, forwards signals, and waits until it ends. */
export function startCommand(
  [command = "", ...args]: readonly string[],
  env: Variables,
  context: CliContext,
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: context.cwd,
      env,
      // On Windows, npm and similar tools are batch files, which only a shell can start.
      shell: process.platform === "win32",
      stdio: ["inherit", stdioFor(context.stdout), stdioFor(context.stderr)],
    });
    child.stdout?.pipe(context.stdout, { end: false });
    child.stderr?.pipe(context.stderr, { end: false });
    // A terminal already sends Ctrl+C to both processes. A second SIGINT would stop many test runners immediately, before they write a report.
    const removeListener = context.onSignal((signal) => {
      if (signal !== "SIGINT" || context.stdin.isTTY !== true) child.kill(signal);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      removeListener();
      const isMissing = error.code === "ENOENT";
      const reason = isMissing ? "there is no such command" : error.message;
      context.stderr.write(`${command} could not be started: ${reason}\n`);
      resolve({ code: isMissing ? notFound : notRunnable, started: false });
    });
    child.once("close", (code, signal) => {
      removeListener();
      resolve({ code: code ?? signalBase + (signal === null ? 0 : constants.signals[signal]), started: true });
    });
  });
}

/** Passes on a file or terminal directly, so that the command detects its colours and width. */
function stdioFor(stream: Writable & { readonly fd?: unknown }): number | "pipe" {
  return typeof stream.fd === "number" ? stream.fd : "pipe";
}
