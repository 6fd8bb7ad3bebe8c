import type { ComparedTest, ComparisonCounts, ReportChanges } from "@plumb/contract/runs/compare.ts";
import { expect, test } from "vitest";
import { type Reply, call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";

type Attempts = readonly ("passed" | "failed")[];

interface Compared {
  readonly data: {
    readonly base: { readonly number: number };
    readonly head: { readonly number: number };
    readonly counts: ComparisonCounts | null;
    readonly tests: ComparedTest[];
  };
}

async function upload(
  plumb: TestApp,
  key: string,
  tests: Record<string, Attempts>,
  query: Record<string, string>,
  after = 0,
): Promise<number> {
  const cases = Object.entries(tests).map(([title, attempts]) => ({ title, attempts }));
  const report = playwright(cases, { after });
  return (await send(plumb, key, { "results.json": report }, query)).body.data.reportId;
}

function compare(plumb: TestApp, token: string, body: object): Promise<Reply<Compared>> {
  return call<Compared>(plumb, "POST", "/api/reports/compare", { token, body });
}

const base = {
  "keeps failing": ["failed"],
  "is fixed": ["failed"],
  "gets through": ["failed"],
  "stays flaky": ["failed", "passed"],
  breaks: ["passed"],
  wobbles: ["passed"],
  "was flaky": ["failed", "passed"],
  "is dropped": ["passed"],
  passes: ["passed"],
} as const;
const head = {
  "keeps failing": ["failed", "failed"],
  "is fixed": ["passed"],
  "gets through": ["failed", "passed"],
  "stays flaky": ["failed", "passed"],
  breaks: ["failed"],
  wobbles: ["failed", "passed"],
  "was flaky": ["failed"],
  "fails from the start": ["failed"],
  "is new": ["passed"],
  passes: ["passed"],
} as const;

async function twoRuns(plumb: TestApp, key: string): Promise<{ baseId: number; headId: number }> {
  const baseId = await upload(plumb, key, base, { build: "1", startedAt: "2026-03-01T08:00:00Z" });
  const headId = await upload(plumb, key, head, { build: "2", startedAt: "2026-03-02T08:00:00Z" });
  return { baseId, headId };
}

test("counts every test by its change between the two runs", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { baseId, headId } = await twoRuns(plumb, key);
  const { body } = await compare(plumb, token, { reportIds: [baseId, headId] });
  expect(body.data).toMatchObject({ base: { number: 1 }, head: { number: 2 } });
  expect(body.data.counts).toEqual({
    newFailure: 3,
    backAgain: 0,
    stillFailing: 1,
    fixed: 1,
    newlyFlaky: 2,
    changedCause: 0,
    slower: 0,
    added: 2,
    removed: 1,
    // A test that still fails has not changed.
    changed: 8,
  });
  const kinds = body.data.tests.map((each) => [each.titlePath.at(-1) ?? "", each.kinds] as const);
  expect(Object.fromEntries<unknown>(kinds)).toEqual({
    "is fixed": ["fixed"],
    // A test that passes only after a failed attempt is not fixed.
    "gets through": ["newlyFlaky"],
    breaks: ["newFailure"],
    wobbles: ["newlyFlaky"],
    "was flaky": ["newFailure"],
    "fails from the start": ["newFailure", "added"],
    "is new": ["added"],
    "is dropped": ["removed"],
  });
});

test.for([
  ["newFailure", ["breaks", "was flaky", "fails from the start"]],
  ["stillFailing", ["keeps failing"]],
  ["fixed", ["is fixed"]],
  ["newlyFlaky", ["gets through", "wobbles"]],
  ["changedCause", []],
  ["slower", []],
  ["added", ["fails from the start", "is new"]],
  ["removed", ["is dropped"]],
] as const)("%s are %j", async ([show, titles]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { baseId, headId } = await twoRuns(plumb, key);
  const { body } = await compare(plumb, token, { reportIds: [baseId, headId], show });
  expect(body.data.tests.map(({ titlePath }) => titlePath.at(-1))).toEqual(titles);
  expect(body.data.counts?.[show]).toBe(titles.length);
});

