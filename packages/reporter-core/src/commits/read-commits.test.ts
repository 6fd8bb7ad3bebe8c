import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepository, type GitRepository } from "#testing/git-repository.ts";
import { readCommits } from "./read-commits.ts";
import { readHistory } from "./read-history.ts";
import { runGit } from "./run-git.ts";

const { signal } = new AbortController();

async function read({ path }: Pick<GitRepository, "path">, commit?: string) {
  const git = { cwd: path, signal };
  const { hashes, shallow } = await readHistory(git, commit);
  const known = await readCommits(git, hashes, shallow);
  const rest = await readCommits(
    git,
    hashes.filter((hash) => known.every((one) => one.hash !== hash)),
    shallow,
  );
  return [...known, ...rest].toSorted((one, other) => hashes.indexOf(one.hash) - hashes.indexOf(other.hash));
}

test("commits are read newest first, with their parents and files", async () => {
  using repository = createRepository();
  const first = repository.commit("Add the cart", { "src/cart.ts": "1" });
  const second = repository.commit("Fix the total\n\nwith details", { "src/cart.ts": "2", "src/total.ts": "1" });
  const commits = await read(repository);
  expect(commits).toMatchObject([
    {
      hash: second,
      parents: [first],
      author: "Ada Lovelace",
      subject: "Fix the total",
      files: ["src/cart.ts", "src/total.ts"],
      fileCount: 2,
    },
    { hash: first, parents: [], files: ["src/cart.ts"] },
  ]);
  expect(JSON.stringify(commits)).not.toContain("example.test");
});

test("file names may contain spaces, quotes, line feeds, colons and other alphabets", async () => {
  using repository = createRepository();
  const names = ["a b.ts", 'say "hi".ts', "two\nlines.ts", ":100644 100644.ts", "\nfirst", "日本.ts", "tab\t.ts", "-x"];
  repository.commit("", Object.fromEntries(names.map((name) => [name, "1"])));
  const last = repository.commit("Next", { ["a".repeat(40)]: "looks like a hash" });
  const [newest, oldest] = await read(repository);
  expect(newest).toMatchObject({ hash: last, files: ["a".repeat(40)] });
  expect(oldest?.subject).toBe("");
  expect(new Set(oldest?.files)).toEqual(new Set(names));
});

test("file names that are not UTF-8 get replacement characters", async () => {
  using repository = createRepository();
  writeFileSync(Buffer.concat([Buffer.from(`${repository.path}/caf`), Buffer.from([0xe9])]), "1");
  repository.commit("Add");
  expect((await read(repository))[0]?.files).toEqual(["caf\u{FFFD}"]);
});

test("a renamed file has both of its names, and a merge only the files that it resolved", async () => {
  using repository = createRepository();
  const root = repository.commit("Root", { "a.ts": "long enough to be detected\n".repeat(20), "both.ts": "0" });
  repository.git("checkout", "--quiet", "-b", "side");
  const side = repository.commit("Side", { "both.ts": "side", "side.ts": "1" });
  repository.git("checkout", "--quiet", "main");
  repository.git("mv", "a.ts", "b.ts");
  const main = repository.commit("Rename", { "both.ts": "main" });
  repository.git("merge", "--quiet", "--strategy-option=ours", "--no-commit", "side");
  const merge = repository.commit("Merge side", { "both.ts": "resolved" });
  const commits = new Map((await read(repository)).map((commit) => [commit.hash, commit]));
  expect(commits.get(main)?.files).toEqual(["a.ts", "b.ts", "both.ts"]);
  expect(commits.get(merge)).toMatchObject({ parents: [main, side], files: ["both.ts"] });
  expect([...commits.keys()]).toContain(root);
});

