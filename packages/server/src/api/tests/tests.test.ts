import { hourMs } from "@plumb/contract/durations.ts";
import type { TestDetails, TestExecution, TestDay } from "@plumb/contract/tests/test-page.ts";
import { type OpenQuarantine, type QuarantinedTest, quarantineTexts } from "@plumb/contract/tests/quarantine.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import type { TrendSummary } from "@plumb/contract/trends/trends.ts";
import type { TestSummary } from "@plumb/contract/tests/tests.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";
import { releaseQuarantines } from "#tests/release-quarantines.ts";

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the test declares the type of the response
type Get = <Data>(path: string) => Promise<{ data: Data; total: number; more: boolean }>;

interface Shop {
  readonly plumb: TestApp;
  readonly token: string;
  readonly projectId: number;
  /** Uploads a run of these tests, one hour after the previous run, and runs all jobs. Returns the id of the report. */
  readonly run: (cases: readonly (readonly [name: string, failure?: string])[], query?: object) => Promise<number>;
  readonly get: Get;
}

async function shop(plumb: TestApp): Promise<Shop> {
  const { token, key, projectId } = await seedProject(plumb);
  let at = Date.UTC(2026, 2, 3, 8);
  return {
    plumb,
    token,
    projectId,
    async run(cases, query = {}) {
      at += hourMs;
      const report = junit(cases.map((input) => ["cart", ...input] as never));
      const startedAt = new Date(at).toISOString();
      const sent = await send(plumb, key, { "a.xml": report }, { build: startedAt, suite: "web", startedAt, ...query });
      await runJobs(plumb.context);
      return sent.body.data.reportId;
    },
    async get(path) {
      return (await call<{ data: never; total: number; more: boolean }>(plumb, "GET", path, { token })).body;
    },
  };
}

async function idOf({ plumb, projectId }: Shop, title: string): Promise<number> {
  const [found] = await readRows<{ id: number }>(
    plumb.context.db,
    `select id from test where project_id = ${projectId} and title_path[cardinality(title_path)] = '${title}'`,
  );
  return found?.id ?? 0;
}

/** `pays` fails once on each of two commits on which it also passes; `ships` breaks in the last three runs; `adds` passes. */
async function seededShop(plumb: TestApp): Promise<Shop> {
  const seeded = await shop(plumb);
  const { run } = seeded;
  await run([["adds"], ["pays"], ["ships"]], { commit: "c1" });
  await run([["adds"], ["pays", "timeout of 30 s"], ["ships"]], { commit: "c1" });
  await run([["adds"], ["pays"], ["ships", "no truck"]], { commit: "c2" });
  await run([["adds"], ["pays", "timeout of 30 s"], ["ships", "no truck"]], { commit: "c2" });
  await run([["adds"], ["pays"], ["ships", "no truck"]], { commit: "c3" });
  return seeded;
}

test("flaky tests have evidence, broken ones are separate", async () => {
  await using plumb = await createTestApp();
  const { get, projectId } = await seededShop(plumb);
  const flaky = await get<TestSummary[]>(`/api/trends/flaky-tests?projectId=${projectId}`);
  expect(flaky.total).toBe(1);
  expect(flaky.data[0]).toMatchObject({
    titlePath: ["all", "cart", "pays"],
    state: "flaky",
    score: 40,
    executions: 5,
    evidence: { retry: 0, same_commit: 2, flip: 0 },
    causes: [{ message: "timeout of 30 s", failures: 2 }],
    lastRun: { number: 5, commit: "c3", exists: true },
    quarantine: null,
  });
  const list = async (query: string) =>
    (await get<TestSummary[]>(`/api/projects/${projectId}/tests?${query}`)).data.map(({ titlePath }) =>
      titlePath.at(-1),
    );
  expect(await list("view=broken")).toEqual(["ships"]);
  const all = await list("");
  expect(new Set(all)).toEqual(new Set(["adds", "pays", "ships"]));
  expect(await list("limit=1&offset=1")).toEqual(all.slice(1, 2));
  expect(await list("limit=1&offset=3")).toEqual([]);
  expect(await list("search=SHI")).toEqual(["ships"]);
  expect(await list("testSuite=web&environment=default")).toEqual(all);
  expect(await list("testSuite=api")).toEqual([]);
  expect(await list("owner=nobody")).toEqual([]);
  expect(await list("view=unowned")).toEqual(all);
  expect(await list("view=quarantined")).toEqual([]);
  expect(await list("view=gone")).toEqual([]);
});

