import type { GateReport } from "@plumb/contract/runs/gate.ts";
import { expect, test } from "vitest";
import { type Reply, call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { interruptSilent } from "#runs/interrupt-silent.ts";
import { runStatement } from "#testing/database.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { junit, playwright } from "#testing/reports.ts";

type Attempts = readonly ("passed" | "failed")[];

async function upload(plumb: TestApp, key: string, tests: Record<string, Attempts>, query: Record<string, string>) {
  const report = playwright(Object.entries(tests).map(([title, attempts]) => ({ title, attempts })));
  return (await send(plumb, key, { "results.json": report }, query)).body.data.reportId;
}

function gate(plumb: TestApp, token: string, query: string): Promise<Reply<{ data: GateReport[] }>> {
  return call<{ data: GateReport[] }>(plumb, "GET", `/api/gate?${query}`, { token });
}

/** Makes a test flaky since before all runs of these tests. */
function seedFlaky(plumb: TestApp, projectId: number, title: string) {
  return runStatement(
    plumb.context.db,
    `insert into test_state_change (project_id, test_id, from_state, to_state, at, noted_at)
     select project_id, id, 'healthy', 'flaky', '2026-02-01', '2026-02-01' from test
      where project_id = ${projectId} and title_path[cardinality(title_path)] = '${title}'`,
  );
}

test("failures are counted by their excuse, and new ones come first", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const before = {
    "failed before": ["failed"],
    pays: ["passed"],
    wobbles: ["failed", "passed"],
    "set aside": ["passed"],
  } as const;
  await upload(plumb, key, before, { build: "1", startedAt: "2026-03-01T08:00:00Z" });
  const now = { "failed before": ["failed"], pays: ["failed"], wobbles: ["failed"], "set aside": ["failed"] } as const;
  const reportId = await upload(
    plumb,
    key,
    { ...now, buys: ["passed"], "gets through": ["failed", "passed"] },
    { build: "2", startedAt: "2026-03-02T08:00:00Z" },
  );
  await runStatement(
    plumb.context.db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at)
     select project_id, id, 'quarantine', 'known', '2026-03-01' from test
      where project_id = ${projectId} and title_path[cardinality(title_path)] = 'set aside'`,
  );
  await runStatement(
    plumb.context.db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at)
     select project_id, id, 'mute', 'quiet', '2026-03-01' from test
      where project_id = ${projectId} and title_path[cardinality(title_path)] = 'pays'`,
  );
  await seedFlaky(plumb, projectId, "wobbles");

  const { status, body } = await gate(plumb, key, "build=2");

  expect(status).toBe(200);
  expect(body.data).toHaveLength(1);
  const [report] = body.data;
  expect(report).toMatchObject({
    reportId,
    number: 2,
    url: `http://plumb.test/reports/${reportId}`,
    status: "failed",
    total: 6,
    passed: 2,
    failed: 4,
    flaky: 1,
    runError: false,
    comparedWith: { number: 1 },
  });
  const none = { known: false, state: "new", changedCause: false, flaky: false, quarantined: false, count: 1 };
  expect(report?.failures).toEqual([
    none,
    { ...none, quarantined: true },
    { ...none, flaky: true },
    { ...none, known: true, state: "known" },
  ]);
  expect(report?.tests.map(({ name }) => name.split(" › ").at(-1))).toEqual([
    "pays",
    "set aside",
    "wobbles",
    "failed before",
  ]);
  expect(report?.tests[0]?.url).toMatch(/\/reports\/\d+\?result=\d+$/);
  expect(report?.tests[0]?.variant).toBe("chromium");
});

test("a failure that was not in the base but before it has returned, row by row", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  for (const [day, failed] of [
    [true, false, false, true],
    [false, false, false, true],
    [true, true, false, true],
  ].entries()) {
    const rows = junit(failed.map((fails) => (fails ? ["cart", "adds", "expected 1"] : ["cart", "adds"])));
    const query = { branch: "main", build: `b${day}`, startedAt: `2026-03-0${day + 1}T08:00:00Z` };
    await send(plumb, key, { "a.xml": rows }, query);
  }
  const [report] = (await gate(plumb, key, "build=b2")).body.data;
  expect(report?.failures).toMatchObject([
    { known: false, state: "new", count: 1 },
    { known: false, state: "back", count: 1 },
    { known: true, state: "known", count: 1 },
  ]);
  expect(report?.tests.map(({ occurrence, state }) => [occurrence, state])).toEqual([
    [1, "back"],
    [2, "new"],
    [4, "known"],
  ]);
});

test("without a previous run, every failure is new", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { pays: ["failed"] }, { build: "1" });
  expect((await gate(plumb, key, "build=1")).body.data).toMatchObject([
    { comparedWith: null, failures: [{ known: false, state: null, count: 1 }] },
  ]);
});

