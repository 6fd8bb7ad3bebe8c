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
    sleep: (ms) => sleep(ms),
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