test("a score equals the formula to the last digit, in every response", async () => {
  await using plumb = await createTestApp();
  const seeded = await seededShop(plumb);
  const { get, projectId, run } = seeded;
  await run([["pays"]], { commit: "c4" });
  const pays = await idOf(seeded, "pays");
  const { data: listed } = await get<TestSummary[]>(`/api/trends/flaky-tests?projectId=${projectId}`);
  const { data: page } = await get<TestDetails>(`/api/projects/${projectId}/tests/${pays}`);
  const { data: week } = await get<WeekSummary>(`/api/trends/week?projectId=${projectId}&week=2026-W10`);
  expect([listed[0]?.score, page.score, week.standing.flakiest.rows[0]?.score]).toEqual([200 / 6, 200 / 6, 200 / 6]);
});

test("a list of tests ends at a thousand with a note, and a search finds others", async () => {
  await using plumb = await createTestApp();
  const { get, projectId, run } = await shop(plumb);
  await run(Array.from({ length: 1001 }, (_, index) => [`adds ${index}`] as const));
  const page = (query: string) => get<TestSummary[]>(`/api/projects/${projectId}/tests?limit=100&${query}`);
  expect(await page("offset=900")).toMatchObject({ total: 1000, more: true, data: { length: 100 } });
  expect(await page("offset=1000")).toMatchObject({ total: 1000, more: true, data: [] });
  expect(await page("search=ADDS 77")).toMatchObject({ total: 19, more: false, data: { length: 19 } });
});

test("a test's page shows when it started to fail, in which runs, and which tests failed with it", async () => {
  await using plumb = await createTestApp();
  const seeded = await seededShop(plumb);
  const { get, projectId, run } = seeded;
  const testId = await idOf(seeded, "ships");
  const details = async () => (await get<TestDetails>(`/api/projects/${projectId}/tests/${testId}`)).data;
  // Only some formats report the subject of a commit.
  await runStatement(
    seeded.plumb.context.db,
    `update run set metadata = '{"commitSubject":"Load trucks faster","commitAuthor":"Mira Lindqvist"}' where project_id = ${projectId} and number = 3`,
  );
  expect(await details()).toMatchObject({
    state: "broken",
    since: "2026-03-03T11:00:00.000Z",
    bracket: {
      lastGood: { number: 2, commit: "c1" },
      firstBad: { number: 3, commit: "c2" },
      environment: "default",
      firstBadSubject: "Load trucks faster",
      firstBadAuthor: "Mira Lindqvist",
    },
    mainBranches: ["main", "master", "trunk", "develop"],
    changes: [{ from: "unknown", to: "broken" }],
    allCauses: [{ message: "no truck", failures: 3 }],
    environments: ["default"],
    branches: [""],
    turnedRedTogether: { tests: [], total: 0 },
  });
  await run([["ships"]]);
  expect(await details()).toMatchObject({
    state: "healthy",
    bracket: null,
    changes: [
      { from: "broken", to: "healthy" },
      { from: "unknown", to: "broken" },
    ],
  });
  const pays = await get<TestDetails>(`/api/projects/${projectId}/tests/${await idOf(seeded, "pays")}`);
  expect(pays.data.evidenceRuns).toMatchObject([
    { kind: "same_commit", run: { number: 4 }, against: { number: 3 } },
    { kind: "same_commit", run: { number: 2 }, against: { number: 1 } },
  ]);
});

test("the page of a test that always passes counts every run of it", async () => {
  await using plumb = await createTestApp();
  const seeded = await seededShop(plumb);
  const { get, projectId, run } = seeded;
  const page = `/api/projects/${projectId}/tests/${await idOf(seeded, "adds")}`;
  for (let more = 0; more < 3; more += 1) await run([["adds"]]);
  expect((await get<TestDetails>(page)).data).toMatchObject({ state: "healthy", executions: 8, windowDays: 14 });
});

