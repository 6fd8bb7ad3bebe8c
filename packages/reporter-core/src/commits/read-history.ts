import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { commitLimits } from "@plumb/contract/runs/commit-limits.ts";
import { repositoryAddress } from "./repository-address.ts";
import { type GitCall, runGit } from "./run-git.ts";

/** The newest commits of a working copy. */
export interface GitHistory {
  /** Full hashes, newest first. */
  readonly hashes: readonly string[];
  /** Commits whose parents a shallow clone does not have, so git would list all of their files as changed. */
  readonly shallow: ReadonlySet<string>;
  /** Web address of the repository. */
  readonly repository: string | null;
}

/**
 * Reads the newest commits up to a commit, or up to the one that is checked out if the clone does not contain it. Returns no hashes without git or
 * outside a repository.
 */
export async function readHistory(git: GitCall, commit: string | undefined): Promise<GitHistory> {
  const input = commit !== undefined && /^[\da-f]{7,64}$/i.test(commit) ? await hashesFrom(git, commit) : [];
  const hashes = input.length > 0 ? input : await hashesFrom(git, "HEAD");
  if (hashes.length === 0) return { hashes, shallow: new Set(), repository: null };
  const [shallow, remote] = await Promise.all([shallowCommits(git), remoteOf(git)]);
  return { hashes, shallow, repository: repositoryAddress(remote) };
}

async function hashesFrom(git: GitCall, commit: string): Promise<string[]> {
  const lines = await linesOf(git, ["rev-list", `--max-count=${commitLimits.hashes}`, commit, "--"]);
  return lines.filter((line) => /^(?:[\da-f]{40}|[\da-f]{64})$/.test(line));
}

async function shallowCommits(git: GitCall): Promise<ReadonlySet<string>> {
  // Also finds the file in a worktree and in a submodule.
  const [path = ""] = await linesOf(git, ["rev-parse", "--git-path", "shallow"]);
  if (path === "") return new Set();
  const text = await readFile(resolve(git.cwd, path), "utf8").catch(() => "");
  return new Set(text.split("\n").filter((line) => line !== ""));
}

/** Returns the address of `origin`, or the address of the first remote if `origin` is missing. */
async function remoteOf(git: GitCall): Promise<string> {
  const lines = await linesOf(git, ["config", "--get-regexp", String.raw`^remote\..*\.url$`]);
  const line = lines.find((each) => each.startsWith("remote.origin.url ")) ?? lines[0] ?? "";
  return line.slice(line.indexOf(" ") + 1);
}

async function linesOf(git: GitCall, args: readonly string[]): Promise<string[]> {
  const { bytes, complete } = await runGit(git, args);
  return complete ? bytes.toString("utf8").trimEnd().split("\n") : [];
}
