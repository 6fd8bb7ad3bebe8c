import type { FailureEvidence, LastPass } from "@plumb/contract/failures/decisions.ts";
import type {
  DefectSummary,
  FailureGroup,
  FailureGroupDetails,
  SuiteRunFailure,
  TestCaseFailure,
} from "@plumb/contract/failures/failures.ts";
import type { ResultDetail, ResultGroup } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { collectEarlierFailures } from "#jobs/handlers/collect-earlier-failures.ts";
import { runJobs } from "#jobs/engine.ts";
import { call, send } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { failingProject, type Listed } from "#testing/failing-project.ts";
import { type PlaywrightAttempt, playwright } from "#testing/reports.ts";

const refused = (port: number) => `connect ECONNREFUSED 10.0.0.7:${port}`;
const ambiguous = "strict mode violation: getByRole('button') resolved to 3 elements";

test("failures are grouped by cause and class as soon as their run was analysed", async () => {
  await using shop = await failingProject();
  await shop.run([
    ["cart", "opens", refused(3000)],
    ["cart", "closes", refused(3999)],
    ["pay", "by card", ambiguous],
    ["pay", "by voucher"],
  ]);
  expect((await shop.get<DefectSummary>("summary")).data).toMatchObject({
    totalFailures: 3,
    classifiedPercent: 100,
    unclassified: 0,
    duplicateGroups: 1,
    environmentIssues: 2,
    automationErrors: 1,
    groups: 2,
    newGroups: 2,
    previousFailures: 0,
    reviewed: 0,
    pendingRuns: 0,
  });
  const { data: groups, total } = await shop.get<FailureGroup[]>("groups?sortBy=occurrences");
  expect(total).toBe(2);
  expect(groups[0]).toMatchObject({
    primaryClass: "Environment Issue",
    state: "new",
    occurrenceCount: 2,
    testCount: 2,
    runCount: 1,
    representativeError: expect.stringContaining("ECONNREFUSED") as string,
  });
  expect(groups[0]?.memberTests.map(({ testName }) => testName).toSorted()).toEqual([
    "all › cart › closes",
    "all › cart › opens",
  ]);
  expect(groups[0]?.spark.reduce((sum, count) => sum + count, 0)).toBe(2);
});

test("tests and runs are listed by their last failure, and can be searched", async () => {
  await using shop = await failingProject();
  const first = await shop.run([["cart", "opens", refused(3000)]]);
  const second = await shop.run([
    ["cart", "opens", refused(3000)],
    ["pay", "by card", ambiguous],
  ]);
  const { data: tests } = await shop.get<TestCaseFailure[]>("test-cases");
  expect(tests.map(({ testName, runId, failures }) => ({ testName, runId, failures }))).toEqual(
    expect.arrayContaining([
      { testName: "all › cart › opens", runId: second, failures: 2 },
      { testName: "all › pay › by card", runId: second, failures: 1 },
    ]),
  );
  const { data: runs } = await shop.get<SuiteRunFailure[]>("suite-runs");
  expect(runs.map(({ runId, failures, groups, newGroups }) => ({ runId, failures, groups, newGroups }))).toEqual([
    { runId: second, failures: 2, groups: 2, newGroups: 2 },
    { runId: first, failures: 1, groups: 1, newGroups: 1 },
  ]);
  expect(runs[0]?.counts).toMatchObject({ "Environment Issue": 1, "Automation Script Error": 1, Unclassified: 0 });
  expect((await shop.get("test-cases?testSearch=CARD")).total).toBe(1);
  expect((await shop.get(`test-cases?runs=${first}`)).total).toBe(1);
  expect((await shop.get("test-cases?class=Environment%20Issue")).total).toBe(1);
  expect((await shop.get("suite-runs?timeWindow=1h")).total).toBe(1);
});

