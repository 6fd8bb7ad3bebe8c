import type { GateReport } from "@plumb/contract/runs/gate.ts";
import type { PullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";

/** Sends a report of tests by name: an error, or `null` for a passed test, or `skipped`. */
async function upload(
  plumb: TestApp,
  key: string,
  tests: Readonly<Record<string, string | null>>,
  query: Record<string, string>,
): Promise<number> {
  const cases = Object.entries(tests).map(([name, error]) =>
    error === "skipped"
      ? `<testcase classname="cart" name="${name}" file="cart.test.js"><skipped/></testcase>`
      : `<testcase classname="cart" name="${name}" file="cart.test.js" time="1">${error === null ? "" : `<failure message="${error}">${error}</failure>`}</testcase>`,
  );
  const report = `<testsuites><testsuite name="all">${cases.join("")}</testsuite></testsuites>`;
  return (await send(plumb, key, { "a.xml": report }, query)).body.data.reportId;
}

const commit = "0123456789abcdef0123456789abcdef01234567";
const head = { branch: "cart", pullRequest: "12", commit, startedAt: "2026-03-08T08:00:00Z" };
const onMain = (day: number) => ({
  branch: "main",
  commit: `${day}`.repeat(40),
  startedAt: `2026-03-0${day}T08:00:00Z`,
});

async function gateOf(plumb: TestApp, key: string, query: string): Promise<GateReport[]> {
  const { status, body } = await call<{ data: GateReport[] }>(plumb, "GET", `/api/gate?${query}`, { token: key });
  expect(status).toBe(200);
  return body.data;
}

async function summaryOf(plumb: TestApp, key: string): Promise<PullRequestSummary> {
  const path = `/api/pull-request?commit=${commit}`;
  return (await call<{ data: PullRequestSummary }>(plumb, "GET", path, { token: key })).body.data;
}

test("a green workflow does not replace the red one of the same commit", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const unit = await upload(plumb, key, { adds: "wrong" }, { ...head, build: "1", suite: "unit" });
  const e2e = await upload(plumb, key, { pays: null }, { ...head, build: "2", suite: "e2e" });
  const reports = await gateOf(plumb, key, `commit=${commit}`);
  expect(reports.map(({ reportId, status }) => [reportId, status])).toEqual([
    [unit, "failed"],
    [e2e, "completed"],
  ]);
  expect((await summaryOf(plumb, key)).failures.new).toBe(1);
});

test("a later run of a suite replaces the earlier one of the commit, in each environment", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { adds: "wrong" }, { ...head, build: "1", suite: "unit" });
  const other = await upload(plumb, key, { adds: "wrong" }, { ...head, build: "1", suite: "unit", environment: "arm" });
  const again = await upload(
    plumb,
    key,
    { adds: null },
    { ...head, build: "2", suite: "unit", startedAt: "2026-03-08T09:00:00Z" },
  );
  const reports = await gateOf(plumb, key, `commit=${commit}`);
  expect(reports.map(({ reportId }) => reportId)).toEqual([other, again]);
});

test("a later partial run counts beside the full one, because it did not run the other tests", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const full = await upload(plumb, key, { adds: "wrong", pays: "wrong" }, { ...head, build: "1", suite: "unit" });
  const part = await upload(
    plumb,
    key,
    { adds: null },
    { ...head, build: "2", suite: "unit", partial: "true", startedAt: "2026-03-08T09:00:00Z" },
  );
  expect((await gateOf(plumb, key, `commit=${commit}`)).map(({ reportId }) => reportId)).toEqual([full, part]);
  const newest = await upload(
    plumb,
    key,
    { adds: null, pays: null },
    { ...head, build: "3", suite: "unit", startedAt: "2026-03-08T10:00:00Z" },
  );
  expect((await gateOf(plumb, key, `commit=${commit}`)).map(({ reportId }) => reportId)).toEqual([newest]);
});

