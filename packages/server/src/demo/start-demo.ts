import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Context } from "#core/context.ts";

const script = fileURLToPath(new URL("../../../../demo/main.ts", import.meta.url));

export interface DemoStart {
  /** The executable to run it with. */
  readonly node: string;
  readonly address: string;
  readonly log: Pick<Context["log"], "error">;
}

/**
 * Fills the demo project in a separate process that uses the public API, so the server needs no memory for it.
 * Prints one line when the data is complete, or why it is not.
 *
 * @returns Stops the process if it is running; the next start continues.
 */
export function startDemo({ node, address, log }: DemoStart): () => void {
  // The channel carries nothing: it tells the process when we are gone, however we went.
  // Without our environment: it needs none of our secrets, and a proxy has no business on the loopback address.
  const child = spawn(node, [script, address], { env: {}, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  child.on("error", (error) => log.error(error, "The demo data cannot be loaded"));
  return () => void child.kill();
}
