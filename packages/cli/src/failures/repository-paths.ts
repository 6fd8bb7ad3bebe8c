import { execFile } from "node:child_process";
import { pathParts } from "@plumb/contract/text/path-parts.ts";

/** Returns the path of a file in the repository; `null` if the repository does not have exactly one such file. */
export type FindPath = (file: string) => string | null;

/**
 * Reads the files of the working copy that contains `cwd`. Reports contain paths of the CI agent, or paths relative to a folder of the test tool, so
 * files are found by the end of their path. Without a working copy, paths stay as they are.
 */
export async function repositoryPaths(cwd: string): Promise<FindPath> {
  const files = await trackedFiles(cwd);
  if (files.length === 0) return (file) => file;
  const byName = Map.groupBy(files, (file) => file.split("/").at(-1) ?? "");
  return (file) => {
    const parts = pathParts(file);
    const candidates = byName.get(parts.at(-1) ?? "") ?? [];
    const isAbsolute = /^(?:[a-z][\w+.-]*:)?[\\/]/i.test(file);
    // The folders above the repository differ between machines.
    for (let length = parts.length; length >= (isAbsolute ? 1 : parts.length); length -= 1) {
      const end = parts.slice(-length).join("/");
      const found = candidates.filter((candidate) => candidate === end || candidate.endsWith(`/${end}`));
      if (found.includes(end)) return end;
      if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
    }
    return null;
  };
}

const maxBytes = 64 * 1024 * 1024;

function trackedFiles(cwd: string): Promise<string[]> {
  return new Promise((resolve) => {
    const args = ["ls-files", "-z", "--full-name", ":/"];
    execFile("git", args, { cwd, timeout: 10_000, maxBuffer: maxBytes }, (error, stdout) => {
      resolve(error === null ? stdout.split("\0").filter((file) => file !== "") : []);
    });
  });
}