test("returns all reports of a build, or those of a suite or an environment", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const one = { buys: ["passed"] } as const;
  await upload(plumb, key, one, { build: "1", suite: "web" });
  await upload(plumb, key, one, { build: "1", suite: "web", environment: "staging" });
  await upload(plumb, key, one, { build: "1", suite: "api" });
  await upload(plumb, key, one, { build: "2", suite: "web" });
  const numbers = async (query: string) => (await gate(plumb, key, query)).body.data.map(({ number }) => number);

  expect(await numbers("build=1")).toEqual([1, 2, 3]);
  expect(await numbers("build=1&suite=web")).toEqual([1, 2]);
  expect(await numbers("build=1&environment=staging")).toEqual([2]);
  expect(await numbers("build=nobody's")).toEqual([]);
});

test("a key sees only reports of its project, and a call names either a report or a build", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const other = await call<{ data: { id: number } }>(plumb, "POST", "/api/projects", {
    token,
    body: { name: "Other", description: "Another one" },
  });
  const { body: created } = await call<{ data: { key: string } }>(
    plumb,
    "POST",
    `/api/projects/${other.body.data.id}/api-keys`,
    { token, body: { name: "CI" } },
  );
  const reportId = await upload(plumb, key, { buys: ["passed"] }, { build: "1" });

  expect((await gate(plumb, key, `reportId=${reportId}`)).body.data).toMatchObject([{ reportId }]);
  expect((await gate(plumb, created.data.key, `reportId=${reportId}`)).status).toBe(404);
  expect((await gate(plumb, created.data.key, "build=1")).body.data).toEqual([]);
  expect((await gate(plumb, key, "suite=web")).status).toBe(400);
  expect((await gate(plumb, key, "build=1&number=1")).status).toBe(400);
  expect((await gate(plumb, key, `build=1&reportId=${reportId}`)).status).toBe(400);
});

test("a number refers to a report in the project of the key", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  await upload(plumb, key, { buys: ["passed"] }, { build: "1" });
  const other = await call<{ data: { id: number } }>(plumb, "POST", "/api/projects", {
    token,
    body: { name: "Other", description: "Another one" },
  });
  const projectId = other.body.data.id;
  const { body: made } = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token,
    body: { name: "CI", scopes: ["ingest", "read"] },
  });
  const reportId = await upload(plumb, made.data.key, { buys: ["failed"] }, { build: "1" });
  expect(reportId).not.toBe(1);

  expect((await gate(plumb, made.data.key, "number=1")).body.data).toMatchObject([{ reportId, number: 1, failed: 1 }]);
  expect((await gate(plumb, made.data.key, "number=2")).status).toBe(404);
  const listed = await call<{ data: { id: number }[] }>(plumb, "GET", "/api/reports?number=1", {
    token: made.data.key,
  });
  expect(listed.body.data).toMatchObject([{ id: reportId }]);
});

const wholes = ["complete", "partial", "interrupted", "shard missing"] as const;
const kinds = ["new", "known", "flaky", "quarantined", "incident"] as const;
const combinations = ["main", "fix"].flatMap((branch) =>
  wholes.flatMap((full) => kinds.map((kind) => ({ branch, whole: full, kind }))),
);

