import type { SentCommit } from "@plumb/contract/runs/commits.ts";
import { expect, test } from "vitest";
import { storedRange } from "./commit-range.ts";
import { storeCommits } from "./commits.ts";
import { createTestApp, seedProject } from "#testing/app.ts";

const hash = (n: number) => n.toString(16).padStart(8, "0").repeat(5);

function commit(n: number, parents: readonly number[]): SentCommit {
  return {
    hash: hash(n),
    parents: parents.map(hash),
    author: "Ada",
    // The clocks of the authors are wrong: later commits are older.
    authoredAt: new Date(Date.UTC(2026, 0, 1) - n * 1000).toISOString(),
    committedAt: new Date(Date.UTC(2026, 0, 1) - n * 1000).toISOString(),
    subject: `Change ${n}`,
    files: [`src/${n}.ts`],
    fileCount: 1,
  };
}

async function stored(commits: readonly SentCommit[]) {
  const plumb = await createTestApp();
  const { projectId } = await seedProject(plumb);
  const { db } = plumb.context;
  await storeCommits(db, projectId, commits, { repository: null, fromPullRequest: false, now: plumb.time.now });
  return {
    range: async (after: string, until: string) => {
      const { commits: found, ...rest } = await storedRange(db, projectId, after, until);
      return { subjects: found.map(({ subject }) => subject), ...rest };
    },
    [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose](),
  };
}

test("the commits of a range follow their parents, through merges, whatever their clocks say", async () => {
  const history = [commit(1, []), commit(2, [1]), commit(3, [2]), commit(4, [1]), commit(5, [4]), commit(6, [3, 5])];
  await using project = await stored(history);
  expect(await project.range(hash(3), hash(6))).toEqual({
    subjects: ["Change 6", "Change 5", "Change 4"],
    complete: true,
    diverged: false,
  });
  // Runs may name short hashes.
  expect((await project.range(hash(2).slice(0, 12), hash(3).slice(0, 8).toUpperCase())).subjects).toEqual(["Change 3"]);
  expect(await project.range(hash(3), hash(3))).toMatchObject({ subjects: [], complete: true });
});

test("gaps and unknown commits make a range incomplete", async () => {
  await using project = await stored([commit(1, []), commit(4, [3]), commit(5, [4])]);
  expect(await project.range(hash(1), hash(5))).toMatchObject({ subjects: ["Change 5", "Change 4"], complete: false });
  expect(await project.range(hash(1), hash(9))).toMatchObject({ subjects: [], complete: false });
  expect(await project.range("r1234", "r1300")).toMatchObject({ subjects: [], complete: false });
});

test("a force push shows the new commits", async () => {
  await using project = await stored([commit(1, []), commit(2, [1]), commit(3, [1]), commit(4, [3])]);
  expect(await project.range(hash(2), hash(4))).toEqual({
    subjects: ["Change 4", "Change 3"],
    complete: true,
    diverged: true,
  });
});

test("a range of a year stops at the limit", async () => {
  await using project = await stored(Array.from({ length: 900 }, (_, n) => commit(n, n === 0 ? [] : [n - 1])));
  const range = await project.range(hash(0), hash(899));
  expect(range).toMatchObject({ complete: false, diverged: false });
  expect(range.subjects).toHaveLength(200);
  expect(range.subjects[0]).toBe("Change 899");
});
