import type { CommitsBetween } from "@plumb/contract/runs/commits-between.ts";
import { expect, test } from "vitest";
import { comparisonAddress } from "#failures/suspects/commit-address.ts";
import { call, seedProject } from "#testing/app.ts";
import { failingProject } from "#testing/failing-project.ts";

const hash = (n: number) => n.toString(16).padStart(4, "0").repeat(10);

function commit(n: number, parent = n - 1) {
  const at = "2026-03-04T09:00:00Z";
  const details = {
    author: "Ada",
    authoredAt: at,
    committedAt: at,
    subject: `Change ${n}`,
    files: ["a.ts"],
    fileCount: 1,
  };
  return { hash: hash(n), parents: parent < 1 ? [] : [hash(parent)], ...details };
}

async function project() {
  const made = await failingProject();
  const { plumb, key, token } = made;
  return {
    ...made,
    ran: (n: number | null, query: Record<string, string> = {}) =>
      made.run([["cart", "adds"]], { branch: "main", ...(n !== null && { commit: hash(n) }), ...query }),
    sent: (...commits: object[]) =>
      call(plumb, "POST", "/api/ingest/commits", {
        token: key,
        body: { commits, repository: "https://git.example.test/ada/shop" },
      }),
    between: async (reportId: number, other: number) =>
      (
        await call<{ data: CommitsBetween | null }>(plumb, "GET", `/api/reports/${reportId}/commits?other=${other}`, {
          token,
        })
      ).body.data,
  };
}

test("the commits between two reports are listed, newest first, in either order of the reports", async () => {
  await using shop = await project();
  await shop.sent(commit(1), commit(2), commit(3), commit(4));
  const [base, head] = [await shop.ran(1), await shop.ran(3)];
  const found = await shop.between(head, base);
  expect(found).toMatchObject({
    range: { known: 2, complete: true, after: { id: base }, until: { id: head } },
    url: `https://git.example.test/ada/shop/compare/${hash(1)}...${hash(3)}`,
  });
  expect(found?.commits.map(({ subject }) => subject)).toEqual(["Change 3", "Change 2"]);
  expect(await shop.between(base, head)).toEqual(found);
});

test("without parents, only commits that runs of the same branch tested count as between", async () => {
  await using shop = await project();
  await shop.sent(
    { ...commit(1), parents: [] },
    { ...commit(3), parents: [hash(99)] },
    { ...commit(5), parents: [hash(98)] },
  );
  const base = await shop.ran(1);
  await shop.ran(3);
  const head = await shop.ran(5);
  const same = await shop.between(head, base);
  expect(same?.range).toMatchObject({ complete: false });
  expect(same?.commits.map(({ subject }) => subject)).toEqual(["Change 5", "Change 3"]);
  const branch = await shop.ran(5, { branch: "feature" });
  expect((await shop.between(branch, base))?.commits.map(({ subject }) => subject)).toEqual(["Change 5"]);
});

test("a report without a commit has none, and a report of another project is not found", async () => {
  await using shop = await project();
  const [base, head] = [await shop.ran(null), await shop.ran(1)];
  expect(await shop.between(head, base)).toBeNull();
  const other = await seedProject(shop.plumb, "Other");
  const { status } = await call(shop.plumb, "GET", `/api/reports/${head}/commits?other=999999`, { token: shop.token });
  expect(status).toBe(404);
  expect(
    (await call(shop.plumb, "GET", `/api/reports/${head}/commits?other=${base}`, { token: other.key })).status,
  ).not.toBe(200);
});

test.for([
  ["https://github.com/ada/shop", "https://github.com/ada/shop/compare/a1...b2"],
  ["https://gitlab.example.test/ada/shop", "https://gitlab.example.test/ada/shop/compare/a1...b2"],
  ["https://bitbucket.org/ada/shop", "https://bitbucket.org/ada/shop/branches/compare/b2%0Da1"],
  [
    "https://dev.azure.com/ada/p/_git/shop",
    "https://dev.azure.com/ada/p/_git/shop/branchCompare?baseVersion=GCa1&targetVersion=GCb2",
  ],
  [null, null],
] as const)("the comparison of %s is %s", ([repository, address]) => {
  expect(comparisonAddress(repository, "a1", "b2")).toBe(address);
});