test("a cause is new for a day, then known, resolved when its suite runs without it, and reopened when it returns", async () => {
  await using shop = await failingProject();
  const start = shop.plumb.time.now.getTime();
  const after = (hours: number) => ({ startedAt: new Date(start + hours * 60 * 60_000).toISOString() });
  const state = async () => {
    const { data } = await shop.get<FailureGroup[]>("groups?timeWindow=30");
    const states = data.map((group) => group.state);
    // The count on the card equals the length of the list.
    const { newGroups } = (await shop.get<DefectSummary>("summary?timeWindow=30")).data;
    expect((await shop.get("groups?state=new")).total).toBe(newGroups);
    expect(states.filter((each) => each === "new")).toHaveLength(newGroups);
    return states;
  };
  const red = (hours: number, of = {}) => shop.run([["cart", "opens", refused(3000)]], { ...after(hours), ...of });
  await red(0);
  expect(await state()).toEqual(["new"]);
  await red(2);
  expect(await state()).toEqual(["new"]);
  await red(30, { suite: "other" });
  expect(await state()).toEqual(["known"]);
  for (const hours of [40, 41, 42]) await shop.run([["cart", "opens"]], after(hours));
  await shop.run([["cart", "opens"]], { ...after(43), suite: "other" });
  expect(await state()).toEqual(["resolved"]);
  await red(50);
  expect(await state()).toEqual(["back"]);
  await red(80);
  expect(await state()).toEqual(["known"]);
});

test("partial runs neither resolve a cause nor bring it back", async () => {
  await using shop = await failingProject();
  const states = async () => (await shop.get<FailureGroup[]>("groups")).data.map((group) => group.state);
  const startedAt = new Date(shop.plumb.time.now.getTime() - 30 * 60 * 60_000).toISOString();
  await shop.run([["cart", "opens", refused(3000)]], { startedAt });
  await shop.run([["cart", "opens", refused(3000)]]);
  for (let runs = 0; runs < 3; runs++) await shop.run([["pay", "by voucher"]], { partial: "true" });
  expect(await states()).toEqual(["known"]);
  await shop.run([["pay", "by card", ambiguous]], { partial: "true" });
  expect((await states()).toSorted()).toEqual(["known", "new"]);
  await shop.run([["cart", "opens", refused(3000)]]);
  expect((await states()).toSorted()).toEqual(["known", "resolved"]);
});

test("a failed run shows its new start after an earlier part of it arrived", async () => {
  await using shop = await failingProject();
  const starts = async () => (await shop.get<SuiteRunFailure[]>("suite-runs")).data.map(({ startedAt }) => startedAt);
  const [later, earlier] = ["2026-03-04T08:00:00.000Z", "2026-03-04T07:00:00.000Z"];
  await shop.run([["cart", "opens", refused(3000)]], { build: "same", startedAt: later });
  expect(await starts()).toEqual([later]);
  await shop.run([["pay", "by card"]], { build: "same", startedAt: earlier });
  expect(await starts()).toEqual([earlier]);
});

test("a test that passes when its shard runs again no longer counts as failed", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", refused(3000)]], { build: "same" });
  await shop.run([["cart", "opens"]], { build: "same", rerun: "true" });
  expect((await shop.get<DefectSummary>("summary")).data.totalFailures).toBe(0);
  expect(await readRows(shop.plumb.context.db, "select occurrences from failure_signature")).toEqual([
    { occurrences: 0 },
  ]);
});

test("a decision applies immediately, is learned, counts as a review, and can be undone", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", refused(3000)]]);
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  const response = await shop.post<{ decisionId: number; failures: number }>(`test-cases/${failed?.id}/reclassify`, {
    primaryClass: "Application Defect",
    subClass: "A5",
  });
  expect(response.body.data).toMatchObject({ failures: 1, groups: 1 });
  await shop.run([["cart", "closes", refused(3999)]]);
  expect((await shop.get<TestCaseFailure[]>("test-cases")).data).toMatchObject([
    { primaryClass: "Application Defect", subClass: { code: "A5" }, confidence: null, decidedBy: "person" },
    { primaryClass: "Application Defect" },
  ]);
  expect((await shop.get<DefectSummary>("summary")).data).toMatchObject({
    applicationDefects: 2,
    reviewed: 1,
    kept: 0,
  });
  const quality = (await shop.get<{ confusion: unknown; byDecider: unknown }>("quality")).data;
  expect(quality.confusion).toEqual([{ from: "Environment Issue", to: "Application Defect", count: 1 }]);

  const opened = await call<{ data: ResultDetail }>(
    shop.plumb,
    "GET",
    `/api/reports/${failed?.runId}/results/${failed?.id}`,
    { token: shop.token },
  );
  expect(opened.body.data.attempts[0]?.verdict).toMatchObject({
    class: "Application Defect",
    confidence: null,
    decidedBy: "person",
    decision: { by: "admin", at: expect.stringMatching(/^2026-03-04T/) as string },
    alternatives: [],
  });

  await shop.post(`projects/${shop.projectId}/decisions/${response.body.data.decisionId}/undo`, {});
  expect((await shop.get<DefectSummary>("summary")).data).toMatchObject({ environmentIssues: 2, reviewed: 0 });
  const again = await shop.post(`projects/${shop.projectId}/decisions/${response.body.data.decisionId}/undo`, {});
  expect(again.status).toBe(409);
});