test("a test has its results in both runs, with the error of each", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { baseId, headId } = await twoRuns(plumb, key);
  const only = async (show: string) =>
    (await compare(plumb, token, { reportIds: [baseId, headId], show })).body.data.tests.at(-1);
  expect(await only("stillFailing")).toEqual({
    testId: expect.any(Number) as number,
    file: "cart.spec.ts",
    titlePath: ["keeps failing"],
    variant: "chromium",
    occurrence: 1,
    base: {
      resultId: expect.any(Number) as number,
      status: "failed",
      flaky: false,
      duration: 100,
      errorLine: "Error: attempt 0 broke",
    },
    head: {
      resultId: expect.any(Number) as number,
      status: "failed",
      flaky: false,
      duration: 200,
      errorLine: "Error: attempt 1 broke",
    },
    kinds: ["stillFailing"],
  });
  expect(await only("removed")).toMatchObject({ base: { status: "passed" }, head: null });
  expect(await only("added")).toMatchObject({ base: null, head: { status: "passed" } });
});

test("a test that still fails, but for another cause, is a new failure", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = (error: string, build: string) =>
    send(
      plumb,
      key,
      {
        "a.xml": junit([
          ["cart", "adds", error],
          ["cart", "pays", "no card"],
        ]),
      },
      { build },
    );
  const before = (await report("element not found", "1")).body.data.reportId;
  const after = (await report("connection refused", "2")).body.data.reportId;
  const { body } = await compare(plumb, token, { reportIds: [before, after], show: "changedCause" });
  expect(body.data.counts).toMatchObject({ newFailure: 1, stillFailing: 1, changedCause: 1 });
  expect(body.data.tests).toMatchObject([
    { titlePath: ["all", "cart", "adds"], kinds: ["newFailure", "changedCause"] },
  ]);
});

test.for([
  [1000, 2000, true, "twice as long and a second more"],
  [1000, 1999, false, "less than twice as long"],
  [100, 1000, false, "less than a second more"],
  [0, 1000, true, "a second where there was nothing"],
  [null, 5000, false, "not known before"],
] as const)("a change from %s to %d ms is slower: %s, %s", async ([before, after, slower]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { db } = plumb.context;
  const baseId = await upload(plumb, key, { passes: ["passed"], fails: ["failed"] }, { build: "1" });
  const headId = await upload(plumb, key, { passes: ["passed"], fails: ["failed"] }, { build: "2" });
  await runStatement(db, `update result set duration_ms = ${before} where run_id = ${baseId}`);
  await runStatement(db, `update result set duration_ms = ${after} where run_id = ${headId}`);
  const { body } = await compare(plumb, token, { reportIds: [baseId, headId], show: "slower" });
  // A failed test often runs until its timeout, so its duration is not compared.
  expect(body.data.tests.map(({ titlePath }) => titlePath.at(-1))).toEqual(slower ? ["passes"] : []);
});

test("superseded results are not compared", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const baseId = await upload(plumb, key, { adds: ["passed"] }, { build: "1" });
  const headId = await upload(plumb, key, { adds: ["failed"] }, { build: "2" });
  await upload(plumb, key, { adds: ["passed"] }, { build: "2", rerun: "true" }, 600);
  const { body } = await compare(plumb, token, { reportIds: [baseId, headId] });
  // A test that failed at first and passed in the end is flaky.
  expect(body.data.counts).toMatchObject({ newFailure: 0, newlyFlaky: 1, changed: 1 });
});

test("pages follow each other, and only the first one counts", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { baseId, headId } = await twoRuns(plumb, key);
  const titles: (string | undefined)[] = [];
  for (let offset = 0; offset < 12; offset += 4) {
    const { body } = await compare(plumb, token, { reportIds: [baseId, headId], offset, limit: 4 });
    titles.push(...body.data.tests.map(({ titlePath }) => titlePath.at(-1)));
    expect(body.data.counts === null).toBe(offset > 0);
  }
  expect(titles).toEqual([
    "breaks",
    "was flaky",
    "fails from the start",
    "is fixed",
    "gets through",
    "wobbles",
    "is new",
    "is dropped",
  ]);
});

test.for([
  [[1], "Choose two reports, the older one first"],
  [[1, 2, 3], "Choose two reports, the older one first"],
  [[1, 1], "Choose two different reports"],
] as const)("%j cannot be compared: %s", async ([which, reason]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const id = await upload(plumb, key, { adds: ["passed"] }, { build: "1" });
  const reportIds = which.map((index) => (index === 1 ? id : id + index));
  const refused = await compare(plumb, token, { reportIds });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "invalid", error: expect.stringContaining(reason) as string },
  });
});

test("reports an unknown report", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  const refused = await compare(plumb, token, { reportIds: ["x", 2] });
  expect(refused).toMatchObject({ status: 400, body: { fields: { "reportIds.0": "Report IDs must be a number" } } });
});

