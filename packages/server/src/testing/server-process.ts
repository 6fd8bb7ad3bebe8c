import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The entry of the server. */
export const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));

export interface ServerProcess {
  readonly url: string;
  /** Output so far. */
  output(): string;
  /** Kills the process, as a power failure would. */
  kill(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** Stops the process gracefully and returns its exit code. */
  stop(): Promise<number | null>;
}

interface StartOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly onSpawn: (child: ChildProcess) => void;
}

/** Starts a server and waits until it is ready. */
export async function startServerProcess(
  [command = "", ...args]: readonly string[],
  { env, onSpawn }: StartOptions,
): Promise<ServerProcess> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  onSpawn(child);
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  return {
    url: await addressOf(child),
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    signal: (signal) => void child.kill(signal),
    async stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Address +(http:\S+)/.exec(output)?.[1];
      if (address !== undefined && output.includes("Next ")) resolve(address);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`The server did not start.\n${output}`)));
  });
}