test("shows runs and days of a test, everywhere and in one environment", async () => {
  await using plumb = await createTestApp();
  const seeded = await seededShop(plumb);
  const { get, projectId, run } = seeded;
  await run([["pays"]], { branch: "feature", environment: "prod" });
  const path = `/api/projects/${projectId}/tests/${await idOf(seeded, "pays")}`;
  const executions = await get<TestExecution[]>(`${path}/executions?limit=2`);
  expect(executions).toMatchObject({
    more: true,
    data: [
      { run: { number: 6, branch: "feature" }, environment: "prod", status: "passed" },
      { run: { number: 5 }, status: "passed", groupId: null },
    ],
  });
  const failed = await get<TestExecution[]>(`${path}/executions?environment=default&branch=&offset=1&limit=1`);
  expect(failed.data).toMatchObject([
    { run: { number: 4 }, status: "failed", errorLine: "timeout of 30 s", outage: false },
  ]);
  const days = await get<TestDay[]>(`${path}/days`);
  expect(days.data).toEqual([{ day: "2026-03-03", passed: 4, failed: 2, skipped: 0, flaky: 0, duration: 500 }]);
  expect((await get<TestDay[]>(`${path}/days?environment=prod`)).data).toMatchObject([{ passed: 1, failed: 0 }]);
});

test(
  "of a test that ran 100,000 times, 5,000 results are stored, with a note, and the latest 500 evaluated",
  { timeout: 240_000 },
  async () => {
    await using plumb = await createTestApp();
    const seeded = await shop(plumb);
    const { get, projectId } = seeded;
    const often = Array.from({ length: 100_000 }, (_, index): [string, string?] =>
      index % 1000 === 0 ? ["pays", "no"] : ["pays"],
    );
    const reportId = await seeded.run([["adds"], ...often, ["ships"]]);
    const problems = await get<{ reason: string }[]>(`/api/reports/${reportId}/problems`);
    expect(problems.data.map(({ reason }) => reason)).toEqual([
      "Only the first 5000 executions of a repeated test are kept. 95000 more were left out.",
    ]);
    // Counting a report of this size is delayed by one second.
    plumb.time.now = new Date(plumb.time.now.getTime() + 1000);
    await runJobs(plumb.context);
    const path = `/api/projects/${projectId}/tests`;
    const list = await get<TestSummary[]>(`${path}?view=all`);
    // Tests after the repeated one are recorded.
    expect(new Set(list.data.map(({ titlePath }) => titlePath.at(-1)))).toEqual(new Set(["adds", "pays", "ships"]));
    const id = await idOf(seeded, "pays");
    expect((await get<TestDay[]>(`${path}/${id}/days`)).data).toMatchObject([{ passed: 4995, failed: 5 }]);
    const executions = await get<TestExecution[]>(`${path}/${id}/executions?limit=50`);
    expect([executions.data.length, executions.more]).toEqual([50, true]);
    expect((await get<TestDetails>(`${path}/${id}`)).data).toMatchObject({ id, executions: 500 });
    const trends = await get(`/api/trends/summary?projectId=${projectId}`);
    expect(trends.data).toMatchObject({ total_runs: 1, total_tests: 5002, passed_tests: 4997, pass_rate: 99.9 });
  },
);

test("a run in the future, caused by a wrong clock, marks no test as gone", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  const removed = async () =>
    (await seeded.get<TestSummary[]>(`/api/projects/${seeded.projectId}/tests?view=gone`)).data.map(({ titlePath }) =>
      titlePath.at(-1),
    );
  await seeded.run([["adds"], ["pays"]], { startedAt: "2026-02-10T08:00:00Z" });
  await seeded.run([["adds"]], { startedAt: "2099-01-01T00:00:00Z" });
  expect(await removed()).toEqual([]);
  await seeded.run([["adds"]], { startedAt: "2026-02-20T08:00:00Z" });
  expect(await removed()).toEqual(["pays"]);
});

test("a renamed test is suggested, merged by hand with its history, and separated again", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  const { get, projectId, run, token } = seeded;
  for (const failure of [[], ["no"], [], ["no"]])
    await run([["adds", ...failure] as never, ["adds one item"]], { commit: "c" });
  await run([["adds an item"]], { commit: "d" });
  const [was, is] = [await idOf(seeded, "adds one item"), await idOf(seeded, "adds an item")];
  const old = await idOf(seeded, "adds");
  const details = async (id: number) => (await get<TestDetails>(`/api/projects/${projectId}/tests/${id}`)).data;
  expect((await details(is)).suggestions.map(({ id }) => id)).toContain(was);
  const link = (testId: number, other: number | null) =>
    call(plumb, "PUT", `/api/projects/${projectId}/tests/${testId}/same-as`, { token, body: { testId: other } });
  expect((await link(old, old)).status).toBe(400);
  expect((await link(old, 2 ** 40)).status).toBe(404);
  expect((await link(old, was)).body).toMatchObject({ data: { id: was } });
  // Links through another test: both lead to the last one.
  expect((await link(was, is)).body).toMatchObject({ data: { id: is } });
  await runJobs(plumb.context);
  expect(await details(is)).toMatchObject({
    state: "flaky",
    executions: 9,
    formerly: [{ id: old }, { id: was }].toSorted((a, b) => b.id - a.id),
  });
  expect((await details(old)).sameAs).toMatchObject({ id: is });
  expect((await get<TestSummary[]>(`/api/projects/${projectId}/tests`)).data.map(({ id }) => id)).toEqual([is]);
  expect((await get<TestExecution[]>(`/api/projects/${projectId}/tests/${is}/executions`)).data).toHaveLength(9);
  expect((await link(old, null)).status).toBe(200);
  await runJobs(plumb.context);
  expect(await details(old)).toMatchObject({ sameAs: null });
  expect(await details(is)).toMatchObject({ executions: 5, formerly: [{ id: was }] });
});

