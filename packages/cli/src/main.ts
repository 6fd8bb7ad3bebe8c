import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { buildFromCi } from "#ci-environment.ts";
import { buildFromGit } from "#git.ts";
import { run } from "#run.ts";

/** Filled in when the command is built. */
declare const PLUMB_VERSION: string | undefined;

process.exitCode = await run(
  process.argv.slice(2),
  typeof PLUMB_VERSION === "undefined" ? "from source" : PLUMB_VERSION,
  {
    env: process.env,
    cwd: process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    detected: async () => ({
      ...(await buildFromGit(process.cwd())),
      ...buildFromCi(process.env, await githubEvent()),
    }),
    stdin: process.stdin,
    sleep: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    now: Date.now,
    onSignal,
    random: Math.random,
  },
);

async function githubEvent(): Promise<unknown> {
  const file = process.env["GITHUB_EVENT_PATH"];
  if (!file) return null;
  try {
    return JSON.parse(await readFile(file, "utf8")) as unknown;
  } catch {
    // It only refines the commit: an upload must not fail for want of it.
    return null;
  }
}

function onSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