test("full and abbreviated commits match each other, and other pull requests of the commit do not count", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const short = await upload(
    plumb,
    key,
    { adds: null },
    { ...head, build: "1", suite: "short", commit: commit.slice(0, 8) },
  );
  const long = await upload(plumb, key, { adds: null }, { ...head, build: "2", suite: "long" });
  const pushed = await upload(plumb, key, { adds: null }, { branch: "cart", commit, build: "3", suite: "pushed" });
  await upload(plumb, key, { adds: "wrong" }, { ...head, pullRequest: "13", build: "4", suite: "other" });
  await upload(plumb, key, { adds: "wrong" }, { ...head, commit: "f".repeat(40), build: "5", suite: "another" });
  const ids = async (query: string) => (await gateOf(plumb, key, query)).map(({ reportId }) => reportId);
  expect(await ids(`commit=${commit}&pullRequest=12`)).toEqual([short, long, pushed]);
  expect(await ids(`commit=${commit.slice(0, 10)}&pullRequest=12`)).toEqual([short, long, pushed]);
  expect(await ids("commit=0000000")).toEqual([]);
});

test.for(["xyz1234", "abc", "0123456%"])("%s is not a commit", async (value) => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const path = `/api/gate?commit=${encodeURIComponent(value)}`;
  expect(await call(plumb, "GET", path, { token: key })).toMatchObject({ status: 400 });
});

test("a suite that the commit of the base has, and the head lacks, is missing", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { nightly: null }, { ...onMain(1), suite: "nightly" });
  await upload(plumb, key, { adds: null }, { ...onMain(2), suite: "unit" });
  await upload(plumb, key, { pays: null }, { ...onMain(2), suite: "e2e" });
  await upload(plumb, key, { adds: null }, { ...head, build: "1", suite: "unit" });
  expect((await summaryOf(plumb, key)).missing).toMatchObject([{ suite: "e2e", number: 3 }]);
  await upload(plumb, key, { pays: null }, { ...head, build: "2", suite: "e2e" });
  expect((await summaryOf(plumb, key)).missing).toEqual([]);
});

test("removed, renamed and newly skipped tests are counted, with the causes they caught", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const pays = "pays with a voucher";
  await upload(
    plumb,
    key,
    { adds: null, "is deleted": "ReferenceError: shop is not defined", [pays]: null },
    onMain(1),
  );
  const before = {
    adds: null,
    "is deleted": "Error: 503 from the gateway",
    "is skipped": "wrong",
    "was skipped": "skipped",
  };
  await upload(plumb, key, { ...before, [pays]: null }, onMain(2));
  await runJobs(plumb.context);
  const after = { adds: null, "is skipped": "skipped", "was skipped": "skipped", [`${pays} code`]: null, other: null };
  await upload(plumb, key, after, { ...head, build: "1" });
  const [counted] = await gateOf(plumb, key, `commit=${commit}&suiteChanges=true`);
  expect(counted?.suiteChanges).toEqual({ removed: 1, newlySkipped: 1 });
  const [plain] = await gateOf(plumb, key, `commit=${commit}`);
  expect(plain?.suiteChanges).toBeNull();
  const { suiteChanges, failures } = await summaryOf(plumb, key);
  expect(failures.new).toBe(0);
  expect(suiteChanges).toMatchObject({
    removed: { count: 1, tests: [{ name: expect.stringContaining("is deleted") as string, caught: 2 }] },
    renamed: {
      count: 1,
      tests: [
        { before: expect.stringContaining(pays) as string, name: expect.stringContaining(`${pays} code`) as string },
      ],
    },
    newlySkipped: { count: 1, tests: [{ name: expect.stringContaining("is skipped") as string, caught: 1 }] },
  });
});

test("tests that an interrupted, partial or cut off run did not reach were not removed", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { adds: null, pays: null }, onMain(2));
  await upload(plumb, key, { adds: null }, { ...head, build: "1", partial: "true" });
  expect((await summaryOf(plumb, key)).suiteChanges.removed.count).toBe(0);
  const report = junit([
    ["cart", "adds"],
    ["cart", "pays"],
  ]);
  await send(
    plumb,
    key,
    { "a.xml": report.slice(0, report.lastIndexOf("<testcase")) },
    { ...head, build: "2", startedAt: "2026-03-08T09:00:00Z" },
  );
  expect((await summaryOf(plumb, key)).suiteChanges.removed.count).toBe(0);
});