test("a class set for many causes keeps existing sub-classes, and the response has the previous classes", async () => {
  await using shop = await failingProject();
  await shop.run([
    ["cart", "opens", refused(3000)],
    ["cart", "counts", "AssertionError: expected 3 items but the cart has 2"],
  ]);
  const tests = async () => (await shop.get<TestCaseFailure[]>("test-cases")).data;
  const classed = async () =>
    Object.fromEntries(
      (await tests()).map(({ testName, primaryClass, subClass }) => [testName, [primaryClass, subClass?.code ?? null]]),
    );
  const before = await classed();
  const [name, sub] = before["all › cart › opens"] ?? [];
  expect(name).toBe("Environment Issue");
  expect(sub).toMatch(/^E\d$/);
  const many = async (body: object) =>
    (await shop.post<{ replaced: object[] }>(`projects/${shop.projectId}/reclassify`, body)).body.data;
  const was = before["all › cart › counts"]?.[0] ?? null;
  const replaced = expect.arrayContaining([
    { class: "Environment Issue", failures: 1 },
    { class: was, failures: 1 },
  ]) as object[];

  const testCaseIds = (await tests()).map(({ id }) => id);
  const input = { primaryClass: "Environment Issue", testCaseIds };
  expect(await many({ ...input, preview: true })).toMatchObject({ failures: 2, replaced });
  expect(await many(input)).toMatchObject({ failures: 2, replaced });
  expect(await classed()).toEqual({
    "all › cart › opens": ["Environment Issue", sub],
    "all › cart › counts": ["Environment Issue", null],
  });

  // Changes classes of single failures, then of whole causes.
  expect(await many(input)).toMatchObject({ replaced: [{ class: "Environment Issue", failures: 2 }] });
  expect((await classed())["all › cart › opens"]).toEqual(["Environment Issue", sub]);
  const groups = (await shop.get<FailureGroup[]>("groups")).data;
  const groupIds = groups.map(({ id }) => id);
  await many({ primaryClass: "Environment Issue", groupIds });
  const after = (await shop.get<FailureGroup[]>("groups")).data;
  expect(after.map(({ subClass }) => subClass?.code)).toContain(sub);
  await many({ primaryClass: "Environment Issue", subClass: null, groupIds });
  const cleared = (await shop.get<FailureGroup[]>("groups")).data;
  expect(cleared.map(({ subClass }) => subClass)).toEqual([null, null]);
});

test("a single failure can have another class than its cause", async () => {
  await using shop = await failingProject();
  await shop.run([
    ["cart", "opens", refused(3000)],
    ["cart", "closes", refused(3999)],
  ]);
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases?testSearch=opens")).data;
  const response = await shop.post<{ decisionId: number }>(`test-cases/${failed?.id}/reclassify`, {
    primaryClass: "Test Data Issue",
    scope: "failure",
  });
  expect((await shop.get<DefectSummary>("summary")).data).toMatchObject({ dataIssues: 1, environmentIssues: 1 });
  expect((await shop.get<TestCaseFailure[]>("test-cases?class=Test%20Data%20Issue")).data).toMatchObject([
    { testName: "all › cart › opens", decidedBy: "person" },
  ]);
  await shop.post(`projects/${shop.projectId}/decisions/${response.body.data.decisionId}/undo`, {});
  expect((await shop.get<DefectSummary>("summary")).data).toMatchObject({ dataIssues: 0, environmentIssues: 2 });
});

test("rejects a sub-class of another class with a message", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", refused(3000)]]);
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  const { status, body } = await shop.post(`test-cases/${failed?.id}/reclassify`, {
    primaryClass: "Application Defect",
    subClass: "E1",
  });
  expect(status).toBe(400);
  expect(body.error).toBe("E1 is not a sub-class of Application Defect. Choose one of A1, A2, A3, A4, A5, A6, A7, A8.");
});

