import { hourMs } from "@plumb/contract/durations.ts";
import type { GridTest, TestGrid } from "@plumb/contract/tests/test-grid.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { addProject, call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit, playwright } from "#testing/reports.ts";

interface Shop {
  readonly plumb: TestApp;
  readonly token: string;
  readonly projectId: number;
  /** Uploads a run of these tests, six hours after the previous one, and returns the id of the report. */
  readonly run: (cases: readonly (readonly [name: string, failure?: string])[], query?: object) => Promise<number>;
  readonly grid: (query?: string) => Promise<TestGrid>;
}

async function shop(plumb: TestApp): Promise<Shop> {
  const { token, key, projectId } = await seedProject(plumb);
  let at = Date.UTC(2026, 2, 1, 19);
  return {
    plumb,
    token,
    projectId,
    async run(cases, query = {}) {
      const startedAt = new Date(at).toISOString();
      at += 6 * hourMs;
      const report = junit(cases.map((input) => ["cart", ...input] as never));
      const sent = await send(plumb, key, { "a.xml": report }, { build: startedAt, suite: "web", startedAt, ...query });
      await runJobs(plumb.context);
      return sent.body.data.reportId;
    },
    async grid(query = "") {
      const path = `/api/projects/${projectId}/tests/grid?${query}`;
      const { body } = await call<{ data: TestGrid }>(plumb, "GET", path, { token });
      return body.data;
    },
  };
}

const rows = ({ tests }: TestGrid) => tests.map(({ title, outcomes }) => `${title.split(" › ").at(-1)} ${outcomes}`);
const named = ({ tests }: TestGrid, title: string) => tests.find((each) => each.title.endsWith(title)) as GridTest;

/** Four runs in two environments on two days in UTC. */
async function seededShop(plumb: TestApp): Promise<Shop & { readonly ids: readonly number[] }> {
  const seeded = await shop(plumb);
  const { run } = seeded;
  const staging = { environment: "staging", commit: "aaaaaaa1" };
  const preview = { environment: "preview", commit: "bbbbbbb2" };
  const ids = [
    await run([["adds"], ["pays"], ["ships"], ["sorts"]], staging),
    await run([["adds"], ["pays", "timeout of 30 s"], ["ships"]], preview),
    await run([["adds"], ["pays"], ["ships", "connection refused"], ["prints", "connection refused"]], staging),
    await run([["adds"], ["pays"], ["ships", "connection refused"], ["prints", "connection refused"]], preview),
  ];
  return { ...seeded, ids };
}

test("tests that fail now come first, with their causes, results and runs", async () => {
  await using plumb = await createTestApp();
  const { token, projectId, grid, ids } = await seededShop(plumb);
  const found = await grid();
  expect(rows(found)).toEqual(["prints ..FF", "ships PPFF", "pays PFPP", "adds PPPP", "sorts P..."]);
  expect(found.runs.map(({ id }) => id)).toEqual(ids);
  expect(found.runs.map(({ environment, failed, total }) => [environment, failed, total])).toEqual([
    ["staging", 0, 4],
    ["preview", 1, 3],
    ["staging", 2, 4],
    ["preview", 2, 4],
  ]);
  expect(found.columns).toEqual([0, 1, 2, 3].map((run) => ({ name: null, runs: [run] })));
  expect(found.causes.map(({ message, cells }) => [message, cells])).toEqual([
    ["connection refused", 4],
    ["timeout of 30 s", 1],
  ]);
  const ships = named(found, "ships");
  expect(ships).toMatchObject({ causes: [[0], [0]], runs: [2, 3], counts: null });
  expect(named(found, "pays")).toMatchObject({ causes: [[1]], runs: [1] });
  const executions = await call<{ data: { resultId: number }[] }>(
    plumb,
    "GET",
    `/api/projects/${projectId}/tests/${ships.id}/executions?limit=2`,
    { token },
  );
  expect(ships.results).toEqual(executions.body.data.map(({ resultId }) => resultId).toReversed());
  expect(found).toMatchObject({ moreTests: false, moreRuns: false });
});

test("columns of days, commits, environments and browsers have the worst outcome, with its share", async () => {
  await using plumb = await createTestApp();
  const { grid } = await seededShop(plumb);
  const days = await grid("by=day");
  expect(days.columns).toEqual([
    { name: "2026-03-01", runs: [0] },
    { name: "2026-03-02", runs: [1, 2, 3] },
  ]);
  expect(rows(days)).toEqual(["prints .F", "ships PF", "pays PF", "adds PP", "sorts P."]);
  expect(named(days, "pays")).toMatchObject({ counts: [1, 1, 1, 3], runs: [1] });
  expect(named(days, "ships")).toMatchObject({ counts: [1, 1, 2, 3], runs: [3], causes: [[0]] });
  // 19:00 in UTC is the next day in Tokyo, 1:00 is still the day before in New York.
  const daysIn = async (zone: string) => (await grid(`by=day&timeZone=${zone}`)).columns;
  expect(await daysIn("Asia/Tokyo")).toEqual([{ name: "2026-03-02", runs: [0, 1, 2, 3] }]);
  expect(await daysIn("America/New_York")).toEqual([
    { name: "2026-03-01", runs: [0, 1] },
    { name: "2026-03-02", runs: [2, 3] },
  ]);
  const commits = await grid("by=commit");
  expect(commits.columns).toEqual([
    { name: "aaaaaaa1", runs: [0, 2] },
    { name: "bbbbbbb2", runs: [1, 3] },
  ]);
  // A repeated run of an older commit does not move it.
  expect((await grid("by=commit&runs=3")).columns).toEqual([
    { name: "bbbbbbb2", runs: [0, 2] },
    { name: "aaaaaaa1", runs: [1] },
  ]);
  const environments = await grid("by=environment");
  expect(environments.columns.map(({ name }) => name)).toEqual(["preview", "staging"]);
  expect(rows(environments)).toEqual(["prints FF", "ships FF", "pays FP", "adds PP", "sorts .P"]);
  const browsers = await grid("by=browser");
  expect(browsers.columns).toEqual([{ name: null, runs: [0, 1, 2, 3] }]);
});

