import type { PullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { playwright } from "#testing/reports.ts";

type Tests = Readonly<Record<string, string | null>>;

/** Sends a report: error messages by test, `null` for a passed test. */
async function upload(plumb: TestApp, key: string, tests: Tests, query: Record<string, string>) {
  const report = playwright(
    Object.entries(tests).map(([title, message]) => ({
      title,
      owner: "@ada",
      attempts: [
        {
          status: message === null ? "passed" : "failed",
          start: 0,
          seconds: 1,
          worker: 0,
          ...(message !== null && { message }),
        },
      ],
    })),
  );
  return (await send(plumb, key, { "results.json": report }, query)).body.data.reportId;
}

async function summary(plumb: TestApp, token: string, query: string) {
  const { status, body } = await call<{ data: PullRequestSummary }>(plumb, "GET", `/api/pull-request?${query}`, {
    token,
  });
  expect(status).toBe(200);
  return body.data;
}

const onMain = (day: number) => ({ branch: "main", startedAt: `2026-03-0${day}T08:00:00Z` });
const ofPullRequest = { branch: "cart", build: "77", startedAt: "2026-03-04T08:00:00Z" };
const refused = "Error: connect ECONNREFUSED 10.0.0.1:5432";
const wrong = "Error: expect(received).toBe(expected)\n\nExpected: 3\nReceived: 4";

test("failures are grouped by what they mean for the pull request, and by cause", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { pays: null, connects: null, lists: "Error: old", ends: "Error: old" }, onMain(1));
  const since = await upload(plumb, key, { pays: null, connects: refused, lists: "Error: old", ends: null }, onMain(2));
  await upload(plumb, key, { pays: null, connects: refused, lists: "Error: old", ends: null, more: null }, onMain(3));
  const now = { pays: wrong, buys: wrong, connects: refused, lists: null, ends: "Error: old" };
  const reportId = await upload(plumb, key, now, ofPullRequest);

  const found = await summary(plumb, key, "build=77");

  expect(found).toMatchObject({
    projectName: "Shop",
    failures: { quarantined: 0, known: 1, flaky: 0, new: 3, back: 1 },
    unlisted: { known: 0, flaky: 0, new: 0 },
    fixed: { count: 1, tests: [{ name: expect.stringContaining("lists") as string }] },
    reports: [{ reportId, failed: 4, comparedWith: { number: 3, branch: "main" } }],
    reportCount: 1,
  });
  expect(found.causes.map(({ kind, failures, back }) => [kind, failures, back])).toEqual([
    ["new", 2, 0],
    ["new", 1, 1],
    ["known", 1, 0],
  ]);
  expect(found.causes[0]).toMatchObject({ owners: ["@ada"], since: null, tests: [{}, {}] });
  expect(found.causes[2]).toMatchObject({
    primaryClass: "Environment Issue",
    confidence: expect.any(Number) as number,
    since: { number: 2, branch: "main", url: `http://plumb.test/reports/${since}`, atLeast: false },
    evidence: [expect.stringContaining("ECONNREFUSED") as string],
  });
});

test("the counts of several reports are added, and equal causes are joined", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { pays: wrong }, { ...ofPullRequest, suite: "web" });
  await upload(plumb, key, { sells: wrong }, { ...ofPullRequest, suite: "shop" });
  const found = await summary(plumb, key, "build=77");
  expect(found.reports.map(({ suite }) => suite).toSorted()).toEqual(["shop", "web"]);
  expect(found.causes).toMatchObject([{ kind: "new", failures: 2, tests: [{}, {}] }]);
});

/** Returns a word for a number, because causes differ in words and not in numbers. */
const word = (n: number) =>
  n.toString(26).replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));

test("a report with hundreds of causes has a summary of limited size, whose counts are complete", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const tests = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [
      `test ${n}`,
      `${word(n + 700)}Error: the ${word(n + 900)} is ${"long ".repeat(400)}`,
    ]),
  );
  await upload(plumb, key, tests, ofPullRequest);
  await runStatement(
    plumb.context.db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at)
     select project_id, id, 'quarantine', 'known', '2026-03-01' from test
      where project_id = ${projectId} and title_path[cardinality(title_path)] = 'test 7'`,
  );
  const found = await summary(plumb, key, "build=77");
  expect(found.failures).toEqual({ quarantined: 1, known: 0, flaky: 0, new: 299, back: 0 });
  expect(found.causes).toHaveLength(20);
  const listed = found.causes.reduce((sum, { failures }) => sum + failures, 0);
  expect(found.unlisted.new).toBe(299 - listed);
  expect(JSON.stringify(found).length).toBeLessThan(60_000);
});

test("an unknown build is not found", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  expect(await call(plumb, "GET", "/api/pull-request?build=1", { token: key })).toMatchObject({ status: 404 });
});