test("causes are merged and split by hand, and new failures follow", async () => {
  await using shop = await failingProject();
  const both = () =>
    shop.run([
      ["cart", "opens", refused(3000)],
      ["pay", "by card", ambiguous],
    ]);
  await both();
  const groups = (await shop.get<FailureGroup[]>("groups")).data;
  const groupIds = groups.map(({ id }) => id);
  const merged = await shop.post<{ decisionId: number; groupId: number }>(`projects/${shop.projectId}/groups/merge`, {
    groupIds,
  });
  expect(merged.body.data.groupId).toBe(groupIds[0]);
  await both();
  expect((await shop.get<FailureGroup[]>("groups")).data).toMatchObject([{ id: groupIds[0], occurrenceCount: 4 }]);
  const details = (await shop.get<FailureGroupDetails>(`groups/${groupIds[0]}`)).data;
  expect(details.signatures.map(({ placedBy }) => placedBy)).toEqual(["person", "person"]);
  expect(details.decisions).toMatchObject([{ text: "Merged 2 causes", canUndo: true, undone: false, by: "admin" }]);

  const { signature = "" } = details.signatures.find(({ sample }) => sample.includes("strict mode")) ?? {};
  const split = await shop.post<{ groupId: number }>(`projects/${shop.projectId}/groups/${groupIds[0]}/split`, {
    signatures: [signature],
  });
  expect(split.status).toBe(200);
  await both();
  const after = (await shop.get<FailureGroup[]>("groups?sortBy=occurrences")).data;
  expect(after.map(({ occurrenceCount }) => occurrenceCount)).toEqual([3, 3]);
  expect(after.map(({ id }) => id)).toContain(split.body.data.groupId);
});

test("undoing a merge restores the causes", async () => {
  await using shop = await failingProject();
  await shop.run([
    ["cart", "opens", refused(3000)],
    ["pay", "by card", ambiguous],
  ]);
  const before = (await shop.get<FailureGroup[]>("groups")).data;
  const merged = await shop.post<{ decisionId: number }>(`projects/${shop.projectId}/groups/merge`, {
    groupIds: before.map(({ id }) => id),
  });
  await shop.post(`projects/${shop.projectId}/decisions/${merged.body.data.decisionId}/undo`, {});
  expect((await shop.get<FailureGroup[]>("groups")).data).toEqual(before);
});

test("evidence has the reasons, changes since the last pass, and outcomes of similar failures", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens"]], { commit: "aaaaaaaaaaaa" });
  await shop.run([["cart", "opens", refused(3000)]], { commit: "bbbbbbbbbbbb" });
  await shop.run([["cart", "opens"]], { commit: "bbbbbbbbbbbb" });
  await shop.run([["cart", "closes", refused(3999)]], { commit: "cccccccccccc" });
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases?testSearch=closes")).data;
  const read = async (path: string) =>
    (await call<{ data: never }>(shop.plumb, "GET", `/api/analysis/test-cases/${path}`, { token: shop.token })).body
      .data;
  expect(await read(`${failed?.id}/evidence`)).toMatchObject({
    primaryClass: "Environment Issue",
    reason: expect.stringContaining("the rule") as string,
    lines: [expect.stringContaining("ECONNREFUSED 10.0.0.7:3999")],
    parts: expect.arrayContaining([{ name: "Host", value: "10.0.0.7:3999" }]) as unknown,
    sinceLastPass: null,
    similar: [{ testName: "all › cart › opens", primaryClass: "Environment Issue", passedSince: true }],
  });
  const [opened] = (await shop.get<TestCaseFailure[]>("test-cases?testSearch=opens")).data;
  expect(await read(`${opened?.id}/evidence`)).toMatchObject({
    sinceLastPass: {
      runNumber: 1,
      commits: { from: "aaaaaaaaaaaa", to: "bbbbbbbbbbbb" },
      differences: expect.arrayContaining([
        { name: "Commit", about: "commit", before: "aaaaaaa", after: "bbbbbbb" },
      ]) as unknown,
    },
  });
  expect(await read(`${failed?.id}/suggested-fixes`)).not.toEqual([]);
});