test("filters of runs select columns, and filters of tests select rows", async () => {
  await using plumb = await createTestApp();
  const { grid } = await seededShop(plumb);
  expect(rows(await grid("environment=staging"))).toEqual(["prints .F", "ships PF", "adds PP", "pays PP", "sorts P."]);
  expect(rows(await grid("search=PAYS"))).toEqual(["pays PFPP"]);
  expect(rows(await grid("view=unowned&search=s%20cart"))).toEqual([
    "prints ..FF",
    "ships PPFF",
    "pays PFPP",
    "adds PPPP",
    "sorts P...",
  ]);
  expect(rows(await grid("owner=nobody"))).toEqual([]);
  expect((await grid("branch=none")).runs).toEqual([]);
  const staging = rows(await grid("environment=staging"));
  const environments = (await grid("by=environment")).columns.map(({ name }) => name);
  const others = environments.filter((name) => name !== "staging").map((name) => `not=environment:${name}`);
  expect(rows(await grid(others.join("&")))).toEqual(staging);
  expect(rows(await grid("q=environment:staging"))).toEqual(staging);
  // These tests have no owner, so they stay.
  expect(rows(await grid("not=owner:nobody"))).toHaveLength(5);
  expect((await grid("not=testSuite:web")).runs).toEqual([]);
  const latest = await grid("runs=2");
  expect(rows(latest)).toEqual(["prints FF", "ships FF", "adds PP", "pays PP"]);
  expect(latest.moreRuns).toBe(true);
});

test("a cause or an incident selects the tests that failed for it, in all runs of the filter", async () => {
  await using plumb = await createTestApp();
  const { grid } = await seededShop(plumb);
  const refused = (await grid()).causes.find(({ message }) => message === "connection refused");
  const ofCause = await grid(`cause=${refused?.groupId}`);
  expect(rows(ofCause).toSorted((a, b) => a.localeCompare(b))).toEqual(["prints ..FF", "ships PPFF"]);
  expect(rows(await grid(`cause=${refused?.groupId}&search=ships`))).toEqual(["ships PPFF"]);
  expect(rows(await grid("cause=999999"))).toEqual([]);
  expect(rows(await grid("incident=999999"))).toEqual([]);
});

test("a flaky test is shown as flaky, repeats in a run as one cell, and earlier names in the row of the test", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const retried = playwright([
    { title: "pays", attempts: [{ status: "failed", start: 0, seconds: 1, worker: 0, message: "no bank" }, "passed"] },
  ]);
  await send(plumb, key, { "a.json": retried }, { suite: "web", startedAt: "2026-03-01T08:00:00Z" });
  const repeated = junit([
    ["cart", "adds"],
    ["cart", "adds", "no cart"],
    ["cart", "adds"],
  ]);
  await send(plumb, key, { "a.xml": repeated }, { suite: "api", startedAt: "2026-03-01T09:00:00Z" });
  await send(
    plumb,
    key,
    { "a.xml": junit([["cart", "adds one", "no cart"]]) },
    { suite: "api", startedAt: "2026-03-01T10:00:00Z" },
  );
  await runJobs(plumb.context);
  const read = async (query = "") =>
    (await call<{ data: TestGrid }>(plumb, "GET", `/api/projects/${projectId}/tests/grid?${query}`, { token })).body
      .data;
  const found = await read();
  expect(rows(found)).toEqual(["adds one ..F", "adds .F.", "pays K.."]);
  expect(named(found, "adds").counts).toEqual([1, 3]);
  expect(named(found, "pays").causes).toHaveLength(1);
  expect((await read("by=browser")).columns.map(({ name }) => name)).toEqual([null, "chromium"]);
  await call(plumb, "PUT", `/api/projects/${projectId}/tests/${named(found, "adds").id}/same-as`, {
    token,
    body: { testId: named(found, "adds one").id },
  });
  await runJobs(plumb.context);
  expect(rows(await read())).toEqual(["adds one .FF", "pays K.."]);
});

test("a grid has no runs of other projects", async () => {
  await using plumb = await createTestApp();
  const { token, grid } = await seededShop(plumb);
  const { projectId } = await addProject(plumb, token, "Other");
  const other = await call<{ data: TestGrid }>(plumb, "GET", `/api/projects/${projectId}/tests/grid`, { token });
  expect(other).toMatchObject({ status: 200, body: { data: { runs: [], tests: [], causes: [] } } });
  expect((await grid()).runs).toHaveLength(4);
});
