import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Writable } from "node:stream";
import type { Variables } from "@plumb/reporter-core/ci-environment.ts";
import type { Surroundings } from "#surroundings.ts";

/** Exit codes of shells for a missing command and for one that cannot be started. */
const notFound = 127;
const notRunnable = 126;
/** Exit code of shells after a signal: this plus its number. */
const bySignal = 128;

interface EndedCommand {
  readonly code: number;
  /** False: it never ran, and the reason was printed. */
  readonly started: boolean;
}

/** Starts a command on our own terminal, passes signals on, and waits for its end. */
export function startCommand(
  [command = "", ...args]: readonly string[],
  env: Variables,
  around: Surroundings,
): Promise<EndedCommand> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: around.cwd,
      env,
      // npm and its like are batch files there, which only a shell can start.
      shell: process.platform === "win32",
      stdio: ["inherit", target(around.stdout), target(around.stderr)],
    });
    child.stdout?.pipe(around.stdout, { end: false });
    child.stderr?.pipe(around.stderr, { end: false });
    // A terminal sends Ctrl+C to both of us. A second one would end many runners at once, without a report.
    const unhear = around.onSignal((signal) => {
      if (signal !== "SIGINT" || around.stdin.isTTY !== true) child.kill(signal);
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      unhear();
      const isMissing = error.code === "ENOENT";
      const why = isMissing ? "there is no such command" : error.message;
      around.stderr.write(`${command} could not be started: ${why}\n`);
      resolve({ code: isMissing ? notFound : notRunnable, started: false });
    });
    child.once("close", (code, signal) => {
      unhear();
      resolve({ code: code ?? bySignal + (signal === null ? 0 : constants.signals[signal]), started: true });
    });
  });
}

/** The stream itself where it is a file or a terminal: colours and widths stay as they are. */
function target(stream: Writable & { readonly fd?: unknown }): number | "pipe" {
  return typeof stream.fd === "number" ? stream.fd : "pipe";
}
