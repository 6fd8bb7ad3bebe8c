import type { Dashboard } from "@plumb/contract/projects/dashboard.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";
import { seedRuns, withdrawInTest } from "#testing/runs.ts";

async function dashboard(plumb: TestApp, token: string, projectId: number): Promise<Dashboard> {
  return (await call<{ data: Dashboard }>(plumb, "GET", `/api/projects/${projectId}/dashboard`, { token })).body.data;
}

/** Returns a function that uploads a run in which the given tests fail, one hour after the previous run. */
function uploads(plumb: TestApp, key: string) {
  let hour = 0;
  return async (failing: readonly string[], query: Record<string, string> = {}) => {
    const all = ["adds", "pays", "ships"] as const;
    const report = junit(all.map((name) => ["cart", name, ...(failing.includes(name) ? ["no"] : [])] as never));
    hour += 1;
    const startedAt = new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
    const sent = await send(
      plumb,
      key,
      { "a.xml": report },
      { build: String(hour), suite: "web", startedAt, ...query },
    );
    return sent.body.data.number;
  };
}

test("an empty project has no data and no failed suites", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  expect(await dashboard(plumb, token, projectId)).toMatchObject({
    totals: { totalReports: 0, totalTests: 0, passRate: null, firstAttemptPassRate: null, avgDuration: null },
    recent: [],
    red: [],
    redSuites: 0,
    suites: 0,
    green: null,
  });
});

test("the pass rate is the rounded share of all tests, and the duration the rounded mean of all reports", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run([]);
  await run(["adds"]);
  await run(["adds", "pays"]);
  await runStatement(plumb.context.db, "update run set duration_ms = 1000 where number = 1");
  await runStatement(plumb.context.db, "update run set duration_ms = 4001 where number = 2");
  await runStatement(plumb.context.db, "update run set duration_ms = null where number = 3");
  const { totals } = await dashboard(plumb, token, projectId);
  expect(totals).toEqual({
    totalReports: 3,
    totalTests: 9,
    passed: 6,
    failed: 3,
    errored: 0,
    skipped: 0,
    flaky: 0,
    firstPassed: 6,
    leftOut: 0,
    passRate: 67,
    ranPassRate: 66.7,
    firstAttemptPassRate: 66.7,
    totalDuration: 5001,
    avgDuration: 1667,
    timedReports: 2,
  });
});

test("a run has the same pass rate, without skipped tests, on the report, in the totals and in the trends", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const cases = Array.from({ length: 29 }, (_, index) => {
    const inside = index < 5 ? `<failure message="no"/>` : index === 5 ? `<skipped/>` : "";
    return `<testcase classname="shop" name="t${index}" time="0.2">${inside}</testcase>`;
  });
  const report = `<testsuites><testsuite name="hist">${cases.join("")}</testsuite></testsuites>`;
  const sent = await send(plumb, key, { "a.xml": report }, { startedAt: plumb.time.now.toISOString() });
  await runJobs(plumb.context);
  await countEndedRuns(plumb.context.db, 50);
  const get = async <Data>(path: string) => (await call<{ data: Data }>(plumb, "GET", path, { token })).body.data;
  const { totals, current } = await dashboard(plumb, token, projectId);
  // The specification divides by all tests. The card shows the rate without skipped tests as well.
  expect([totals, current]).toMatchObject([
    { passRate: 79, ranPassRate: 82.1 },
    { passRate: 79, ranPassRate: 82.1 },
  ]);
  const { summary } = await get<{ summary: { passRate: number } }>(`/api/reports/${sent.body.data.reportId}`);
  expect(summary.passRate).toBe(82.1);
  expect(await get(`/api/trends/summary?projectId=${projectId}`)).toMatchObject({ pass_rate: 82.1 });
});

