import type { Suspects } from "@plumb/contract/failures/suspects.ts";
import type { SentCommit } from "@plumb/contract/runs/commits.ts";
import { expect, test } from "vitest";
import { suspectsOfGroup } from "#failures/suspects/find-suspects.ts";
import { call } from "#testing/app.ts";
import { failingProject } from "#testing/failing-project.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { rowsFetched } from "#testing/rows-fetched.ts";

const hash = (n: number) => n.toString(16).padStart(4, "0").repeat(10);

function commit(n: number, files: readonly string[] | null, changes: Partial<SentCommit> = {}): SentCommit {
  return {
    hash: hash(n),
    parents: n === 1 ? [] : [hash(n - 1)],
    author: "Ada",
    authoredAt: "2026-03-04T09:00:00Z",
    committedAt: "2026-03-04T09:00:00Z",
    subject: `Change ${n}`,
    files: files === null ? null : [...files],
    fileCount: files?.length ?? 0,
    ...changes,
  };
}

const orderServiceError = (name: string) =>
  `The order service answered with an internal failure while it prepared the confirmation page for ${name} customers today`;

const broken = "Error: total is 3&#10;    at total (/builds/shop/src/cart/total.ts:3:1)";
const onMain = (n: number) => ({ branch: "main", commit: hash(n) });

/** Creates a project whose runs test numbered commits. */
async function project() {
  const made = await failingProject();
  const { plumb, key, token, projectId } = made;
  const read = async (path: string) => {
    const response = await call<{ data: Suspects }>(plumb, "GET", `/api/analysis/${path}/suspects`, { token });
    expect(response.status).toBe(200);
    return response.body.data;
  };
  return {
    ...made,
    commits: async (commits: readonly SentCommit[], source: object = {}) => {
      const body = { commits, ...source };
      expect(await call(plumb, "POST", "/api/ingest/commits", { token: key, body })).toMatchObject({ status: 200 });
    },
    ran: (n: number, failure?: string, query: Record<string, string> = {}) =>
      made.run([["cart", "adds", ...(failure === undefined ? [] : [failure])] as never], { ...onMain(n), ...query }),
    ofCause: async (text = "total is 3") => {
      const rows = await readRows<{ id: number }>(
        plumb.context.db,
        `select group_id as id from failure_signature where message like '%${text}%' order by id limit 1`,
      );
      return read(`projects/${projectId}/groups/${rows[0]?.id}`);
    },
    ofFailure: async () => {
      const [row] = await readRows<{ id: number }>(
        plumb.context.db,
        "select max(result_id)::float8 as id from failure",
      );
      return read(`test-cases/${row?.id}`);
    },
    [Symbol.asyncDispose]: () => made[Symbol.asyncDispose](),
  };
}

test("the suspects of a cause are the commits between its last pass and its first failure, nearest first", async () => {
  await using shop = await project();
  await shop.commits(
    [commit(1, ["a.ts"]), commit(2, ["docs/a.md"]), commit(3, ["src/cart/total.ts"]), commit(4, ["src/cart/item.ts"])],
    { repository: "https://git.example.test/ada/shop" },
  );
  await shop.ran(1);
  await shop.ran(4, broken);
  await shop.ran(4, broken);
  const found = await shop.ofCause();
  expect(found.range).toMatchObject({
    branch: "main",
    after: { number: 1, commit: hash(1) },
    until: { number: 2, commit: hash(4) },
    known: 3,
    withFiles: 3,
    complete: true,
    diverged: false,
  });
  expect(found.suspects.map(({ subject, reasons }) => [subject, reasons[0]])).toEqual([
    ["Change 3", "It changes total.ts, which is in the stack of the error."],
    ["Change 4", "It changes item.ts, in the same folder as total.ts."],
    ["Change 2", "It only changes documentation."],
  ]);
  expect(found.suspects[0]?.url).toBe(`https://git.example.test/ada/shop/commit/${hash(3)}`);
  expect(found.fixedBefore).toEqual([]);
  expect(await shop.ofFailure()).toEqual(found);
});