test("a test that still runs in the same report is neither an earlier nor a later name", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  const { get, projectId, run } = seeded;
  const suggested = async (title: string) =>
    (await get<TestDetails>(`/api/projects/${projectId}/tests/${await idOf(seeded, title)}`)).data.suggestions.map(
      ({ titlePath }) => titlePath.at(-1),
    );
  await run([["pays by card"], ["pays by cash"], ["pays by cheque"]]);
  // One test is renamed, one is new, two continue.
  await run([["pays by card"], ["pays by cash"], ["pays by check"], ["pays by voucher"]]);
  expect(await suggested("pays by voucher")).toEqual(["pays by cheque"]);
  expect(await suggested("pays by check")).toEqual(["pays by cheque"]);
  expect(await suggested("pays by card")).toEqual([]);
  expect(new Set(await suggested("pays by cheque"))).toEqual(new Set(["pays by check", "pays by voucher"]));
});

test("decisions about a merged test follow it, and return when it is separated", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  const { get, projectId, run, token } = seeded;
  const base = `/api/projects/${projectId}`;
  const send = (method: "DELETE" | "POST" | "PUT", path: string, body?: object) =>
    call(plumb, method, `${base}/${path}`, { token, ...(body && { body }) });
  await run([["adds"], ["pays cash"]]);
  await run([["adds"], ["pays in cash"]]);
  const [was, is] = [await idOf(seeded, "pays cash"), await idOf(seeded, "pays in cash")];
  plumb.time.now = new Date("2026-03-03T10:30:00Z");
  await send("PUT", `tests/${was}/quarantine`, { kind: "quarantine", reason: "BUG-7", releaseAfter: 2 });
  await send("PUT", `tests/${was}/owner`, { owner: "ana" });
  const itemsPath = `/api/annotations/projects/${projectId}/annotations`;
  await call(plumb, "POST", itemsPath, { token, body: { title: "Why?", message: "Look into it", testId: was } });
  const seen = async (id: number) => {
    const { data } = await get<TestDetails>(`${base}/tests/${id}`);
    const items = await get<{ total: number }>(`${itemsPath}?testId=${id}`);
    return {
      owner: data.owner,
      reason: data.quarantine?.reason,
      past: data.quarantines.length,
      items: items.data.total,
    };
  };
  const silent = async () => {
    const { data } = await get<{ current: { leftOut: number } }>(`${base}/dashboard`);
    const listed = await get<QuarantinedTest[]>(`${base}/quarantine`);
    const quarantined = await get<TestSummary[]>(`${base}/tests?view=quarantined`);
    return {
      leftOut: data.current.leftOut,
      gate: listed.data.map(({ testId }) => testId),
      listed: quarantined.data.map(({ id }) => id),
    };
  };
  expect(await seen(is)).toEqual({ owner: null, reason: undefined, past: 0, items: 0 });
  await send("PUT", `tests/${was}/same-as`, { testId: is });
  await runJobs(plumb.context);
  expect(await seen(is)).toEqual({ owner: "ana", reason: "BUG-7", past: 1, items: 1 });
  // The quarantine applies under both names, because a branch may not have the new name yet.
  const red = await run([["adds"], ["pays in cash", "no"]]);
  await run([["adds"], ["pays cash", "no"]]);
  expect(await silent()).toEqual({ leftOut: 2, gate: [was, is], listed: [is] });
  expect((await get<object>(`/api/gate?reportId=${red}`)).data).toMatchObject([{ failures: [{ quarantined: true }] }]);
  const trend = await get<TrendSummary>(`/api/trends/summary?projectId=${projectId}&owner=ana&timeRange=7d`);
  expect(trend.data).toMatchObject({ total_runs: 4, quarantined_failures: 2 });
  expect(await readRows(plumb.context.db, "select title from notification where title like '%is red'")).toEqual([]);
  await send("PUT", `tests/${is}/quarantine`, { kind: "mute", reason: "BUG-8" });
  expect(await seen(was)).toMatchObject({ reason: "BUG-8", past: 1 });
  await send("PUT", `tests/${was}/same-as`, { testId: null });
  await runJobs(plumb.context);
  expect(await seen(is)).toEqual({ owner: null, reason: undefined, past: 0, items: 0 });
  expect(await seen(was)).toEqual({ owner: "ana", reason: "BUG-8", past: 1, items: 1 });
  expect(await silent()).toMatchObject({ gate: [was], listed: [was] });
  // A test keeps its own owner.
  await send("PUT", `tests/${is}/owner`, { owner: "bob" });
  await send("PUT", `tests/${was}/same-as`, { testId: is });
  expect(await seen(is)).toMatchObject({ owner: "bob", reason: "BUG-8" });
  expect((await send("DELETE", `tests/${is}/quarantine`)).status).toBe(200);
  expect(await seen(was)).toMatchObject({ owner: "ana", reason: undefined, past: 1 });
});