test("evidence lists a new commit once, and leaves out what differs in each build", async () => {
  await using shop = await failingProject();
  const ran = async (commit: string, build: string, baseUrl: string, failure: string) => {
    const ciUrl = `https://ci.test/builds/${build}`;
    const metadata = { revision: commit, job: `${ciUrl}/job`, baseUrl };
    const properties = Object.entries(metadata).map(([name, value]) => `<property name="${name}" value="${value}"/>`);
    const xml = `<testsuites><testsuite name="all"><properties>${properties.join("")}</properties><testcase classname="cart" name="opens" time="1">${failure}</testcase></testsuite></testsuites>`;
    shop.plumb.time.now = new Date(shop.plumb.time.now.getTime() + 60_000);
    await send(shop.plumb, shop.key, { "a.xml": xml }, { branch: "main", commit, build, ciUrl });
    await runJobs(shop.plumb.context);
  };
  await ran("aaaaaaaaaaaa", "71", "https://one.test", "");
  await ran("bbbbbbbbbbbb", "72", "https://two.test", `<failure message="${refused(3000)}"/>`);
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  const path = `/api/analysis/test-cases/${failed?.id}/evidence`;
  const { body } = await call<{ data: FailureEvidence }>(shop.plumb, "GET", path, { token: shop.token });
  expect(body.data.sinceLastPass?.differences).toEqual([
    { name: "Commit", about: "commit", before: "aaaaaaa", after: "bbbbbbb" },
    { name: "Base url", about: "environment", before: "https://one.test", after: "https://two.test" },
  ]);
});

test("the last pass is that of the same suite, environment and branch, with both environments", async () => {
  await using shop = await failingProject();
  const lastPass = async () => {
    const [failed] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
    const path = `/api/analysis/test-cases/${failed?.id}/last-pass`;
    return (await call<{ data: LastPass | null }>(shop.plumb, "GET", path, { token: shop.token })).body.data;
  };
  await shop.run([["cart", "opens", refused(3000)]], { branch: "feature" });
  expect(await lastPass()).toBeNull();
  const passed = await shop.run([["cart", "opens"]], { branch: "main", commit: "aaaaaaaaaaaa", environment: "qa" });
  await shop.run([["cart", "opens"]], { branch: "other", environment: "qa" });
  for (const commit of ["bbbbbbbbbbbb", "cccccccccccc"])
    await shop.run([["cart", "opens", refused(3000)]], { branch: "main", commit, environment: "qa" });
  const found = await lastPass();
  expect(found).toMatchObject({ runId: passed, runNumber: 2, branch: "main", commit: "aaaaaaaaaaaa" });
  expect(found?.environment).toContainEqual({ name: "Environment", passed: "qa", failed: "qa" });
  const path = `/api/reports/${passed}/results/${found?.resultId}`;
  expect((await call(shop.plumb, "GET", path, { token: shop.token })).body).toMatchObject({
    data: { titlePath: ["all", "cart", "opens"], status: "passed" },
  });
});

test("evidence contains the first commit with consecutive failures, and ignores passes on other branches", async () => {
  await using shop = await failingProject();
  const red = [["cart", "opens", refused(3000)]] as const;
  await shop.run([["cart", "opens"]], { branch: "main", commit: "aaaaaaaaaaaa" });
  await shop.run([...red], { branch: "main", commit: "bbbbbbbbbbbb" });
  await shop.run([["cart", "opens"]], { branch: "other", commit: "dddddddddddd" });
  await shop.run([...red], { branch: "main", commit: "cccccccccccc" });
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  const path = `/api/analysis/test-cases/${failed?.id}/evidence`;
  expect((await call<{ data: object }>(shop.plumb, "GET", path, { token: shop.token })).body.data).toMatchObject({
    sinceLastPass: {
      runNumber: 1,
      firstFailure: { runNumber: 2 },
      commits: { from: "aaaaaaaaaaaa", to: "bbbbbbbbbbbb" },
    },
    similar: [{ runNumber: 2, passedSince: false }],
  });
});

test("earlier reports are grouped in the background, and reports with an older signature again", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", refused(3000)]]);
  const { db } = shop.plumb.context;
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  await shop.post(`test-cases/${failed?.id}/reclassify`, { primaryClass: "Application Defect" });
  await runStatement(db, "update result set failure_signature = 'of version 1' where failure_signature is not null");
  await runStatement(db, "update run set signature_version = 1, gathered_version = 1");
  expect((await shop.get<DefectSummary>("summary")).data.pendingRuns).toBe(1);
  const attempt = { projectId: null, data: {}, attempts: 1, signal: new AbortController().signal };
  await collectEarlierFailures.run(shop.plumb.context, attempt);
  expect((await shop.get<DefectSummary>("summary")).data).toMatchObject({ pendingRuns: 0, applicationDefects: 1 });
});