test("the causes of red suites are listed once, new ones first, with class, owners and runs", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const send1 = (build: string, failures: readonly (readonly [string, string])[], suite = "web") =>
    send(
      plumb,
      key,
      { "a.xml": junit(failures.map(([name, message]) => ["cart", name, message])) },
      { build, suite, startedAt: `2026-03-01T0${build}:00:00Z` },
    );
  const refused = ["opens", "connect ECONNREFUSED 10.0.0.7:5432"] as const;
  await send1("1", [refused]);
  expect(await dashboard(plumb, token, projectId)).toMatchObject({ red: [{ grouped: false }], causes: [] });
  await runJobs(plumb.context);
  expect(await dashboard(plumb, token, projectId)).toMatchObject({
    red: [{ grouped: true, runs: [{ number: 1, red: true }] }],
    causes: [{ error: refused[1], state: "new", tests: 1, primaryClass: "Environment Issue", owners: [] }],
    causeCount: 1,
  });
  await send1("2", [refused, ["pays", "strict mode violation: getByRole('button') resolved to 3 elements"]]);
  await send1("3", [refused, ["opens again", refused[1]]], "api");
  await runJobs(plumb.context);
  await runStatement(plumb.context.db, "update test set owner_hand = 'ada' where title_path @> array['pays']");
  const { red, causes, causeCount } = await dashboard(plumb, token, projectId);
  const idOf = (suite: string) => red.find(({ latest }) => latest.testSuite === suite)?.latest.id;
  expect(red.find(({ latest }) => latest.testSuite === "web")?.runs).toMatchObject([{ number: 1 }, { number: 2 }]);
  expect(causeCount).toBe(2);
  expect(causes).toMatchObject([
    { state: "new", tests: 1, runIds: [idOf("web")], primaryClass: "Automation Script Error", owners: ["ada"] },
    { state: "known", runIds: [idOf("api"), idOf("web")], primaryClass: "Environment Issue", owners: [] },
  ]);
});

test("many causes are counted, and the first eight are listed", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  // Words, because numbers would be masked and the failures grouped.
  const words = [
    "amber",
    "basalt",
    "cedar",
    "dune",
    "ember",
    "fjord",
    "grove",
    "heath",
    "inlet",
    "jetty",
    "karst",
    "loess",
  ];
  const report = junit(words.map((word) => [word, "fails", `${word} ${word}ish ${word}ly went ${word}wards`]));
  await send(plumb, key, { "a.xml": report }, { build: "1", suite: "web" });
  await runJobs(plumb.context);
  const { causes, causeCount } = await dashboard(plumb, token, projectId);
  expect(causes).toHaveLength(8);
  expect(causeCount).toBe(words.length);
});

test("a day has the sums of its ended reports, and running reports are listed", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const today = plumb.time.now;
  const sendAt = (build: string, at: Date, failing: boolean) =>
    send(
      plumb,
      key,
      { "a.xml": junit([["cart", "opens", ...(failing ? ["no"] : [])] as never, ["cart", "pays"]]) },
      { build, suite: "web", startedAt: at.toISOString() },
    );
  await sendAt("1", new Date(today.getTime() - 40 * 86_400_000), false);
  await sendAt("2", new Date(today.getTime() - 2 * 86_400_000), true);
  await sendAt("3", today, false);
  await runStatement(plumb.context.db, "update run set duration_ms = 3000");
  await runStatement(plumb.context.db, "update run set status = 'running' where number = 3");
  const day = (daysAgo: number) => new Date(today.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const { days, running } = await dashboard(plumb, token, projectId);
  expect(days).toEqual([{ day: day(2), reports: 1, tests: 2, passRate: 50, avgDuration: 3000 }]);
  expect(running).toMatchObject([{ number: 3, status: "running" }]);
});

test("a failed suite shows the owners of failed tests, most failures first", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const attempts = ["failed"] as const;
  const cases = [
    { title: "adds", attempts, owner: "@cart" },
    { title: "pays", attempts, owner: "@payment" },
    { title: "ships", attempts, owner: "@payment" },
    { title: "waits", attempts },
  ];
  await send(plumb, key, { "r.json": playwright(cases) }, { build: "1" });
  expect((await dashboard(plumb, token, projectId)).red[0]?.owners).toEqual({ most: [], count: 0 });
  await runJobs(plumb.context);
  expect((await dashboard(plumb, token, projectId)).red[0]?.owners).toEqual({
    most: [
      { owner: "@payment", failures: 2 },
      { owner: "@cart", failures: 1 },
    ],
    count: 2,
  });
});