test("facts about failures and runs are correct in every combination", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const reports: Record<string, number> = {};
  for (const [index, { branch, whole, kind }] of combinations.entries()) {
    const suite = `${branch} ${whole} ${kind}`;
    const base = { suite, build: `base ${index}`, branch: "main", startedAt: "2026-03-01T08:00:00Z" };
    const message = kind === "incident" ? "connect ECONNREFUSED api.shop.test:443" : "expected 1 to be 2";
    const failed = { status: "failed", start: 0, seconds: 1, worker: 0, message } as const;
    const before = { known: [failed], flaky: [failed, "passed"] } as const;
    const buys = { title: "buys", attempts: ["passed"] } as const;
    const attempts = kind === "known" || kind === "flaky" ? before[kind] : (["passed"] as const);
    await send(plumb, key, { "r.json": playwright([{ title: kind, attempts }, buys]) }, base);
    const at = { suite, build: `run ${index}`, branch, startedAt: "2026-03-02T08:00:00Z" };
    if (whole === "interrupted") {
      const clientId = `reporter-${index}`;
      const live = await openLive(plumb, key, { suite, build: at.build, branch, clientId });
      const event = { ...testEvent("a", "failed"), file: "cart.spec.ts", titlePath: [kind], variant: "chromium" };
      await live.batch([event, testEvent("b", "running")]);
      reports[suite] = live.run.reportId;
      continue;
    }
    const shard = whole === "shard missing" ? { shard: { current: 1, total: 2 } } : {};
    const report = playwright([{ title: kind, attempts: [failed] }, buys], shard);
    const query = { ...at, ...(whole === "partial" && { partial: "true" }) };
    reports[suite] = (await send(plumb, key, { "r.json": report }, query)).body.data.reportId;
  }
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);
  await runStatement(
    plumb.context.db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at)
     select project_id, id, 'quarantine', 'known', '2026-02-01' from test where title_path[cardinality(title_path)] = 'quarantined'`,
  );
  await seedFlaky(plumb, projectId, "flaky");

  for (const { branch, whole, kind } of combinations) {
    const suite = `${branch} ${whole} ${kind}`;
    const [report] = (await gate(plumb, key, `reportId=${reports[suite]}`)).body.data;
    expect({ suite, ...report }).toMatchObject({
      suite,
      status: "failed",
      incomplete: whole === "interrupted" || whole === "shard missing",
      comparedWith: { branch: "main" },
    });
    expect([suite, (report?.partial ?? null) !== null]).toEqual([suite, whole === "partial"]);
    const failure = report?.tests.find(({ name }) => name.endsWith(kind));
    expect({ suite, ...failure }).toMatchObject({
      suite,
      known: kind === "known",
      flaky: kind === "flaky",
      quarantined: kind === "quarantined",
    });
  }
});

test("includes all failed reports of a build with very many reports", async () => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  const failed = await upload(plumb, key, { pays: ["failed"] }, { build: "1", suite: "first" });
  await runStatement(
    plumb.context.db,
    `insert into run (project_id, key, number, build, suite, framework, environment, status, started_at, total, passed)
     select ${projectId}, 'k' || n, 1000 + n, '1', 's' || n, 'junit', 'default', 'completed', now(), 1, 1 from generate_series(1, 250) n`,
  );
  const { body } = await call<{ data: GateReport[]; count: number }>(plumb, "GET", "/api/gate?build=1", { token: key });
  expect([body.count, body.data.length, body.data[0]?.reportId]).toEqual([251, 200, failed]);
});

test("an interrupted run is incomplete, even if a test of it failed", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const live = await openLive(plumb, key, { suite: "live", build: "1" });
  await live.batch([testEvent("a", "failed"), testEvent("b", "running"), testEvent("c", "announced")]);
  expect((await gate(plumb, key, "build=1")).body.data).toMatchObject([{ status: "running", incomplete: false }]);

  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);

  expect((await gate(plumb, key, "build=1")).body.data).toMatchObject([
    { status: "failed", incomplete: true, interruption: expect.stringMatching(/\S/) as string },
  ]);
});

test("a run with a missing shard or a truncated report is incomplete, even if a test of it failed", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const red = [
    { title: "pays", attempts: ["failed"] },
    { title: "buys", attempts: ["passed"] },
  ] as const;
  await send(plumb, key, { "r.json": playwright(red, { shard: { current: 1, total: 2 } }) }, { build: "1" });
  await interruptSilent(plumb.context, new Date(Date.now() + 1000), new AbortController().signal);
  const cases = junit([
    ["cart", "pays", "no"],
    ["cart", "buys"],
  ]);
  await send(plumb, key, { "r.xml": cases.slice(0, cases.lastIndexOf("<testcase")) }, { build: "2" });
  await send(plumb, key, { "r.xml": cases }, { build: "3" });

  const read = async (build: string) => (await gate(plumb, key, `build=${build}`)).body.data;
  expect(await read("1")).toMatchObject([{ status: "failed", incomplete: true }]);
  expect(await read("2")).toMatchObject([{ status: "failed", incomplete: true }]);
  expect(await read("3")).toMatchObject([{ status: "failed", incomplete: false, interruption: null }]);
});

const failing = (line: number) =>
  `<testsuites><testsuite name="all"><testcase classname="cart" name="pays" file="tests/cart.spec.ts" time="1"><failure message="boom">at /ci/shop/tests/cart.spec.ts:${line}:5</failure></testcase></testsuite></testsuites>`;

test("the latest reports of a branch or a pull request are checked, with the line of each failure if requested", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  const run = (build: string, xml: string, fields: Record<string, string>) =>
    send(plumb, key, { "a.xml": xml }, { suite: "api", build, startedAt: `2026-03-0${build}T08:00:00Z`, ...fields });
  await run("1", failing(3), { branch: "feature/pay", pullRequest: "12" });
  await run("2", failing(7), { branch: "feature/pay", pullRequest: "12" });
  await run("3", junit([["cart", "pays"]]), { branch: "feature/pay", pullRequest: "12", suite: "e2e" });
  await run("4", junit([["cart", "pays"]]), { branch: "main" });
  for (const query of ["branch=feature/pay", "pullRequest=12"]) {
    const { body } = await gate(plumb, key, `${query}&locations=true`);
    expect(body.data.map(({ suite, number }) => [suite, number])).toEqual([
      ["api", 2],
      ["e2e", 3],
    ]);
    expect(body.data[0]?.tests).toMatchObject([{ location: { file: "tests/cart.spec.ts", line: 7, column: 5 } }]);
  }
  const { body } = await gate(plumb, key, "branch=feature/pay");
  expect(body.data[0]?.tests[0]).not.toHaveProperty("location");
  expect((await gate(plumb, key, "branch=other")).body.data).toEqual([]);
  expect((await gate(plumb, key, "branch=main&build=4")).status).toBe(400);
});