test("a cause keeps its id and the decisions about it when the signatures of its errors change", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", refused(3000)]]);
  await shop.run([["cart", "opens", refused(3001)]]);
  const { db } = shop.plumb.context;
  const [failed] = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  await shop.post(`test-cases/${failed?.id}/reclassify`, { primaryClass: "Application Defect" });
  await runStatement(db, "update result set failure_signature = 'earlier' where failure_signature is not null");
  await runStatement(db, "update failure_state set revision = revision + 1");
  await runStatement(
    db,
    `update failure_signature set signature = 'earlier', block = 'earlier', version = 1, outline = '{"anchors":{},"text":"earlier"}'`,
  );
  await runStatement(db, "update run set signature_version = 1, gathered_version = 1");
  const attempt = { projectId: null, data: {}, attempts: 1, signal: new AbortController().signal };
  await collectEarlierFailures.run(shop.plumb.context, attempt);
  const collected = (await shop.get<TestCaseFailure[]>("test-cases")).data;
  expect(new Set(collected.map(({ groupId, primaryClass }) => `${groupId} ${primaryClass}`))).toEqual(
    new Set([`${failed?.groupId} Application Defect`]),
  );
});

test("deleting a report deletes its failures and keeps their cause", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", refused(3000)]]);
  await shop.get("summary");
  const { db } = shop.plumb.context;
  await runStatement(db, "update run set removed_at = now()");
  await runStatement(db, "update failure_state set revision = revision + 1");
  expect((await shop.get<DefectSummary>("summary")).data.totalFailures).toBe(0);
  const [group] = await readRows<{ id: number }>(db, "select id from failure_group");
  expect((await shop.get<FailureGroupDetails>(`groups/${group?.id}`)).data).toMatchObject({
    state: "resolved",
    occurrenceCount: 0,
  });
});

test("failures without an error have no class and no shared cause", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", ""]]);
  expect((await shop.get<DefectSummary>("summary")).data).toMatchObject({
    totalFailures: 1,
    unclassified: 1,
    classifiedPercent: 0,
    groups: 0,
  });
  expect((await shop.get<TestCaseFailure[]>("test-cases?class=Unclassified")).data).toMatchObject([
    { primaryClass: null, groupId: null },
  ]);
});

test("the report groups its failures as the project does, and opens a cause with all of its errors", async () => {
  await using shop = await failingProject();
  const reportId = await shop.run([
    ["cart", "opens", refused(3000)],
    ["pay", "by card", ambiguous],
  ]);
  const read = async (path: string) =>
    (
      await call<Listed<ResultGroup[]>>(shop.plumb, "GET", `/api/reports/${reportId}/results${path}`, {
        token: shop.token,
      })
    ).body;
  const before = (await read("/groups?by=failure")).data;
  expect(new Set(before.map(({ cause }) => cause?.primaryClass))).toEqual(
    new Set(["Automation Script Error", "Environment Issue"]),
  );
  await shop.post(`projects/${shop.projectId}/groups/merge`, {
    groupIds: before.flatMap(({ cause }) => cause?.groupId ?? []),
  });
  const merged = (await read("/groups?by=failure")).data;
  expect(merged.map(({ failed }) => failed)).toEqual([2]);
  expect((await read(`?failure=${merged[0]?.key}`)).total).toBe(2);
});

test("facts besides the text count: a new test is more likely to be wrong itself", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens"]]);
  await shop.run([
    ["cart", "opens", "expected 3 items, got 4"],
    ["cart", "closes", "expected an empty list, got 2 entries"],
  ]);
  const groups = (await shop.get<FailureGroup[]>("groups")).data;
  const reasonOf = async (text: string) => {
    const group = groups.find(({ representativeError }) => representativeError.includes(text));
    return (await shop.get<FailureGroupDetails>(`groups/${group?.id}`)).data.reason;
  };
  expect(await reasonOf("3 items")).not.toContain("The test is new.");
  expect(await reasonOf("empty list")).toContain("The test is new.");
});

test("returns how many failures a decision affects before it is made", async () => {
  await using shop = await failingProject();
  await shop.run([
    ["cart", "opens", refused(3000)],
    ["cart", "closes", refused(3000)],
  ]);
  await shop.run([["cart", "opens", refused(3000)]]);
  const failed = (await shop.get<TestCaseFailure[]>("test-cases?testSearch=opens")).data[0];
  const reach = async (scope: string) => {
    const body = { primaryClass: "Test Data Issue", scope, preview: true };
    const { body: response } = await shop.post<object>(`test-cases/${failed?.id}/reclassify`, body);
    return response.data;
  };
  expect(await reach("failure")).toEqual({ decisionId: null, failures: 1, groups: 0 });
  expect(await reach("test")).toEqual({ decisionId: null, failures: 2, groups: 0 });
  expect(await reach("group")).toEqual({ decisionId: null, failures: 3, groups: 1 });
  expect((await shop.get<FailureGroup[]>("groups")).data[0]).toMatchObject({ primaryClass: "Environment Issue" });
});