test("a failed suite shows since when it fails, and the changes since the previous run", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run(["ships"], { branch: "main" });
  await run([], { branch: "main" });
  await run(["adds"], { branch: "main" });
  await run(["adds", "pays"], { branch: "main" });
  const found = await dashboard(plumb, token, projectId);
  expect(found).toMatchObject({ suites: 1, redSuites: 1, green: null });
  expect(found.red).toMatchObject([
    {
      latest: { number: 4, testSuite: "web", branch: "main" },
      redSince: { number: 3, startTime: "2026-03-01T03:00:00.000Z" },
      base: { number: 3 },
      lastGreen: { number: 2 },
      changes: { newFailure: 1, backAgain: 0, stillFailing: 1, fixed: 0, newlyFlaky: 0 },
    },
  ]);
});

test("if all suites pass, the latest one shows its fixed failures", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run(["adds", "pays"]);
  await run([]);
  const found = await dashboard(plumb, token, projectId);
  expect(found).toMatchObject({ red: [], redSuites: 0, suites: 1 });
  expect(found.green).toMatchObject({ latest: { number: 2 }, redSince: null, lastGreen: null, changes: { fixed: 2 } });
});

test("each suite, environment and branch is represented by its last finished run", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run(["adds"], { branch: "main" });
  await run([], { branch: "main", environment: "prod" });
  await run([], { branch: "feature" });
  await run(["adds"], { suite: "api" });
  await run([], { suite: "api" });
  const running = { suite: "web", environment: "default", branch: "main", status: "running" } as const;
  await seedRuns(plumb.context.db, projectId, [{ ...running, startedAt: "2026-03-01T07:00:00Z" }]);
  const found = await dashboard(plumb, token, projectId);
  expect(found).toMatchObject({ suites: 4, redSuites: 1 });
  expect(found.red.map(({ latest }) => latest.number)).toEqual([1]);
});

test("a suite returns to its previous run when the latest is rolled back, and disappears without one", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run(["adds"]);
  await run([]);
  expect(await dashboard(plumb, token, projectId)).toMatchObject({ suites: 1, redSuites: 0 });
  const takeLatestBack = async () => {
    const [latest] = await readRows<{ id: number }>(plumb.context.db, "select max(id) as id from upload");
    await withdrawInTest(plumb.context.db, projectId, latest?.id ?? 0, plumb.time.now);
  };
  await takeLatestBack();
  expect(await dashboard(plumb, token, projectId)).toMatchObject({ suites: 1, redSuites: 1 });
  await takeLatestBack();
  expect(await dashboard(plumb, token, projectId)).toMatchObject({ suites: 0, redSuites: 0 });
});

test("newly broken suites come before older ones", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run([], { suite: "api" });
  await run(["adds"], { suite: "api" });
  await run(["adds", "pays", "ships"]);
  await run(["adds", "pays", "ships"]);
  const { red } = await dashboard(plumb, token, projectId);
  expect(red.map(({ latest }) => latest.testSuite)).toEqual(["api", "web"]);
});

test("a suite without runs for more than a month is not listed", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run(["adds"], { suite: "old", startedAt: "2026-01-15T08:00:00Z" });
  await run([]);
  expect(await dashboard(plumb, token, projectId)).toMatchObject({ redSuites: 0, suites: 1 });
});

test("a run in the future, caused by a wrong clock, hides no failed suite", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const run = uploads(plumb, key);
  await run(["pays"]);
  await run([], { suite: "skewed", startedAt: "2099-01-01T00:00:00Z" });
  const { red, suites } = await dashboard(plumb, token, projectId);
  expect(red.map(({ latest }) => latest.testSuite)).toEqual(["web"]);
  expect(suites).toBe(2);
});

test("an interrupted run has failed, even if its tests passed", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  await seedRuns(plumb.context.db, projectId, [{ status: "interrupted" }]);
  expect((await dashboard(plumb, token, projectId)).red).toMatchObject([{ base: null, changes: null }]);
});

test("lists the ten most recent reports of the project, newest first", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const other = await seedProject(plumb, "Store");
  const run = uploads(plumb, key);
  for (let index = 0; index < 11; index += 1) await run([]);
  await uploads(plumb, other.key)(["adds"]);
  const found = await dashboard(plumb, token, projectId);
  expect(found.recent.map(({ number }) => number)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  expect(found.redSuites).toBe(0);
});
