import type { MatrixCounts, MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import { expect, test } from "vitest";
import { type Reply, call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";

type Attempts = readonly ("passed" | "failed")[];

interface Compared {
  readonly data: {
    readonly reports: readonly { readonly id: number; readonly number: number }[];
    readonly counts: MatrixCounts;
    readonly tests: MatrixTest[];
    readonly total: number;
  };
  readonly error?: string;
}

let builds = 0;

async function upload(plumb: TestApp, key: string, tests: Record<string, Attempts>): Promise<number> {
  const report = playwright(Object.entries(tests).map(([title, attempts]) => ({ title, attempts })));
  return (await send(plumb, key, { "results.json": report }, { build: String(++builds) })).body.data.reportId;
}

function compare(plumb: TestApp, token: string, body: object): Promise<Reply<Compared>> {
  return call<Compared>(plumb, "POST", "/api/reports/compare/matrix", { token, body });
}

const titlesOf = ({ body }: Reply<Compared>) => body.data.tests.map(({ titlePath }) => titlePath.at(-1));

const pass: Attempts = ["passed"];
const fail: Attempts = ["failed"];

async function threeRuns(plumb: TestApp, key: string): Promise<number[]> {
  return [
    await upload(plumb, key, { adds: pass, pays: fail, ships: pass, drops: pass, wraps: pass, greets: pass }),
    await upload(plumb, key, { adds: fail, pays: fail, ships: fail, drops: pass, wraps: pass, greets: pass }),
    await upload(plumb, key, { adds: fail, pays: pass, ships: pass, finds: pass, wraps: fail, greets: pass }),
  ];
}

test("each test has its outcomes in all runs, its change, and the run that caused it", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const reportIds = await threeRuns(plumb, key);
  const { body } = await compare(plumb, token, { reportIds });
  expect(body.data.reports.map(({ id }) => id)).toEqual(reportIds);
  expect(body.data.counts).toEqual({
    newFailure: 2,
    backAgain: 0,
    stillFailing: 0,
    fixed: 1,
    newlyFlaky: 0,
    changedCause: 0,
    slower: 0,
    added: 1,
    removed: 1,
    failedBetween: 1,
    changed: 6,
    all: 7,
  });
  const sent = body.data.tests.map((each) => [
    each.titlePath.at(-1),
    each.runs.map((side) => side?.status ?? null),
    each.kinds,
    each.turnedAt,
  ]);
  expect(sent).toEqual([
    ["adds", ["passed", "failed", "failed"], ["newFailure"], 1],
    ["wraps", ["passed", "passed", "failed"], ["newFailure"], 2],
    ["pays", ["failed", "failed", "passed"], ["fixed"], 2],
    ["finds", [null, null, "passed"], ["added"], 2],
    ["drops", ["passed", "passed", null], ["removed"], 2],
    ["ships", ["passed", "failed", "passed"], ["failedBetween"], null],
  ]);
  expect(body.data.tests[0]?.runs[1]).toEqual({
    resultId: expect.any(Number) as number,
    status: "failed",
    flaky: false,
    duration: 100,
    errorLine: "Error: attempt 0 broke",
  });
});

test("filter, search, order and pages apply to the same list", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const reportIds = await threeRuns(plumb, key);
  const requested = async (more: object) => titlesOf(await compare(plumb, token, { reportIds, ...more }));
  expect(await requested({ show: "newFailure" })).toEqual(["adds", "wraps"]);
  expect(await requested({ show: "failedBetween" })).toEqual(["ships"]);
  const named = ["adds", "drops", "finds", "greets", "pays", "ships", "wraps"];
  expect(await requested({ show: "all", sortBy: "name" })).toEqual(named);
  expect(await requested({ show: "all", sortBy: "name", sortOrder: "desc" })).toEqual(named.toReversed());
  expect(await requested({ show: "all", sortBy: "name", offset: 2, limit: 2 })).toEqual(["finds", "greets"]);
  expect(await requested({ sortOrder: "desc", limit: 1 })).toEqual(["ships"]);
  const searched = await compare(plumb, token, { reportIds, search: "PS cart.spec" });
  expect(titlesOf(searched)).toEqual(["wraps", "drops", "ships"]);
  expect(searched.body.data).toMatchObject({ counts: { newFailure: 1, changed: 3, all: 3 }, total: 3 });
  // Matches error lines of all runs.
  expect(await requested({ search: "attempt broke" })).toEqual(["adds", "wraps", "pays", "ships"]);
  const still = await upload(plumb, key, { adds: fail, pays: fail, ships: pass });
  const failing = await compare(plumb, token, { reportIds: [reportIds[1], still], show: "all" });
  // Tests that still fail come after all changes, and before tests without a change.
  expect(titlesOf(failing).slice(0, 1)).toEqual(["ships"]);
  expect(titlesOf(failing).slice(-2)).toEqual(["adds", "pays"]);
});