test("counts failures of a moving period, and of the previous one", async () => {
  await using shop = await failingProject();
  for (const names of [["opens"], ["opens", "closes"], ["closes", "pays", "ships"]])
    await shop.run(names.map((name) => ["cart", name, refused(3000)]));
  const started = shop.plumb.time.now.getTime();
  for (let minutes = 0; minutes <= 300; minutes += 25) {
    const now = started + minutes * 60_000;
    shop.plumb.time.now = new Date(now);
    const inHour = async (until: number) => {
      const { db } = shop.plumb.context;
      const span = `failed_at >= to_timestamp(${(until - 3_600_000) / 1000}) and failed_at < to_timestamp(${until / 1000})`;
      return (await readRows(db, `select test_id from failure where ${span}`)).length;
    };
    const { data } = await shop.get<DefectSummary>("summary?timeWindow=1h");
    expect([data.totalFailures, data.previousFailures], `after ${minutes} minutes`).toEqual([
      await inHour(now),
      await inHour(now - 3_600_000),
    ]);
    const { data: tests } = await shop.get<TestCaseFailure[]>("test-cases?timeWindow=1h");
    expect(tests.reduce((sum, { failures }) => sum + failures, 0)).toBe(data.totalFailures);
  }
});

test("results on other branches count, and so does the number of tests that failed on the same host at the same time", async () => {
  await using shop = await failingProject();
  const vague = "Something went wrong with the voucher";
  await shop.run([["cart", "adds"]], { branch: "main" });
  await shop.run([["cart", "adds", vague]], { branch: "voucher" });
  await shop.run([["cart", "adds", "The voucher is no number at all"]], { branch: "other" });
  const names = ["item", "list", "price", "stock", "offer"];
  await shop.run(names.map((name) => ["shop", name, `The ${name} page of https://staging.shop.test/${name} is blank`]));
  const { data: groups } = await shop.get<FailureGroup[]>("groups?limit=200");
  const reasonOf = async (text: string) => {
    const id = groups.find(({ representativeError }) => representativeError.includes(text))?.id;
    return (await shop.get<FailureGroupDetails>(`groups/${id}`)).data.reason;
  };
  expect(await reasonOf("went wrong")).toContain("It passes on other branches.");
  expect(await reasonOf("no number")).toContain("It fails on other branches too.");
  expect(await reasonOf("is blank")).toContain("Many tests failed for the same host in the same minutes.");
});

test("a pass on the same commit, and a run of which half failed, count as well", async () => {
  await using shop = await failingProject();
  const query = { commit: "a1b2c3d4", branch: "main" };
  const names = Array.from({ length: 10 }, (_, index) => `case ${index}`);
  await shop.run(
    names.map((name) => ["cart", name]),
    query,
  );
  await shop.run(
    names.map((name, index) =>
      index < 5 ? ["cart", name, `Odd result ${name} of ${"x".repeat(index)}`] : ["cart", name],
    ),
    query,
  );
  const { data: groups } = await shop.get<FailureGroup[]>("groups?limit=200");
  const reasons = await Promise.all(
    groups.map(async ({ id }) => (await shop.get<FailureGroupDetails>(`groups/${id}`)).data.reason),
  );
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) {
    expect(reason).toContain("It passed on the same commit in another run.");
    expect(reason).toContain("At least half of the tests in this run failed.");
  }
});

const lost = (name: string) =>
  `Error: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for getByRole('button', { name: '${name}' })\n`;

