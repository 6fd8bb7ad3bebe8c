import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BuildContext } from "#ci-environment.ts";

/** Branch and commit of the working copy around `cwd`; empty without git, outside a repository or without a commit. */
export async function buildFromGit(cwd: string): Promise<Pick<BuildContext, "branch" | "commit">> {
  const [commit = "", branch = ""] = await revisions(cwd);
  return {
    // A detached working copy calls its branch HEAD.
    ...(branch === "" || branch === "HEAD" ? {} : { branch }),
    ...(commit === "" ? {} : { commit }),
  };
}

/** The commit and, on the second line, the branch. */
async function revisions(cwd: string): Promise<string[]> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD", "--abbrev-ref", "HEAD"], {
      cwd,
      timeout: 5000,
    });
    return stdout.trim().split("\n");
  } catch {
    return [];
  }
}