test("a report of another project is not found, on either side", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const store = await seedProject(plumb, "Store");
  const mine = await upload(plumb, shop.key, { adds: ["passed"] }, { build: "1" });
  const other = await upload(plumb, store.key, { adds: ["passed"] }, { build: "1" });
  const member = await seedPerson(plumb, "member", { projectId: shop.projectId, projectRole: "VIEWER" });
  for (const reportIds of [
    [mine, other],
    [other, mine],
    [mine, 999_999],
  ])
    expect(await compare(plumb, member.token, { reportIds })).toMatchObject({ status: 404 });
  // A test of another project is not found, even if the caller has access to both projects.
  expect((await compare(plumb, shop.token, { reportIds: [mine, other] })).status).toBe(404);
});

async function changesOf(plumb: TestApp, token: string, reportId: number): Promise<ReportChanges> {
  return (await call<{ data: ReportChanges }>(plumb, "GET", `/api/reports/${reportId}/changes`, { token })).body.data;
}

test("a report is compared with an earlier run of its suite and environment on a main branch", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  let day = 1;
  const run = (query: Record<string, string>, attempts: Attempts = ["passed"]) =>
    upload(plumb, key, { adds: attempts }, { build: String(day), startedAt: `2026-03-0${day++}T08:00:00Z`, ...query });
  const main = await run({ branch: "main" });
  await run({ branch: "main", suite: "other" });
  await run({ branch: "main", environment: "prod" });
  const feature = await run({ branch: "feature" }, ["failed"]);
  const mainAgain = await run({ branch: "main" }, ["failed"]);
  expect((await changesOf(plumb, token, feature)).base).toEqual({
    id: main,
    number: 1,
    startTime: "2026-03-01T08:00:00.000Z",
    branch: "main",
  });
  expect((await changesOf(plumb, token, mainAgain)).base).toMatchObject({ id: main, branch: "main" });
  expect(await changesOf(plumb, token, main)).toEqual({
    base: null,
    previous: null,
    lastGreen: null,
    failingSince: [],
    counts: null,
    tests: { newFailure: [], backAgain: [], stillFailing: [], fixed: [], newlyFlaky: [] },
    suiteChanges: null,
  });
});

test("changes are recounted after another upload of the run or its base", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const base = { build: "1", startedAt: "2026-03-01T08:00:00Z" };
  const head = { build: "2", startedAt: "2026-03-02T08:00:00Z" };
  await upload(plumb, key, { adds: ["passed"] }, base);
  const report = await upload(plumb, key, { adds: ["failed"] }, head);
  const counts = async () => (await changesOf(plumb, token, report)).counts;
  expect(await counts()).toMatchObject({ newFailure: 1, stillFailing: 0 });

  await upload(plumb, key, { pays: ["failed"] }, head);
  expect(await counts()).toMatchObject({ newFailure: 2, stillFailing: 0 });

  await upload(plumb, key, { pays: ["failed"] }, base);
  expect(await counts()).toMatchObject({ newFailure: 1, stillFailing: 1 });
});

test("changes are counted, with the first five tests of each kind", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const names = Array.from({ length: 7 }, (_, index) => `pays ${index}`);
  const all = (attempts: Attempts) => Object.fromEntries(names.map((name) => [name, attempts]));
  await upload(plumb, key, { ...all(["passed"]), adds: ["failed"] }, { build: "1", startedAt: "2026-03-01T08:00:00Z" });
  const id = await upload(
    plumb,
    key,
    { ...all(["failed"]), adds: ["passed"] },
    { build: "2", startedAt: "2026-03-02T08:00:00Z" },
  );
  const { counts, tests } = await changesOf(plumb, token, id);
  expect(counts).toEqual({ newFailure: 7, backAgain: 0, stillFailing: 0, fixed: 1, newlyFlaky: 0 });
  expect(tests.newFailure.map(({ titlePath }) => titlePath.at(-1))).toEqual(names.slice(0, 5));
  expect(tests.fixed).toMatchObject([{ titlePath: ["adds"], base: { status: "failed" }, head: { status: "passed" } }]);
  expect(tests.newlyFlaky).toEqual([]);
});

test("an interrupted run is not compared", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const full = await upload(plumb, key, { adds: ["passed"] }, { build: "1", startedAt: "2026-03-01T08:00:00Z" });
  const broken = await upload(plumb, key, { adds: ["passed"] }, { build: "2", startedAt: "2026-03-02T08:00:00Z" });
  await runStatement(plumb.context.db, `update run set status = 'interrupted' where id = ${broken}`);
  const id = await upload(plumb, key, { adds: ["passed"] }, { build: "3", startedAt: "2026-03-03T08:00:00Z" });
  expect((await changesOf(plumb, token, id)).base?.id).toBe(full);
});