test("it counts whether the test used the locator when it last passed", async () => {
  await using shop = await failingProject();
  const run = async (build: string, outcome: (name: string) => "passed" | PlaywrightAttempt) => {
    const cases = ["Pay", "Ship"].map((name) => ({
      title: `clicks ${name}`,
      steps: [`Click getByRole('button', { name: 'Pay' })`],
      attempts: [outcome(name)],
    }));
    const facts = { suite: "shop", build, startedAt: `2026-03-04T0${build}:00:00Z` };
    await send(shop.plumb, shop.key, { "results.json": playwright(cases) }, facts);
    await runJobs(shop.plumb.context);
  };
  await run("1", () => "passed");
  await run("2", (name) => ({ status: "failed", start: 0, seconds: 5, worker: 0, message: lost(name) }));
  const { data: groups } = await shop.get<FailureGroup[]>("groups?timeWindow=custom");
  const reasonOf = async (name: string) => {
    const id = groups.find(({ representativeError }) => representativeError.includes(name))?.id;
    return (await shop.get<FailureGroupDetails>(`groups/${id}?timeWindow=custom`)).data.reason;
  };
  expect(await reasonOf("'Pay'")).toContain("The test used this locator when it last passed.");
  expect(await reasonOf("'Ship'")).toContain("The test did not use this locator when it last passed.");
});

test("two concurrent decisions succeed; the later one stays, and undoing the earlier one changes nothing", async () => {
  await using shop = await failingProject();
  await shop.run([["cart", "opens", refused(3000)]]);
  const [group] = (await shop.get<FailureGroup[]>("groups")).data;
  const say = (primaryClass: string) =>
    shop.post<{ decisionId: number }>(`projects/${shop.projectId}/reclassify`, { primaryClass, groupIds: [group?.id] });
  const responses = await Promise.all([say("Application Defect"), say("Test Data Issue")]);
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  const ids = responses.map(({ body }) => body.data.decisionId);
  const standing = (await shop.get<FailureGroup[]>("groups")).data[0]?.primaryClass;
  const later = ids.indexOf(Math.max(...ids));
  expect(standing).toBe(["Application Defect", "Test Data Issue"][later]);
  await shop.post(`projects/${shop.projectId}/decisions/${Math.min(...ids)}/undo`, {});
  expect((await shop.get<FailureGroup[]>("groups")).data[0]?.primaryClass).toBe(standing);
});

const attempt = (message: string) => ({ status: "failed" as const, start: 0, seconds: 1, worker: 0, message });

test("errors with little or unusual text are grouped like others", async () => {
  await using shop = await failingProject();
  const strange = {
    empty: "",
    binary: "\u0000\u0001\ud800\u0007 broken",
    colours: "\u001b[31mError:\u001b[39m the \u001b[1mbasket\u001b[22m is empty",
    arabic: "\u202eخطأ: السلة فارغة",
    chinese: "错误:购物车是空的",
    long: `Error: deep\n${"    at f (/srv/app/node_modules/x/index.js:1:1)\n".repeat(100_000)}`,
  };
  const cases = Object.entries(strange).map(([title, message]) => ({ title, attempts: [attempt(message)] }));
  const facts = { suite: "shop", build: "1", startedAt: "2026-03-04T09:00:00Z" };
  const sent = await send(shop.plumb, shop.key, { "results.json": playwright(cases) }, facts);
  await runJobs(shop.plumb.context);
  expect(sent.status).toBe(200);
  const { data, total } = await shop.get<TestCaseFailure[]>("test-cases?timeWindow=custom");
  const names = new Set(data.map(({ testName }) => testName.split(" › ").at(-1)));
  expect([total, names]).toEqual([6, new Set(Object.keys(strange))]);
  expect((await shop.get<DefectSummary>("summary?timeWindow=custom")).data).toMatchObject({ pendingRuns: 0 });
  for (const { id } of (await shop.get<FailureGroup[]>("groups?timeWindow=custom")).data)
    expect((await shop.get<FailureGroupDetails>(`groups/${id}?timeWindow=custom`)).data.signatures.length).toBe(1);
});

test("a better engine classifies an unclassified failure, and changes nothing else", async () => {
  await using shop = await failingProject();
  await shop.run([
    ["cart", "opens", refused(3000)],
    ["pay", "by card", ambiguous],
  ]);
  const groups = (await shop.get<FailureGroup[]>("groups")).data;
  const refusedGroup = groups.find(({ primaryClass }) => primaryClass === "Environment Issue");
  await runStatement(
    shop.plumb.context.db,
    `update failure_group set class = null, decided_by = null, revision = revision + 1 where id = ${refusedGroup?.id};
     update failure_state set revision = revision + 1`,
  );
  expect((await shop.get<DefectSummary>("summary")).data.unclassified).toBe(1);
  const { body } = await shop.post(`projects/${shop.projectId}/auto-classify`, undefined);
  expect(body.data).toEqual({ classified: 1, unclassified: 0, pendingRuns: 0 });
  expect((await shop.get<FailureGroup[]>("groups")).data).toEqual(groups);
});