test("sorts by duration, with missing durations last in both directions", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { db } = plumb.context;
  const tests = { adds: pass, pays: pass, ships: fail };
  const reportIds = [await upload(plumb, key, tests), await upload(plumb, key, tests)];
  const took = (run: number | undefined, title: string, ms: number | null) =>
    runStatement(
      db,
      `update result set duration_ms = ${ms} where run_id = ${run}
          and test_id = (select id from test where title_path @> array['${title}'])`,
    );
  for (const [title, before, after] of [
    ["adds", 1000, 1500],
    ["pays", 1000, 8000],
    ["ships", 10, null],
  ] as const) {
    await took(reportIds[0], title, before);
    await took(reportIds[1], title, after);
  }
  const requested = async (more: object) => titlesOf(await compare(plumb, token, { reportIds, show: "all", ...more }));
  expect(await requested({ sortBy: "duration" })).toEqual(["pays", "adds", "ships"]);
  expect(await requested({ sortBy: "duration", sortOrder: "asc" })).toEqual(["adds", "pays", "ships"]);
  expect(await requested({ sortBy: "slowdown" })).toEqual(["pays", "adds", "ships"]);
  const { body } = await compare(plumb, token, { reportIds, sortBy: "slowdown", show: "all" });
  expect(body.data.tests.map(({ slowdown }) => slowdown)).toEqual([8, 1.5, null]);
  expect(await requested({ show: "slower" })).toEqual(["pays"]);
});

test("different errors of the same cause do not count as another cause, even when comparing two reports", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const report = async (error: string) =>
    (await send(plumb, key, { "a.xml": junit([["cart", "adds", error]]) }, { build: String(++builds) })).body.data
      .reportId;
  const reportIds = [await report("element not found"), await report("connection refused")];
  const changed = async () => {
    const two = await call<Compared>(plumb, "POST", "/api/reports/compare", { token, body: { reportIds } });
    const many = await compare(plumb, token, { reportIds });
    return [two.body.data.counts.changedCause, many.body.data.counts.changedCause];
  };
  expect(await changed()).toEqual([1, 1]);
  await runStatement(
    plumb.context.db,
    `with joined as (
       insert into failure_signature (project_id, signature, version, group_id, placed_by, block, outline, message, framework,
                                      title, verdict, first_seen, last_seen, first_run, last_run, revision)
       select distinct ${projectId}::bigint, failure_signature, 1, 1, 'person', 'b', '{}'::jsonb, 'm', 'f', 't', '{}'::jsonb,
              now(), now(), '{}'::jsonb, '{}'::jsonb, 1
         from result where project_id = ${projectId} and failure_signature is not null
       on conflict (project_id, signature) do update set group_id = 1 returning 1)
     select count(*) from joined`,
  );
  expect(await changed()).toEqual([0, 0]);
});

test("a test that occurs twice in a run has two rows", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = async (second: Parameters<typeof junit>[0][number]) =>
    (await send(plumb, key, { "a.xml": junit([["cart", "adds"], second]) }, { build: String(++builds) })).body.data
      .reportId;
  const reportIds = [await report(["cart", "adds"]), await report(["cart", "adds", "no card"])];
  const { body } = await compare(plumb, token, { reportIds, show: "all" });
  expect(body.data.tests.map(({ occurrence, kinds }) => [occurrence, kinds])).toEqual([
    [2, ["newFailure"]],
    [1, []],
  ]);
});

test("a run is loaded again after its results changed", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const first = await upload(plumb, key, { adds: pass });
  const second = await upload(plumb, key, { adds: pass });
  const build = String(builds);
  const counts = async () => (await compare(plumb, token, { reportIds: [first, second] })).body.data.counts;
  expect(await counts()).toMatchObject({ newlyFlaky: 0, added: 0 });
  const again = playwright(
    [
      { title: "adds", attempts: fail },
      { title: "pays", attempts: pass },
    ],
    { after: 600 },
  );
  await send(plumb, key, { "results.json": again }, { build, rerun: "true" });
  expect(await counts()).toMatchObject({ added: 1, changed: 2 });
});

test.for([
  [1, /Choose at least two reports/],
  [7, /Choose at most 6 reports/],
] as const)("%d reports are rejected", async ([count, reason]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const id = await upload(plumb, key, { adds: pass });
  const reportIds = Array.from({ length: count }, (_, index) => id + index);
  const refused = await compare(plumb, token, { reportIds });
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(reason) as string } });
});

test("a deleted report or a report of another project is named and not compared", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  const store = await seedProject(plumb, "Store");
  const mine = await upload(plumb, shop.key, { adds: pass });
  const removed = await upload(plumb, shop.key, { adds: pass });
  const other = await upload(plumb, store.key, { adds: pass });
  const member = await seedPerson(plumb, "member", { projectId: shop.projectId, projectRole: "VIEWER" });
  await runStatement(plumb.context.db, `update run set removed_at = now() where id = ${removed}`);
  for (const missing of [removed, other, 999_999]) {
    const refused = await compare(plumb, member.token, { reportIds: [mine, missing] });
    expect(refused).toMatchObject({
      status: 404,
      body: { error: expect.stringContaining(`Report ${missing} `) as string },
    });
  }
  expect((await compare(plumb, member.token, { reportIds: [other, mine] })).status).toBe(404);
  // A test of another project is not found, even if the caller has access to both projects.
  expect((await compare(plumb, shop.token, { reportIds: [mine, other] })).status).toBe(404);
});
