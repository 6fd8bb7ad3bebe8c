import { setTimeout as sleep } from "node:timers/promises";
import { detectedBuild } from "@plumb/reporter-core/detected-build.ts";
import { run } from "./run.ts";

/** Defined by the build. */
declare const PLUMB_VERSION: string | undefined;

// The upload must continue if the pipe or the terminal is closed.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
  });

process.exitCode = await run(
  process.argv.slice(2),
  typeof PLUMB_VERSION === "undefined" ? "from source" : PLUMB_VERSION,
  {
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    detected: () => detectedBuild(process.env, process.cwd()),
    stdin: process.stdin,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    now: Date.now,
    onSignal,
    random: Math.random,
  },
);

function onSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
