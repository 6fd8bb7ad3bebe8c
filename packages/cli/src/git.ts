import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BuildContext } from "#ci-environment.ts";

/** Branch and commit of the working copy around `cwd`; empty without git, outside a repository or without a commit. */
export async function buildFromGit(cwd: string): Promise<Pick<BuildContext, "branch" | "commit">> {
  const [branch, commit] = await Promise.all([
    revision(cwd, ["--abbrev-ref", "HEAD"]),
    revision(cwd, ["--verify", "HEAD"]),
  ]);
  return {
    // A detached working copy calls its branch HEAD.
    ...(branch === "" || branch === "HEAD" ? {} : { branch }),
    ...(commit === "" ? {} : { commit }),
  };
}

async function revision(cwd: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", ...args], { cwd, timeout: 5000 });
    return stdout.trim();
  } catch {
    return "";
  }
}
