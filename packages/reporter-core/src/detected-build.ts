import { readFileSync } from "node:fs";
import { type BuildContext, buildFromCi, type Variables } from "./ci-environment.ts";
import { buildFromGit } from "./git.ts";

/** Returns the build from the CI system, with missing values from git. */
export async function detectedBuild(env: Variables, cwd: string): Promise<BuildContext> {
  return { ...(await buildFromGit(cwd)), ...ciBuild(env) };
}

/** Returns the build from the CI system only, synchronously. */
export function ciBuild(env: Variables): BuildContext {
  return buildFromCi(env, githubEvent(env["GITHUB_EVENT_PATH"]));
}

function githubEvent(file: string | undefined): unknown {
  if (!file) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    // The event only adds details, so the build works without it.
    return null;
  }
}