test("clean runs under any name of a test end its quarantine", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  const { projectId, run, token, get } = seeded;
  const put = (path: string, body: object) =>
    call(plumb, "PUT", `/api/projects/${projectId}/tests/${path}`, { token, body });
  await run([["pays cash"]]);
  await run([["pays in cash"]]);
  const [was, is] = [await idOf(seeded, "pays cash"), await idOf(seeded, "pays in cash")];
  plumb.time.now = new Date("2026-03-03T10:30:00Z");
  await put(`${was}/quarantine`, { kind: "quarantine", reason: "BUG-7", releaseAfter: 2 });
  await put(`${was}/same-as`, { testId: is });
  await run([["pays in cash"]]);
  await releaseQuarantines(plumb.context);
  const details = async () => (await get<TestDetails>(`/api/projects/${projectId}/tests/${is}`)).data;
  expect((await details()).quarantine).toMatchObject({ cleanRuns: 1 });
  await run([["pays in cash"]]);
  await releaseQuarantines(plumb.context);
  expect(await details()).toMatchObject({ quarantine: null, quarantines: [{ releasedWhy: "clean_runs" }] });
  expect(
    await readRows(plumb.context.db, 'select title, action_url as "url" from notification order by id desc limit 1'),
  ).toEqual([{ title: "pays in cash left quarantine", url: `/tests/${is}` }]);
});

test("failures of a quarantined test count in no rate and notify no one until its release", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  const { get, projectId, run, token } = seeded;
  await seedPerson(plumb, "lead", { projectId, projectRole: "LEAD" });
  await run([["adds"], ["pays"]]);
  const testId = await idOf(seeded, "pays");
  const path = `/api/projects/${projectId}/tests/${testId}/quarantine`;
  plumb.time.now = new Date("2026-03-03T09:30:00Z");
  const put = (body: object) => call<{ data: OpenQuarantine }>(plumb, "PUT", path, { token, body });
  expect((await put({ kind: "quarantine", reason: " " })).body).toMatchObject({
    fields: { reason: quarantineTexts.reason },
  });
  expect((await put({ kind: "quarantine", reason: "x", endsAt: "2026-03-03T09:00:00Z" })).status).toBe(400);
  expect((await put({ kind: "quarantine", reason: "x", endsAt: "2027-03-13T09:00:00Z" })).status).toBe(400);
  const retained = await put({ kind: "quarantine", reason: "BUG-7", owner: "ana", releaseAfter: 2 });
  expect(retained.body.data).toMatchObject({ kind: "quarantine", reason: "BUG-7", owner: "ana", cleanRuns: 0 });
  const sent = () =>
    readRows<{ title: string; message: string }>(
      plumb.context.db,
      "select title, message from notification order by id",
    );
  await run([["adds"], ["pays", "no"]]);
  expect(await sent()).toEqual([]);
  const { data } = await get<{ current: object }>(`/api/projects/${projectId}/dashboard`);
  expect(data.current).toMatchObject({ totalTests: 4, passed: 3, failed: 1, leftOut: 1, passRate: 75 });
  const listed = await get<QuarantinedTest[]>(`/api/projects/${projectId}/quarantine`);
  expect(listed.data).toMatchObject([{ testId, titlePath: ["all", "cart", "pays"], kind: "quarantine", owner: "ana" }]);
  await run([
    ["adds", "no"],
    ["pays", "no"],
  ]);
  const [red] = await sent();
  expect(red?.title).toBe("web is red");
  expect(red?.message).toMatch(/^1 of 2 tests failed.*1 failure of tests in quarantine or muted is excluded\.$/);
  await run([["adds"], ["pays"]]);
  await releaseQuarantines(plumb.context);
  expect((await get<QuarantinedTest[]>(`/api/projects/${projectId}/quarantine`)).data).toHaveLength(1);
  await run([["adds"], ["pays"]]);
  await releaseQuarantines(plumb.context);
  expect((await get<QuarantinedTest[]>(`/api/projects/${projectId}/quarantine`)).data).toEqual([]);
  expect((await sent()).at(-1)).toMatchObject({ title: "pays left quarantine" });
  const details = await get<TestDetails>(`/api/projects/${projectId}/tests/${testId}`);
  expect(details.data.quarantines).toMatchObject([{ releasedWhy: "clean_runs" }]);
  expect((await call(plumb, "DELETE", path, { token })).status).toBe(404);
});

