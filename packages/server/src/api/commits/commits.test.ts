import type { SendCommits, SentCommit } from "@plumb/contract/runs/commits.ts";
import { expect, test } from "vitest";
import { deleteOldCommits } from "#store/commits/old-commits.ts";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";

const hash = (n: number) => n.toString(16).padStart(40, "0");

function commit(n: number, changes: Partial<SentCommit> = {}): SentCommit {
  return {
    hash: hash(n),
    parents: n === 1 ? [] : [hash(n - 1)],
    author: "Ada Lovelace",
    authoredAt: "2026-03-04T09:00:00+01:00",
    committedAt: "2026-03-04T09:00:00Z",
    subject: `Change ${n}`,
    files: ["src/cart.ts"],
    fileCount: 1,
    ...changes,
  };
}

async function sendTo(plumb: TestApp, key: string, body: SendCommits) {
  const response = await call<{ data: { missing: string[] } }>(plumb, "POST", "/api/ingest/commits", {
    token: key,
    body,
  });
  expect(response.status).toBe(200);
  return response.body.data.missing;
}

const stored = (plumb: TestApp) =>
  readRows<{ subject: string; files: string[] | null; pr: boolean }>(
    plumb.context.db,
    "select subject, files, from_pull_request as pr from git_commit order by hash",
  );

test("the server returns the commits that it does not know, in the order of the sender", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  expect(await sendTo(plumb, key, { hashes: [hash(3), hash(2), hash(1)] })).toEqual([hash(3), hash(2), hash(1)]);
  expect(await sendTo(plumb, key, { hashes: [hash(3), hash(2)], commits: [commit(2), commit(2)] })).toEqual([hash(3)]);
  expect(await stored(plumb)).toEqual([{ subject: "Change 2", files: ["src/cart.ts"], pr: false }]);
});

test("file names keep spaces, quotes, line feeds and backslashes", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const files = ["a b.ts", 'say "hi".ts', "two\nlines.ts", "back\\slash", "{brace,}", "NULL", "ünï\u{FFFD}.ts"];
  await sendTo(plumb, key, { commits: [commit(1, { files, fileCount: files.length })] });
  expect((await stored(plumb))[0]?.files).toEqual(files);
});

test("a pull request neither replaces the commits of a branch nor answers for them", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await sendTo(plumb, key, { commits: [commit(1)] });
  const invented = {
    pullRequest: "7",
    commits: [commit(1, { subject: "Invented" }), commit(2, { subject: "Claimed" })],
  };
  await sendTo(plumb, key, invented);
  expect(await stored(plumb)).toMatchObject([{ subject: "Change 1" }, { subject: "Claimed", pr: true }]);

  expect(await sendTo(plumb, key, { pullRequest: "8", hashes: [hash(2)] })).toEqual([]);
  expect(await sendTo(plumb, key, { hashes: [hash(2), hash(1)] })).toEqual([hash(2)]);
  await sendTo(plumb, key, { commits: [commit(2, { files: null })] });
  expect(await stored(plumb)).toMatchObject([{ subject: "Change 1" }, { subject: "Change 2", files: null, pr: false }]);
});

test("files that a shallow clone did not have are added by a full one, and never lost again", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await sendTo(plumb, key, { commits: [commit(1, { files: null, fileCount: 0 })] });
  expect(await sendTo(plumb, key, { hashes: [hash(1)] })).toEqual([hash(1)]);
  await sendTo(plumb, key, { commits: [commit(1)] });
  await sendTo(plumb, key, { commits: [commit(1, { files: null, fileCount: 0 })] });
  expect(await stored(plumb)).toMatchObject([{ files: ["src/cart.ts"] }]);
});

test("a pull request that claims a thousand commits stores at most 500 per hour", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  for (let start = 1; start <= 1000; start += 20) {
    const commits = Array.from({ length: 20 }, (_, index) => commit(start + index));
    await sendTo(plumb, key, { pullRequest: "7", commits });
  }
  expect(await stored(plumb)).toHaveLength(500);
  await sendTo(plumb, key, { commits: [commit(2000)] });
  expect(await stored(plumb)).toHaveLength(501);
});

test("old commits are deleted, those of pull requests earlier", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const other = await seedProject(plumb, "Other");
  await sendTo(plumb, key, { commits: [1, 2, 3].map((n) => commit(n)) });
  await sendTo(plumb, key, { pullRequest: "7", commits: [4, 5].map((n) => commit(n)) });
  await sendTo(plumb, other.key, { commits: [commit(1)] });
  const { db } = plumb.context;
  const at = (hours: number) => new Date(plumb.time.now.getTime() + hours * 3_600_000);
  const limits = { before: at(-1), max: 2, pullRequestsBefore: at(-1), maxFromPullRequests: 5 };
  await deleteOldCommits(db, limits);
  expect((await stored(plumb)).map(({ subject }) => subject)).toEqual([
    "Change 1",
    "Change 2",
    "Change 3",
    "Change 4",
    "Change 5",
  ]);
  await deleteOldCommits(db, { ...limits, max: 10, pullRequestsBefore: at(1) });
  expect((await stored(plumb)).filter(({ pr }) => pr)).toEqual([]);
  await deleteOldCommits(db, { ...limits, before: at(1) });
  expect(await stored(plumb)).toEqual([]);
});

test.for([
  ["a short hash", { hashes: ["abc1234"] }],
  ["a hash in capitals", { hashes: ["A".repeat(40)] }],
  ["an address that is not of the web", { repository: "javascript:alert(1)" }],
  ["a parent that is not a hash", { commits: [commit(1, { parents: ["HEAD"] })] }],
  ["a path that is too long", { commits: [commit(1, { files: ["a".repeat(241)] })] }],
] as const)("%s is refused", async ([, body]) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  expect(await call(plumb, "POST", "/api/ingest/commits", { token: key, body })).toMatchObject({ status: 400 });
});
