import { execFile } from "node:child_process";
import type { BuildContext } from "./ci-environment.ts";

/** Reads the working copy that contains `cwd`. Returns an empty object without git, outside a repository or without a commit. */
export async function buildFromGit(cwd: string): Promise<Pick<BuildContext, "branch" | "commit" | "commitAuthor">> {
  // Together, because the upload waits for both.
  const [[commit = "", branch = ""], [commitAuthor = ""]] = await Promise.all([
    linesOf(cwd, ["rev-parse", "HEAD", "--abbrev-ref", "HEAD"]),
    linesOf(cwd, ["show", "--no-patch", "--format=%an", "HEAD"]),
  ]);
  return {
    ...(commitAuthor === "" ? {} : { commitAuthor }),
    // With a detached HEAD, git returns HEAD as the branch.
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