test("a quarantine ends by its date or when a user releases the test", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  const { projectId, run, token, get } = seeded;
  await run([["adds"]]);
  const path = `/api/projects/${projectId}/tests/${await idOf(seeded, "adds")}/quarantine`;
  const endsAt = new Date(plumb.time.now.getTime() + hourMs).toISOString();
  await call(plumb, "PUT", path, { token, body: { kind: "mute", reason: "later", endsAt } });
  plumb.time.now = new Date(plumb.time.now.getTime() + hourMs);
  // An expired quarantine is not listed, even before the cleanup runs.
  expect((await get<QuarantinedTest[]>(`/api/projects/${projectId}/quarantine`)).data).toEqual([]);
  await releaseQuarantines(plumb.context);
  await call(plumb, "PUT", path, { token, body: { kind: "mute", reason: "again" } });
  const released = await call<{ data: object }>(plumb, "DELETE", path, { token });
  expect(released.body.data).toMatchObject({ reason: "again", releasedWhy: "person" });
});

test("a rule can be previewed, and once saved it applies to all tests", async () => {
  await using plumb = await createTestApp();
  const seeded = await seededShop(plumb);
  const { get, projectId, token } = seeded;
  const path = `/api/projects/${projectId}/flakiness-rule`;
  const { data } = await get<{ rule: object; isDefault: boolean }>(path);
  expect(data).toMatchObject({ isDefault: true, rule: { activateAt: 5, minimumSample: 5 } });
  const rule = { ...data.rule, activateAt: 60, brokenAfter: 4 };
  const preview = await call(plumb, "POST", `${path}/preview`, { token, body: { rule } });
  expect(preview.body["data"]).toMatchObject({
    before: { healthy: 1, flaky: 1, broken: 1, unknown: 0 },
    after: { healthy: 3, flaky: 0, broken: 0, unknown: 0 },
    movedTotal: 2,
    cut: false,
  });
  const wrong = await call(plumb, "PUT", path, { token, body: { rule: { ...rule, releaseAt: 70 } } });
  expect(wrong.body).toMatchObject({
    fields: { "rule.releaseAt": "Must be lower than the flaky threshold" },
  });
  expect((await call(plumb, "PUT", path, { token, body: { rule } })).body["data"]).toMatchObject({ isDefault: false });
  await runJobs(plumb.context);
  expect((await get<TestSummary[]>(`/api/projects/${projectId}/tests?view=unstable`)).total).toBe(0);
  await call(plumb, "PUT", path, { token, body: { rule: null } });
  await runJobs(plumb.context);
  expect((await get<TestSummary[]>(`/api/projects/${projectId}/tests?view=unstable`)).total).toBe(2);
});

test("a retry is evidence, with its lost time", async () => {
  await using plumb = await createTestApp();
  const { key, projectId, token } = await seedProject(plumb);
  for (let build = 1; build <= 5; build += 1)
    await send(
      plumb,
      key,
      { "r.json": playwright([{ title: "pays", attempts: ["failed", "passed"] }]) },
      { build: `${build}` },
    );
  await runJobs(plumb.context);
  const response = await call(plumb, "GET", `/api/trends/flaky-tests?projectId=${projectId}`, { token });
  expect(response.body["data"]).toMatchObject([{ score: 100, evidence: { retry: 5 }, lostTime: 500 }]);
});