test("without commits, without a pass, and without known commits there is nothing", async () => {
  await using shop = await project();
  const nothing = { range: null, suspects: [], fixedBefore: [] };
  await shop.run([["cart", "adds"]], { branch: "main" });
  await shop.run([["cart", "adds", broken]], { branch: "main" });
  expect(await shop.ofCause()).toEqual(nothing);
  await shop.ran(1);
  await shop.ran(2);
  await shop.ran(2);
  await shop.ran(3, broken);
  expect(await shop.ofCause()).toEqual(nothing);
});

test("commits that are not known are not hidden", async () => {
  await using shop = await project();
  await shop.commits([commit(1, ["a.ts"]), commit(4, ["src/cart/total.ts"]), commit(5, null)]);
  await shop.ran(1);
  await shop.ran(5, broken);
  const { range, suspects } = await shop.ofCause();
  expect(range).toMatchObject({ known: 2, withFiles: 1, complete: false });
  expect(suspects.map(({ subject, fileCount }) => [subject, fileCount])).toEqual([
    ["Change 4", 1],
    ["Change 5", null],
  ]);
});

test("where parents are missing, commits that other suites tested in between are suspects too", async () => {
  await using shop = await project();
  await shop.commits([commit(3, ["src/cart/total.ts"]), commit(5, null)]);
  await shop.ran(1);
  await shop.run([["api", "answers"]], { ...onMain(3), suite: "api" });
  await shop.run([["api", "answers"]], { branch: "other", commit: hash(4), suite: "api" });
  await shop.ran(5, broken);
  expect((await shop.ofCause()).suspects.map(({ subject }) => subject)).toEqual(["Change 3", "Change 5"]);
});

test("a failure on the commit that passed before has a range without commits", async () => {
  await using shop = await project();
  await shop.commits([commit(1, ["src/cart/total.ts"])]);
  await shop.ran(1);
  await shop.ran(1, broken);
  const { range, suspects } = await shop.ofCause();
  expect(range).toMatchObject({ known: 0, complete: true });
  expect(suspects).toEqual([]);
});

test("tests that began to fail with a cause narrow its range together", async () => {
  await using shop = await project();
  await shop.commits([1, 2, 3, 4].map((n) => commit(n, [`${n}.ts`])));
  const run = (n: number, first?: string, second?: string) => {
    const cases = [
      ["cart", "adds", first],
      ["cart", "removes", second],
    ] as never;
    return shop.run(cases, onMain(n));
  };
  await run(1);
  // The first test did not run on commit 2, so its own range is wider.
  await shop.run([["cart", "removes"]], { ...onMain(2), partial: "false" });
  await run(4, broken, broken);
  expect((await shop.ofCause()).suspects.map(({ subject }) => subject).toSorted()).toEqual(["Change 3", "Change 4"]);
});

test("the main branch comes first, and a branch of a pull request does not change its suspects", async () => {
  await using shop = await project();
  await shop.commits([commit(1, ["a.ts"]), commit(2, ["src/cart/total.ts"])]);
  await shop.commits([commit(7, ["evil.ts"], { parents: [hash(1)], subject: "Invented" })], { pullRequest: "3" });
  await shop.ran(1);
  await shop.ran(2, broken);
  await shop.ran(1, undefined, { branch: "feature", pullRequest: "3" });
  await shop.ran(7, broken, { branch: "feature", pullRequest: "3" });
  expect((await shop.ofCause()).suspects.map(({ subject }) => subject)).toEqual(["Change 2"]);
  expect(await shop.ofFailure()).toMatchObject({ suspects: [{ subject: "Invented", fromPullRequest: true }] });
});

test("on a new branch, the last pass is that of the branch it is compared with", async () => {
  await using shop = await project();
  await shop.commits([commit(1, ["a.ts"]), commit(2, ["src/cart/total.ts"])]);
  await shop.ran(1);
  await shop.ran(2, broken, { branch: "feature" });
  const { range, suspects } = await shop.ofFailure();
  expect(range).toMatchObject({ after: { number: 1 }, until: { number: 2 }, branch: "feature", complete: true });
  expect(suspects.map(({ subject }) => subject)).toEqual(["Change 2"]);
  // A test that fails on the main branch too was not broken by this branch.
  await shop.ran(1, broken);
  await shop.ran(2, broken, { branch: "other" });
  expect((await shop.ofFailure()).range).toBe(null);
});

