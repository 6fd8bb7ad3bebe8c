import { execFile } from "node:child_process";

export interface GitCall {
  readonly cwd: string;
  readonly signal: AbortSignal;
}

interface GitOutput {
  readonly bytes: Buffer;
  /** False if git failed, or stopped because of a limit: the output then ends early. */
  readonly complete: boolean;
}

/** Maximum output of one call. Commits that need more are read in parts. */
const maxOutputBytes = 8 * 1024 * 1024;

/** Never asks for a password, never fetches missing objects, never takes locks, and reads the real history without replacements. */
const quiet = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_REPLACE_OBJECTS: "1",
  LC_ALL: "C",
} as const;

/** Runs git. Does not throw: without git or a repository, the output is empty. */
export function runGit(
  { cwd, signal }: GitCall,
  args: readonly string[],
  lines: readonly string[] = [],
): Promise<GitOutput> {
  return new Promise((resolve) => {
    const options = {
      cwd,
      signal,
      env: { ...process.env, ...quiet },
      maxBuffer: maxOutputBytes,
      encoding: "buffer",
    } as const;
    try {
      const git = execFile("git", [...args], options, (error, bytes) => resolve({ bytes, complete: error === null }));
      // Git may end before it has read its input.
      git.stdin?.on("error", () => undefined);
      git.stdin?.end(lines.map((line) => `${line}\n`).join(""));
    } catch {
      // The working folder is not a folder, or the signal is already aborted.
      resolve({ bytes: Buffer.alloc(0), complete: false });
    }
  });
}
