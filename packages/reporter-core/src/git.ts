import { execFile } from "node:child_process";
import type { BuildContext } from "#ci-environment.ts";

/** Facts about the working copy around `cwd`; empty without git, outside a repository or without a commit. */
export async function buildFromGit(cwd: string): Promise<Pick<BuildContext, "branch" | "commit" | "commitAuthor">> {
  const [commit = "", branch = ""] = await linesOf(cwd, ["rev-parse", "HEAD", "--abbrev-ref", "HEAD"]);
  const [commitAuthor = ""] = commit === "" ? [] : await linesOf(cwd, ["show", "--no-patch", "--format=%an", "HEAD"]);
  return {
    ...(commitAuthor === "" ? {} : { commitAuthor }),
    // A detached working copy calls its branch HEAD.
    ...(branch === "" || branch === "HEAD" ? {} : { branch }),
    ...(commit === "" ? {} : { commit }),
  };
}

function linesOf(cwd: string, args: readonly string[]): Promise<string[]> {
  return new Promise((resolve) => {
    execFile("git", [...args], { cwd, timeout: 5000 }, (error, stdout) => {
      resolve(error === null ? stdout.trim().split("\n") : []);
    });
  });
}