test("the time does not grow with the runs and failures of a project", async () => {
  await using shop = await project();
  await shop.commits(Array.from({ length: 20 }, (_, n) => commit(n + 1, [`src/${n}.ts`])));
  await shop.ran(1);
  await shop.ran(2, broken);
  const { db } = shop.plumb.context;
  const [group] = await readRows<{ id: number }>(db, "select max(id)::float8 as id from failure_group");
  const fetched = () =>
    rowsFetched(db, ["run", "result", "failure", "failure_signature", "git_commit"], (transaction) =>
      suspectsOfGroup(transaction, shop.projectId, group?.id ?? 0),
    );
  const before = await fetched();
  // Other suites and branches have many more runs and results.
  await runStatement(
    db,
    `insert into run (project_id, number, key, suite, framework, environment, branch, commit_sha, status, started_at, created_at, signature_version)
     select project_id, 1000 + n, gen_random_uuid()::text, suite, framework, environment, 'other-' || n % 50, commit_sha, 'completed',
            started_at + n * interval '1 second', created_at, signature_version
       from run, generate_series(1, 2000) n where number = 1`,
  );
  await runStatement(
    db,
    `insert into result (project_id, run_id, test_id, upload_id, generation, rank, seq, occurrence, retries, flaky, status, first_status)
     select r.project_id, n.id, r.test_id, r.upload_id, 0, 5, 0, r.occurrence, 0, false, 'passed', 'passed'
       from result r join run n on n.project_id = r.project_id
      where r.run_id = (select min(id) from run) and n.number > 1000`,
  );
  await runStatement(db, "analyze");
  expect(await fetched()).toBeLessThan(before + 200);
});

test("an earlier time of the cause shows the commit that ended it, and the file it changed is suspicious", async () => {
  await using shop = await project();
  await shop.commits([
    commit(1, ["a.ts"]),
    commit(2, ["src/prices.ts"]),
    commit(3, ["src/cart/total.ts"]),
    commit(4, ["b.ts"]),
    commit(5, ["src/prices.ts"]),
    commit(6, ["c.ts"]),
  ]);
  await shop.ran(1);
  await shop.ran(2, broken);
  for (const n of [3, 3, 4]) await shop.ran(n);
  await shop.ran(6, broken);
  const { suspects, fixedBefore } = await shop.ofCause();
  expect(suspects[0]).toMatchObject({
    subject: "Change 5",
    reasons: ["It changes prices.ts, as when these tests broke before."],
  });
  expect(fixedBefore).toMatchObject([
    {
      same: true,
      error: "Error: total is 3",
      range: { after: { number: 2 }, until: { number: 3 }, complete: true },
      commits: [{ subject: "Change 3", files: ["src/cart/total.ts"] }],
      items: [],
    },
  ]);
});

test("a similar cause that ended is shown with its analysis item", async () => {
  await using shop = await project();
  await shop.commits([1, 2, 3, 4].map((n) => commit(n, [`src/${n}.ts`])));
  await shop.ran(1);
  await shop.ran(2, orderServiceError("registered wholesale and returning business"));
  await shop.ran(3);
  await shop.ran(4, orderServiceError("anonymous guest"));
  const [first, second] = await readRows<{ id: number }>(
    shop.plumb.context.db,
    "select distinct group_id as id from failure_signature order by id",
  );
  expect(second).toBeDefined();
  await call(shop.plumb, "POST", `/api/annotations/projects/${shop.projectId}/annotations`, {
    token: shop.token,
    body: { title: "Order service fails", message: "Ask the team", groupId: first?.id },
  });
  const { fixedBefore } = await shop.ofCause("anonymous guest");
  expect(fixedBefore).toMatchObject([{ groupId: first?.id, same: false, commits: [{ subject: "Change 3" }] }]);
  expect(fixedBefore[0]?.items).toMatchObject([{ title: "Order service fails", status: "open" }]);
});

test("a cause of another project, and one that does not exist, are not found", async () => {
  await using shop = await project();
  const { plumb, token, projectId } = shop;
  for (const path of [`projects/${projectId}/groups/999999`, "test-cases/999999"])
    expect(await call(plumb, "GET", `/api/analysis/${path}/suspects`, { token })).toMatchObject({ status: 404 });
});
