import type { ReportChanges } from "@plumb/contract/runs/compare.ts";
import type { GateReport } from "@plumb/contract/runs/gate.ts";
import type { PullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import type { ResultGroup } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { failedCauses } from "#store/notification-rules/cause-events.ts";
import { gateInput } from "#store/runs/gate-input.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { playwright, type PlaywrightAttempt } from "#testing/reports.ts";
import { seededRandom } from "#testing/seeded-random.ts";

/** Attempts of a test: an error message, or `null` for a passed attempt. */
type Attempts = readonly (string | null)[];
type Tests = Readonly<Record<string, Attempts>>;

const unavailable = "Error: payment gateway answered 503";
const timeout = "TimeoutError: page.goto: Timeout 30000ms exceeded";
const undefinedName = "ReferenceError: applyVoucher is not defined";
const wrongSum = "Error: expect(received).toBe(expected)\n\nExpected: 3\nReceived: 4";

const attempt = (message: string | null): PlaywrightAttempt => ({
  start: 0,
  seconds: 1,
  worker: 0,
  ...(message === null ? { status: "passed" } : { status: "failed", message }),
});

async function upload(plumb: TestApp, key: string, tests: Tests, query: Record<string, string>): Promise<number> {
  const report = playwright(
    Object.entries(tests).map(([title, attempts]) => ({ title, attempts: attempts.map(attempt) })),
  );
  return (await send(plumb, key, { "results.json": report }, query)).body.data.reportId;
}

const onMain = (day: number) => ({ branch: "main", build: `main ${day}`, startedAt: `2026-03-0${day}T08:00:00Z` });
const head = { branch: "cart", build: "77", startedAt: "2026-03-08T08:00:00Z" };

async function summaryOf(plumb: TestApp, key: string): Promise<PullRequestSummary> {
  return (await call<{ data: PullRequestSummary }>(plumb, "GET", "/api/pull-request?build=77", { token: key })).body
    .data;
}

async function gateOf(plumb: TestApp, key: string): Promise<GateReport> {
  const { body } = await call<{ data: GateReport[] }>(plumb, "GET", "/api/gate?build=77", { token: key });
  return body.data[0] as GateReport;
}

function makeFlaky(plumb: TestApp, projectId: number, title: string) {
  return runStatement(
    plumb.context.db,
    `insert into test_state_change (project_id, test_id, from_state, to_state, at, noted_at)
     select project_id, id, 'healthy', 'flaky', '2026-02-01', '2026-02-01' from test
      where project_id = ${projectId} and title_path[cardinality(title_path)] = '${title}'`,
  );
}

function putInQuarantine(plumb: TestApp, projectId: number, title: string) {
  return runStatement(
    plumb.context.db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at)
     select project_id, id, 'quarantine', 'known', '2026-02-01' from test
      where project_id = ${projectId} and title_path[cardinality(title_path)] = '${title}'`,
  );
}

test("a pull request that breaks a red test in another way has a new failure", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { checkout: [unavailable], lists: [unavailable] }, onMain(1));
  await upload(plumb, key, { checkout: [undefinedName], lists: [unavailable] }, head);
  const { failures, causes } = await summaryOf(plumb, key);
  expect(failures).toEqual({ quarantined: 0, known: 1, flaky: 0, new: 1, back: 0 });
  expect(causes).toMatchObject([
    { kind: "new", changedCause: 1, errorLine: undefinedName, since: { number: 1, branch: "main" } },
    { kind: "known", changedCause: 0, errorLine: unavailable },
  ]);
});

test.for([
  ["the cause it has on main", "flaky", unavailable],
  ["a cause that main does not have", "new", undefinedName],
] as const)("a flaky test that fails for %s is %s", async ([, kind, message]) => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  await upload(plumb, key, { checkout: [unavailable, null] }, onMain(1));
  await upload(plumb, key, { checkout: [null] }, onMain(2));
  await makeFlaky(plumb, projectId, "checkout");
  await runJobs(plumb.context);
  await upload(plumb, key, { checkout: [message] }, head);
  const { causes } = await summaryOf(plumb, key);
  expect(causes).toMatchObject([{ kind, failures: 1, flakyTests: kind === "new" ? 1 : 0 }]);
});

test.for([
  ["without stored failures", [], undefinedName, "quarantined"],
  ["for a cause it has on main", [unavailable], unavailable, "quarantined"],
  ["for a cause that main does not have", [unavailable], undefinedName, "new"],
] as const)("a failure in quarantine %s", async ([, before, message, kind]) => {
  await using plumb = await createTestApp();
  const { key, projectId } = await seedProject(plumb);
  for (const [index, error] of before.entries()) await upload(plumb, key, { checkout: [error] }, onMain(index + 1));
  await upload(plumb, key, { checkout: [null] }, onMain(2));
  await putInQuarantine(plumb, projectId, "checkout");
  await runJobs(plumb.context);
  await upload(plumb, key, { checkout: [message] }, head);
  const { failures, causes } = await summaryOf(plumb, key);
  expect(failures[kind]).toBe(1);
  expect(causes.map(({ quarantinedTests }) => quarantinedTests)).toEqual(kind === "new" ? [1] : []);
});

test("a cause that main had before, while it now fails for another, is back", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { checkout: [timeout] }, onMain(1));
  await upload(plumb, key, { checkout: [unavailable] }, onMain(2));
  await runJobs(plumb.context);
  await upload(plumb, key, { checkout: [timeout] }, head);
  const { failures } = await summaryOf(plumb, key);
  expect(failures).toMatchObject({ known: 0, new: 1, back: 1 });
});

test.for([
  ["it failed before for another cause only", [{ checkout: [timeout] }, { checkout: [null] }], "new"],
  ["it failed before for this cause", [{ checkout: [undefinedName] }, { checkout: [null] }], "back"],
  ["the cause failed before in another test", [{ other: [undefinedName] }, { other: [null] }], "back"],
  ["the base has the cause in another test", [{ other: [undefinedName] }, { other: [undefinedName] }], "new"],
  ["an earlier run of another branch had the cause", [{ checkout: [null] }], "new"],
] as const)("a failure of a test that passes in the base, where %s", async ([, before, state]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  await upload(
    plumb,
    key,
    { checkout: [undefinedName] },
    { branch: "old", build: "0", startedAt: "2026-03-01T07:00:00Z" },
  );
  for (const [index, tests] of before.entries())
    await upload(plumb, key, { checkout: [null], ...tests }, onMain(index + 1));
  await runJobs(plumb.context);
  const reportId = await upload(plumb, key, { checkout: [undefinedName] }, head);
  for (const isCollected of [false, true]) {
    if (isCollected) await runJobs(plumb.context);
    const { failures } = await summaryOf(plumb, key);
    expect(failures).toMatchObject({ new: 1, back: state === "back" ? 1 : 0 });
    expect((await gateOf(plumb, key)).failures).toMatchObject([{ state }]);
    const { body } = await call<{ data: ReportChanges }>(plumb, "GET", `/api/reports/${reportId}/changes`, { token });
    expect(body.data.counts).toMatchObject(
      state === "back" ? { newFailure: 0, backAgain: 1 } : { newFailure: 1, backAgain: 0 },
    );
  }
});

test("texts of one cause are the same cause once they are collected, and the gate says that they are not yet", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  await upload(plumb, key, { checkout: ["Error: connect ECONNREFUSED 10.0.0.1:5432"] }, onMain(1));
  await upload(plumb, key, { checkout: ["Error: connect ECONNREFUSED db.internal.example:5433"] }, head);
  await runStatement(plumb.context.db, "update run set gathered_revision = null");
  expect(await gateOf(plumb, key)).toMatchObject({ collected: false });
  await runJobs(plumb.context);
  const gate = await gateOf(plumb, key);
  expect(gate.collected).toBe(true);
});

const sum = (rows: GateReport["failures"]) => rows.reduce((total, { count }) => total + count, 0);
const messages = [unavailable, timeout, undefinedName, wrongSum];

test("comment, gate, server gate, comparison and report page count the same new failures", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const random = seededRandom(7);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const outcome = (): Attempts =>
    pick<() => Attempts>([() => [null], () => [pick(messages)], () => [pick(messages), null]])();
  const titles = Array.from({ length: 40 }, (_, index) => `test ${index}`);
  const tests = () => Object.fromEntries(titles.filter(() => random() < 0.9).map((title) => [title, outcome()]));
  for (const day of [1, 2, 3]) await upload(plumb, key, { ...tests(), "test 0": [unavailable] }, onMain(day));
  for (const title of titles.slice(0, 10)) await makeFlaky(plumb, projectId, title);
  for (const title of titles.slice(5, 15)) await putInQuarantine(plumb, projectId, title);
  const reportId = await upload(plumb, key, { ...tests(), "test 0": [undefinedName] }, head);

  for (const isCollected of [false, true]) {
    if (isCollected) await runJobs(plumb.context);
    const { failures, causes, unlisted } = await summaryOf(plumb, key);
    const gate = await gateOf(plumb, key);
    const counting = gate.failures.filter(({ known, flaky, quarantined }) => !known && !flaky && !quarantined);
    const started = sum(gate.failures.filter(({ known }) => !known));
    expect(failures.new).toBeGreaterThan(3);
    expect(sum(counting)).toBe(failures.new);
    expect((await gateInput(plumb.context.db, projectId, [reportId])).get(reportId)?.newFailures).toBe(failures.new);
    const ofNew = causes.filter(({ kind }) => kind === "new");
    expect(ofNew.reduce((total, cause) => total + cause.failures, unlisted.new)).toBe(failures.new);

    const base = gate.comparedWith;
    const changes = await call<{ data: ReportChanges }>(plumb, "GET", `/api/reports/${reportId}/changes`, { token });
    expect(changes.body.data.base?.number).toBe(base?.number);
    const { counts } = changes.body.data;
    expect((counts?.newFailure ?? 0) + (counts?.backAgain ?? 0)).toBe(started);
    const baseId = changes.body.data.base?.id;
    const compared = await call<{ data: { counts: NonNullable<typeof counts> & { changedCause: number } } }>(
      plumb,
      "POST",
      "/api/reports/compare",
      { token, body: { reportIds: [baseId, reportId] } },
    );
    expect(compared.body.data.counts).toMatchObject(counts as object);
    expect(compared.body.data.counts.changedCause).toBe(sum(gate.failures.filter((each) => each.changedCause)));
    const groups = await call<{ data: ResultGroup[] }>(
      plumb,
      "GET",
      `/api/reports/${reportId}/results/groups?by=failure`,
      {
        token,
      },
    );
    const inGroups = groups.body.data.reduce((total, group) => total + group.newFailures + group.backAgain, 0);
    expect(inGroups).toBe(started);
    if (!isCollected || baseId === undefined) continue;
    const pairs = [{ runId: reportId, previousId: baseId }];
    const inMessages = await failedCauses(plumb.context.db, projectId, { pairs, silenced: new Map(), limit: 100 });
    const { causes: ofRules = [] } = inMessages.get(reportId) ?? {};
    expect(ofRules.length).toBeGreaterThan(1);
    // A cause that is new or returned in messages is so for all its tests in the report.
    const differing = ofRules.filter(({ groupId, isFirst, failedBefore }) => {
      const group = groups.body.data.find(({ cause }) => cause?.groupId === groupId);
      return isFirst ? group?.backAgain !== 0 : !failedBefore && group?.newFailures !== 0;
    });
    expect(differing).toEqual([]);
  }
});
