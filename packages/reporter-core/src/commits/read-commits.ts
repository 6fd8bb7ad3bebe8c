import type { SentCommit } from "@plumb/contract/runs/commits.ts";
import { commitLimits } from "@plumb/contract/runs/commit-limits.ts";
import { cut } from "@plumb/contract/text/cut.ts";
import { type GitCall, runGit } from "./run-git.ts";

const format = "--format=tformat:%H%x00%P%x00%an%x00%at%x00%ct%x00%s%x00";
/** Plumbing, so that the user's settings for logs and differences do not apply. */
const plumbing = ["diff-tree", "--stdin", "-z", "--encoding=UTF-8", "--root", "--always"] as const;

/**
 * Reads commits with the names of their changed files. Returns fewer commits than requested if their files exceed the limit of the output; the
 * others can be read with another call.
 *
 * @param shallow Commits whose parents the clone does not have.
 */
export async function readCommits(
  git: GitCall,
  hashes: readonly string[],
  shallow: ReadonlySet<string>,
): Promise<SentCommit[]> {
  const [first] = hashes;
  if (first === undefined) return [];
  if (shallow.has(first))
    return readShallow(
      git,
      hashes.filter((hash) => shallow.has(hash)),
    );
  const known = hashes.filter((hash) => !shallow.has(hash));
  // Raw output, because it is unambiguous for every file name. Renames are not detected: both names are listed.
  const files = ["-r", "-c", "--raw", "--no-renames"];
  const { bytes } = await runGit(git, [...plumbing, ...files, format], known);
  const commits = parseCommits(bytes);
  // A clone without trees cannot list files.
  return commits.length > 0 || git.signal.aborted ? commits : readWithoutFiles(git, [first]);
}

async function readWithoutFiles(git: GitCall, hashes: readonly string[]): Promise<SentCommit[]> {
  const { bytes } = await runGit(git, [...plumbing, "-s", format], hashes);
  return parseCommits(bytes).map((commit) => ({ ...commit, files: null, fileCount: 0 }));
}

/** Git hides the parents of these commits, so they are read from the commits themselves. */
async function readShallow(git: GitCall, hashes: readonly string[]): Promise<SentCommit[]> {
  const [commits, { bytes }] = await Promise.all([
    readWithoutFiles(git, hashes),
    runGit(git, ["cat-file", "--batch"], hashes),
  ]);
  const parents = parseParents(bytes);
  return commits.map((commit) => ({ ...commit, parents: parents.get(commit.hash) ?? [] }));
}

/** Parses `<hash> commit <size>`, followed by the content and a line feed, for each commit. */
function parseParents(bytes: Buffer): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf("\n", start);
    const [, hash, size] = /^([\da-f]+) commit (\d+)$/.exec(bytes.toString("latin1", start, end)) ?? [];
    if (end === -1 || hash === undefined) break;
    const content = bytes.toString("latin1", end + 1, end + 1 + Number(size));
    const [header = ""] = content.split("\n\n", 1);
    const lines = header.split("\n").filter((line) => line.startsWith("parent "));
    found.set(hash, lines.map((line) => line.slice("parent ".length)).slice(0, commitLimits.parents));
    start = end + 2 + Number(size);
  }
  return found;
}

/** Parses the output of `diff-tree`. The last commit of an output that ended early has the files up to that point. */
function parseCommits(bytes: Buffer): SentCommit[] {
  // Paths in other encodings get replacement characters.
  const tokens = bytes.toString("utf8").split("\0");
  const commits: (SentCommit & { files: string[] })[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? "";
    const commit = commits.at(-1);
    if (/^\n?:/.test(token)) {
      const path = tokens[at + 1] ?? "";
      if (commit !== undefined && path !== "") addFile(commit, path);
      at += 2;
    } else if (/^[\da-f]{40,64}$/.test(token) && at + 6 < tokens.length) {
      commits.push(commitOf(tokens.slice(at, at + 6)));
      at += 6;
    } else at += 1;
  }
  return commits;
}

function addFile(commit: { files: string[]; fileCount: number }, path: string): void {
  commit.fileCount += 1;
  if (commit.files.length < commitLimits.files && path.length <= commitLimits.path) commit.files.push(path);
}

function commitOf([hash = "", parents = "", author = "", authored, committed, subject = ""]: readonly string[]) {
  return {
    hash,
    parents: parents
      .split(" ")
      .filter((parent) => parent !== "")
      .slice(0, commitLimits.parents),
    // Some people have an e-mail address as their name.
    author: cut(author.trim().replace(/@\S*$/, ""), commitLimits.author - 1),
    authoredAt: timestampOf(authored),
    committedAt: timestampOf(committed),
    subject: cut(subject.trim(), commitLimits.subject - 1),
    files: [],
    fileCount: 0,
  };
}

const latest = Date.UTC(9999, 0) / 1000;

/** Git accepts any number of seconds; times that ISO 8601 cannot express become the nearest one that it can. */
function timestampOf(seconds: string | undefined): string {
  const at = Number(seconds);
  return new Date(Math.min(Math.max(Number.isFinite(at) ? at : 0, 0), latest) * 1000).toISOString();
}
