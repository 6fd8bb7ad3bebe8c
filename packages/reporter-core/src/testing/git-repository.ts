import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface GitRepository extends Disposable {
  readonly path: string;
  /** Runs git and returns its output. */
  readonly git: (...args: readonly string[]) => string;
  readonly gitWithInput: (args: readonly string[], input: string) => void;
  /** Writes files and commits them. Returns the hash. */
  readonly commit: (subject: string, files?: Readonly<Record<string, string>>) => string;
}

/** Creates a real repository on branch `main` in a temporary folder. */
export function createRepository(path = mkdtempSync(join(tmpdir(), "plumb-git-"))): GitRepository {
  const identity = ["-c", "user.name=Ada Lovelace", "-c", "user.email=ada@example.test", "-c", "commit.gpgSign=false"];
  const git = (...args: readonly string[]) =>
    execFileSync("git", [...identity, "-c", "protocol.file.allow=always", ...args], {
      cwd: path,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const gitWithInput = (args: readonly string[], input: string) => void execFileSync("git", args, { cwd: path, input });
  git("init", "--quiet", "--initial-branch=main");
  return {
    path,
    git,
    gitWithInput,
    commit: (subject, files = {}) => {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
      }
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "--allow-empty-message", "-m", subject);
      return git("rev-parse", "HEAD");
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
