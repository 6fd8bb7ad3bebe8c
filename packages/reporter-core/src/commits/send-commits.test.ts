import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitLimits } from "@plumb/contract/runs/commit-limits.ts";
import { expect, test } from "vitest";
import { createRepository } from "#testing/git-repository.ts";
import { refusal, startStubLiveServer } from "#testing/stub-live-server.ts";
import { sendsCommits, startCommitUpload } from "./send-commits.ts";

const long = 60_000;

test("a sender asks for the newest commits, and then sends those that are missing", async () => {
  await using server = await startStubLiveServer();
  using repository = createRepository();
  const hashes = Array.from({ length: 25 }, (_, index) => repository.commit(`Change ${index}`, { "a.ts": `${index}` }));
  repository.git("remote", "add", "fork", "https://git.example.test/bob/shop.git");
  repository.git("remote", "add", "origin", "https://ada:secret@git.example.test/ada/shop.git");
  await startCommitUpload({ url: server.url, key: "plumb_1_x" }, { cwd: repository.path, pullRequest: "7" }).finish(
    long,
  );
  const source = { pullRequest: "7", repository: "https://git.example.test/ada/shop" };
  expect(server.commits[0]).toEqual({ ...source, hashes: hashes.toReversed() });
  expect(server.commits.slice(1)).toMatchObject([source]);
  const sent = server.commits.flatMap(({ commits = [] }) => commits.map(({ hash }) => hash));
  expect(sent).toEqual(hashes.toReversed());
  expect(JSON.stringify(server.commits)).not.toContain("secret");
});

test("commits with many long file names are split into requests of limited size", async () => {
  await using server = await startStubLiveServer();
  using repository = createRepository();
  repository.commit("First", { "a.ts": "1" });
  const blob = repository.git("rev-parse", "HEAD:a.ts");
  const folder = "long-folder-name/".repeat(12);
  for (let index = 0; index < 12; index += 1) {
    const entries = Array.from({ length: 250 }, (_, file) => `100644 ${blob}\t${folder}${index}-${file}.ts`);
    repository.git("read-tree", "--empty");
    repository.gitWithInput(["update-index", "--index-info"], `${entries.join("\n")}\n`);
    repository.git("commit", "--quiet", "-m", `Change ${index}`);
  }
  await startCommitUpload({ url: server.url, key: "plumb_1_x" }, { cwd: repository.path }).finish(long);
  const requests = server.commits.flatMap(({ commits }) => (commits === undefined ? [] : [commits]));
  expect(requests.length).toBeGreaterThan(1);
  for (const commits of requests) expect(JSON.stringify(commits).length).toBeLessThan(commitLimits.sentBytes + 1000);
  expect(requests.flat().map(({ subject }) => subject)).toEqual([
    ...Array.from({ length: 12 }, (_, index) => `Change ${11 - index}`),
    "First",
  ]);
});

test("without origin, the address of the first remote is sent", async () => {
  await using server = await startStubLiveServer();
  using repository = createRepository();
  repository.commit("One", { "a.ts": "1" });
  repository.git("remote", "add", "upstream", "git@git.example.test:ada/shop.git");
  await startCommitUpload({ url: server.url, key: "plumb_1_x" }, { cwd: repository.path }).finish(long);
  expect(server.commits[0]?.repository).toBe("https://git.example.test/ada/shop");
});

test("a commit with more files than one output may have does not hold up the others", async () => {
  await using server = await startStubLiveServer();
  using repository = createRepository();
  repository.commit("First", { "a.ts": "1" });
  // Each line of the raw output has about 120 bytes, so these exceed 8 MB.
  const blob = repository.git("rev-parse", "HEAD:a.ts");
  const entries = Array.from({ length: 80_000 }, (_, index) => `100644 ${blob}\tsrc/generated/file-${index}.ts`);
  repository.git("read-tree", "--empty");
  repository.gitWithInput(["update-index", "--index-info"], `${entries.join("\n")}\n`);
  repository.git("commit", "--quiet", "-m", "Squash of a year");
  repository.git("reset", "--quiet", "--mixed", "HEAD");
  await startCommitUpload({ url: server.url, key: "plumb_1_x" }, { cwd: repository.path }).finish(long);
  const sent = server.commits.flatMap(({ commits = [] }) => commits);
  expect(sent.map(({ subject }) => subject)).toEqual(["Squash of a year", "First"]);
  expect(sent[0]?.files).toHaveLength(250);
  expect(sent[0]?.fileCount).toBeGreaterThan(50_000);
}, 60_000);

test.for([
  ["refuses the commits", refusal(400, "invalid", "no")],
  ["is older and does not know commits", refusal(404, "not_found", "no")],
  ["cuts the connection", "cut"],
] as const)("a server that %s changes nothing for the sender", async ([, response]) => {
  await using server = await startStubLiveServer(() => response);
  using repository = createRepository();
  repository.commit("One", { "a.ts": "1" });
  await startCommitUpload({ url: server.url, key: "plumb_1_x" }, { cwd: repository.path }).finish(long);
  expect(server.commits).toEqual([]);
});

test("a server that does not respond is left when the time is over", async () => {
  await using server = await startStubLiveServer((step) => (step === "commits" ? "hang" : null));
  using repository = createRepository();
  repository.commit("One", { "a.ts": "1" });
  await startCommitUpload({ url: server.url, key: "plumb_1_x" }, { cwd: repository.path }).finish(20);
  expect(server.commits).toEqual([]);
});

test("outside a repository, nothing is requested", async () => {
  await using server = await startStubLiveServer();
  const cwd = mkdtempSync(join(tmpdir(), "plumb-nothing-"));
  await startCommitUpload({ url: server.url, key: "plumb_1_x" }, { cwd }).finish(long);
  expect(server.commits).toEqual([]);
  rmSync(cwd, { recursive: true });
});

test("PLUMB_COMMITS switches the commits off", () => {
  expect(["off", "false", "0", "No "].map((value) => sendsCommits({ PLUMB_COMMITS: value }))).not.toContain(true);
  expect([{}, { PLUMB_COMMITS: "on" }, { PLUMB_COMMITS: "" }].map(sendsCommits)).not.toContain(false);
});
