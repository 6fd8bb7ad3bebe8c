import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Context } from "#core/context.ts";

const script = fileURLToPath(new URL("../../../../demo/main.ts", import.meta.url));

export interface DemoStart {
  /** Path of the Node.js executable. */
  readonly node: string;
  readonly address: string;
  readonly log: Pick<Context["log"], "error">;
}

/**
 * Fills the demo project in a separate process that uses the public API, so that the server needs no memory for it. Prints one line when the data is
 * complete, or why it is not.
 *
 * @returns A function that stops the process if it is running; the next start continues.
 */
export function startDemo({ node, address, log }: DemoStart): () => void {
  // The IPC channel carries no messages: its end tells the process that the server has exited. The environment is empty, because the process needs no
  // secrets and must not use a proxy for the loopback address.
  const child = spawn(node, [script, address], { env: {}, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.on("error", (error) => log.error(error, "The demo data cannot be loaded"));
  return () => void child.kill();
}