test("the oldest commit of a shallow clone has its parents, and unknown files", async () => {
  using repository = createRepository();
  const hashes = ["One", "Two", "Three"].map((subject) => repository.commit(subject, { [`${subject}.ts`]: "1" }));
  const folder = mkdtempSync(join(tmpdir(), "plumb-clone-"));
  execFileSync("git", ["clone", "--quiet", "--depth=2", `file://${repository.path}`, folder]);
  const commits = await read({ path: folder });
  expect(commits).toMatchObject([
    { hash: hashes[2], parents: [hashes[1]], files: ["Three.ts"] },
    { hash: hashes[1], parents: [hashes[0]], subject: "Two", files: null },
  ]);
  rmSync(folder, { recursive: true });
});

test("a worktree, a detached HEAD and a dirty tree are read like a branch", async () => {
  using repository = createRepository();
  const first = repository.commit("One", { "a.ts": "1" });
  repository.commit("Two", { "b.ts": "1" });
  const folder = mkdtempSync(join(tmpdir(), "plumb-worktree-"));
  repository.git("worktree", "add", "--quiet", "--detach", join(folder, "tree"), first);
  writeFileSync(join(folder, "tree", "uncommitted.ts"), "1");
  expect(await read({ path: join(folder, "tree") })).toMatchObject([{ hash: first, files: ["a.ts"] }]);
  rmSync(folder, { recursive: true });
});

test("in a submodule, the commits are its own", async () => {
  using library = createRepository();
  const inner = library.commit("Library", { "lib.ts": "1" });
  using repository = createRepository();
  repository.git("submodule", "--quiet", "add", library.path, "vendor/lib");
  repository.commit("Add the library");
  expect(await read({ path: join(repository.path, "vendor/lib") })).toMatchObject([{ hash: inner, files: ["lib.ts"] }]);
  expect((await read(repository))[0]?.files).toEqual([".gitmodules", "vendor/lib"]);
});

test("the given commit is the newest one, and an unknown one falls back to the checked-out commit", async () => {
  using repository = createRepository();
  const first = repository.commit("One", { "a.ts": "1" });
  const second = repository.commit("Two", { "b.ts": "1" });
  expect((await read(repository, first)).map(({ hash }) => hash)).toEqual([first]);
  for (const unknown of ["f".repeat(40), "--upload-pack=x", "HEAD~1"])
    expect((await read(repository, unknown))[0]?.hash).toBe(second);
});

test("a commit with more files than the limit lists the first ones and counts all", async () => {
  using repository = createRepository();
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`src/${index}.ts`, "1"]));
  repository.commit("Squash a month", { ...files, [`${"deep/".repeat(60)}x.ts`]: "1" });
  const [commit] = await read(repository);
  expect(commit?.files).toHaveLength(250);
  expect(commit?.fileCount).toBe(301);
});

test("times that no clock shows become valid times", async () => {
  using repository = createRepository();
  repository.commit("Now", { "a.ts": "1" });
  const tree = repository.git("rev-parse", "HEAD^{tree}");
  const content = `tree ${tree}\nauthor Ada <> 99999999999999 +0000\ncommitter Ada <> 0 +0000\n\nFar future\n`;
  const file = join(repository.path, ".git", "raw");
  writeFileSync(file, content);
  const hash = repository.git("hash-object", "-t", "commit", "-w", "--literally", file);
  const [commit] = await read(repository, hash);
  expect(commit?.committedAt).toBe("1970-01-01T00:00:00.000Z");
  expect(Number.isFinite(Date.parse(commit?.authoredAt ?? ""))).toBe(true);
  expect(commit?.authoredAt).toMatch(/^\d{4}-/);
});

test("an e-mail address as the author's name is cut at its sign", async () => {
  using repository = createRepository();
  repository.git("-c", "user.name=ada@example.test", "commit", "--quiet", "--allow-empty", "-m", "One");
  expect((await read(repository))[0]?.author).toBe("ada");
});

test("outside a repository, without git and after a stop, there are no commits", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plumb-nothing-"));
  expect(await read({ path: folder })).toEqual([]);
  expect(await read({ path: join(folder, "missing") })).toEqual([]);
  expect(await runGit({ cwd: folder, signal: AbortSignal.abort() }, ["--version"])).toMatchObject({ complete: false });
  rmSync(folder, { recursive: true });
  using repository = createRepository();
  expect(await read(repository)).toEqual([]);
});
