import { readFileSync } from "node:fs";
import { type BuildContext, buildFromCi, type Variables } from "#ci-environment.ts";
import { buildFromGit } from "#git.ts";

/** Facts of the CI system about the build, and of git about the rest. */
export async function detectedBuild(env: Variables, cwd: string): Promise<BuildContext> {
  return { ...(await buildFromGit(cwd)), ...ciBuild(env) };
}

/** Facts of the CI system about the build, without waiting. */
export function ciBuild(env: Variables): BuildContext {
  return buildFromCi(env, githubEvent(env["GITHUB_EVENT_PATH"]));
}

function githubEvent(file: string | undefined): unknown {
  if (!file) return null;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    // It only refines the commit, so nothing may fail without it.
    return null;
  }
}
