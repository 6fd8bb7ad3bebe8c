import type { VerdictQuality } from "@plumb/contract/failures/decisions.ts";
import type {
  DefectSummary,
  FailureGroup,
  FailureGroupDetails,
  TestCaseFailure,
} from "@plumb/contract/failures/failures.ts";
import { type ClassificationRule, maxRules, type RulePreview } from "@plumb/contract/failures/rules.ts";
import type { ResultDetail } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { reclassifyProject } from "#failures/rules/reclassify-project.ts";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { countRows, readRows } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

const refused = "connect ECONNREFUSED 10.0.0.7:5432";
const ambiguous = "strict mode violation: getByRole('button') resolved to 3 elements";
const everywhere = { suite: null, environment: null, branch: null, test: null };
const draft = {
  name: "Database is away",
  kind: "text",
  pattern: "econnrefused",
  ignoreCase: true,
  scope: everywhere,
  primaryClass: "Test Data Issue",
  subClass: "D1",
} as const;

interface Answered<Data> {
  readonly data: Data;
  readonly error?: string;
  readonly fields?: Record<string, string>;
}

async function project() {
  const plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const base = `/api/analysis/projects/${projectId}`;
  const ask = async <Data>(method: "GET" | "POST" | "PUT" | "DELETE", path: string, body?: unknown) => {
    const response = await call<Answered<Data>>(plumb, method, `${base}/${path}`, { token, body });
    await runJobs(plumb.context);
    return response;
  };
  let build = 0;
  return {
    plumb,
    token,
    projectId,
    ask,
    async run(cases: Parameters<typeof junit>[0], query: Record<string, string> = {}) {
      build += 1;
      const sent = await send(plumb, key, { "r.xml": junit(cases) }, { suite: "shop", build: String(build), ...query });
      await runJobs(plumb.context);
      return sent.body.data.reportId;
    },
    get: async <Data>(path: string) => (await ask<Data>("GET", path)).body.data,
    add: async (rule: object = {}) => (await ask<ClassificationRule>("POST", "rules", { ...draft, ...rule })).body.data,
    groups: async () => (await ask<FailureGroup[]>("GET", "groups")).body.data,
    [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose](),
  };
}

test("a rule applies to stored and new failures, until it is changed, disabled or deleted", async () => {
  await using shop = await project();
  await shop.run([["cart", "opens", refused]]);
  const byEngine = await shop.groups();
  expect(byEngine).toMatchObject([{ primaryClass: "Environment Issue", decidedBy: "rule" }]);

  const rule = await shop.add();
  const ruled = { primaryClass: "Test Data Issue", subClass: { code: "D1" }, confidence: 100, decidedBy: "rule" };
  expect(await shop.groups()).toMatchObject([ruled]);
  const [group] = await shop.groups();
  expect(await shop.get<FailureGroupDetails>(`groups/${group?.id}`)).toMatchObject({
    evidence: [refused],
    reason: expect.stringContaining("the project's rule “Database is away”, which matches an error") as string,
    alternatives: [{ class: "Environment Issue" }],
  });
  // A different error of another cause, which fails after the rule was created.
  await shop.run([["cart", "closes", "psql: ECONNREFUSED while the pool was warmed"]]);
  expect(await shop.groups()).toMatchObject([ruled, ruled]);
  expect(await shop.get<ClassificationRule[]>("rules")).toMatchObject([{ id: rule.id, failures: 2, enabled: true }]);

  await shop.ask("PUT", `rules/${rule.id}`, { primaryClass: "Unknown", subClass: null });
  expect(await shop.groups()).toMatchObject([{ primaryClass: "Unknown" }, { primaryClass: "Unknown" }]);
  await shop.ask("PUT", `rules/${rule.id}`, { enabled: false });
  expect((await shop.groups()).at(-1)).toMatchObject({ id: group?.id, primaryClass: "Environment Issue" });
  await shop.ask("PUT", `rules/${rule.id}`, { enabled: true });
  expect((await shop.groups()).at(-1)).toMatchObject({ primaryClass: "Unknown" });
  await shop.ask("DELETE", `rules/${rule.id}`);
  const back = await shop.groups();
  expect(back.find(({ id }) => id === group?.id)).toMatchObject({
    primaryClass: byEngine[0]?.primaryClass,
    subClass: byEngine[0]?.subClass,
    confidence: byEngine[0]?.confidence,
  });
});

test("the first rule that matches decides, and the order can be changed", async () => {
  await using shop = await project();
  await shop.run([["cart", "opens", refused]]);
  const first = await shop.add({ name: "One", primaryClass: "Application Defect", subClass: null });
  const second = await shop.add({ name: "Two", primaryClass: "Unknown", subClass: null });
  expect(await shop.groups()).toMatchObject([{ primaryClass: "Application Defect" }]);
  expect((await shop.ask("POST", "rules/reorder", { ruleIds: [second.id, first.id] })).status).toBe(200);
  expect(await shop.groups()).toMatchObject([{ primaryClass: "Unknown" }]);
  expect((await shop.get<ClassificationRule[]>("rules")).map(({ name }) => name)).toEqual(["Two", "One"]);
  for (const ruleIds of [[first.id], [first.id, first.id], [first.id, second.id, 99_999]])
    expect((await shop.ask("POST", "rules/reorder", { ruleIds })).status).toBe(409);
});

test("a rule with a scope decides only about failures in it, in the order of rules", async () => {
  await using shop = await project();
  await shop.run([["cart", "opens", refused]], { environment: "staging", branch: "main" });
  await shop.run([["cart", "opens", refused]], { environment: "production", branch: "main" });
  const scoped = await shop.add({
    name: "Staging",
    scope: { ...everywhere, environment: "staging", test: "CART open" },
  });
  const summary = () => shop.get<DefectSummary>("summary");
  expect(await summary()).toMatchObject({ dataIssues: 1, environmentIssues: 1 });
  // The rule also applies to later failures of the same test, but not to other tests.
  const latest = await shop.run(
    [
      ["cart", "opens", refused],
      ["pay", "by card", refused],
    ],
    { environment: "staging" },
  );
  expect(await summary()).toMatchObject({ dataIssues: 2, environmentIssues: 2, totalFailures: 4, groups: 1 });
  const tests = await shop.get<TestCaseFailure[]>(`test-cases?runs=${latest}`);
  const opens = tests.find(({ testName }) => testName.endsWith("opens"));
  expect(opens).toMatchObject({ primaryClass: "Test Data Issue", decidedBy: "rule", confidence: 100 });
  expect(await shop.groups()).toMatchObject([{ primaryClass: "Environment Issue" }]);
  const evidence = await call<Answered<object>>(shop.plumb, "GET", `/api/analysis/test-cases/${opens?.id}/evidence`, {
    token: shop.token,
  });
  expect(evidence.body.data).toMatchObject({
    primaryClass: "Test Data Issue",
    lines: [refused],
    reason: expect.stringContaining("“Staging”, which matches the error of this failure") as string,
  });
  const result = await call<Answered<ResultDetail>>(shop.plumb, "GET", `/api/reports/${latest}/results/${opens?.id}`, {
    token: shop.token,
  });
  expect(result.body.data.attempts[0]?.verdict).toMatchObject({
    class: "Test Data Issue",
    decidedBy: "rule",
    evidence: [refused],
  });

  // A rule for the whole project that precedes this one matches all of its failures.
  const all = await shop.add({ name: "All", primaryClass: "Unknown", subClass: null });
  expect(await summary()).toMatchObject({ dataIssues: 2, unknownFailures: 2 });
  await shop.ask("POST", "rules/reorder", { ruleIds: [all.id, scoped.id] });
  expect(await summary()).toMatchObject({ dataIssues: 0, unknownFailures: 4 });
  await shop.ask("DELETE", `rules/${all.id}`);
  expect(await summary()).toMatchObject({ dataIssues: 2, environmentIssues: 2 });
  await shop.ask("PUT", `rules/${scoped.id}`, { scope: { ...everywhere, environment: "production", branch: "main" } });
  expect(await summary()).toMatchObject({ dataIssues: 1, environmentIssues: 3 });
  await shop.ask("DELETE", `rules/${scoped.id}`);
  expect(await summary()).toMatchObject({ dataIssues: 0, environmentIssues: 4 });
  expect(await readRows(shop.plumb.context.db, "select 1 from failure where rule_id is not null")).toEqual([]);
});

test("a decision about a cause or a failure takes precedence; after undo, the rule applies", async () => {
  await using shop = await project();
  await shop.run([
    ["cart", "opens", refused],
    ["pay", "by card", ambiguous],
  ]);
  const causes = await shop.groups();
  const idOf = (text: string) => causes.find(({ representativeError }) => representativeError.includes(text))?.id;
  const response = await shop.ask<{ decisionId: number }>("POST", "reclassify", {
    primaryClass: "Application Defect",
    groupIds: [idOf("ECONNREFUSED")],
  });
  const [card] = (await shop.get<TestCaseFailure[]>("test-cases?testSearch=card")) as [TestCaseFailure];
  await call(shop.plumb, "POST", `/api/analysis/test-cases/${card.id}/reclassify`, {
    token: shop.token,
    body: { primaryClass: "Unknown", scope: "failure" },
  });
  await shop.add({ kind: "regex", pattern: "." });
  await shop.add({ name: "Shop", kind: "regex", pattern: ".", scope: { ...everywhere, suite: "shop" } });
  await shop.add({ name: "Shop first", scope: { ...everywhere, suite: "shop" } });
  const rules = await shop.get<ClassificationRule[]>("rules");
  await shop.ask("POST", "rules/reorder", { ruleIds: rules.map(({ id }) => id).toReversed() });
  const opened = async () => (await shop.get<TestCaseFailure[]>("test-cases?testSearch=opens"))[0];
  expect(await opened()).toMatchObject({ primaryClass: "Application Defect", decidedBy: "person" });
  expect((await shop.get<TestCaseFailure[]>("test-cases?testSearch=card"))[0]).toMatchObject({
    primaryClass: "Unknown",
    decidedBy: "person",
  });
  await shop.ask("POST", `decisions/${response.body.data.decisionId}/undo`, {});
  expect(await opened()).toMatchObject({ primaryClass: "Test Data Issue", decidedBy: "rule" });
});

test("reclassifying again writes nothing if nothing changed", async () => {
  await using shop = await project();
  await shop.run([["cart", "opens", refused]]);
  await shop.add({ scope: { ...everywhere, suite: "shop" } });
  await shop.add({ name: "All" });
  const { db } = shop.plumb.context;
  const rows = () =>
    readRows(
      db,
      "select g.revision as g, f.revision as f, s.rule_ids from failure_group g join failure f using (project_id) join failure_signature s using (project_id)",
    );
  const before = await rows();
  await shop.ask("POST", "rules/reorder", {
    ruleIds: (await shop.get<ClassificationRule[]>("rules")).map(({ id }) => id),
  });
  expect(await rows()).toEqual(before);
});

test("a stop leaves the rest for the next start, and then updates the analysis of the report", async () => {
  await using shop = await project();
  const reportId = await shop.run([["cart", "opens", refused]]);
  const { context } = shop.plumb;
  // The job stays queued, because no worker runs it.
  const path = `/api/analysis/projects/${shop.projectId}/rules`;
  await call(shop.plumb, "POST", path, { token: shop.token, body: draft });
  await expect(reclassifyProject(context, shop.projectId, AbortSignal.abort())).rejects.toThrow("aborted");
  const decided = () => readRows(context.db, "select rule_id is not null as ruled from failure_group");
  expect(await decided()).toEqual([{ ruled: false }]);
  await runJobs(context);
  expect(await decided()).toEqual([{ ruled: true }]);
  const analysis = await call<Answered<object>>(shop.plumb, "POST", `/api/ai/reports/${reportId}/analyze`, {
    token: shop.token,
    body: {},
  });
  const text = JSON.stringify(analysis.body.data);
  expect(text).toContain("Class: Test Data Issue (100%)");
  expect(text).toContain("the rule Database is away");
});

test("a report that is grouped while the rules change is classified by the new rules", async () => {
  await using shop = await project();
  const { context } = shop.plumb;
  const path = `/api/analysis/projects/${shop.projectId}/rules`;
  const add = (rule: object) => call(shop.plumb, "POST", path, { token: shop.token, body: { ...draft, ...rule } });
  const changes = Array.from({ length: 5 }, (_, rule) =>
    add({ name: `Rule ${rule}`, pattern: rule === 4 ? "refused" : "x" }),
  );
  await Promise.all([shop.run([["cart", "opens", refused]]), ...changes]);
  await runJobs(context);
  expect(await shop.groups()).toMatchObject([{ primaryClass: "Test Data Issue" }]);
});

test("a preview shows what a rule would change, and its exceptions", async () => {
  await using shop = await project();
  // The preview reads the last 90 days only.
  const startedAt = new Date(shop.plumb.time.now.getTime() - 91 * 86_400_000).toISOString();
  await shop.run([["old", "opens", refused]], { suite: "old", startedAt });
  await shop.run([
    ["cart", "opens", refused],
    ["cart", "closes", refused],
    ["pay", "by card", ambiguous],
  ]);
  const { name: _name, primaryClass: _class, subClass: _subClass, ...pattern } = draft;
  const preview = async (rule: object) =>
    (await shop.ask<RulePreview>("POST", "rules/preview", { ...pattern, ...rule })).body.data;
  expect(await preview({})).toEqual({
    failures: 2,
    tests: 2,
    groups: 1,
    followers: 0,
    keptByPeople: 0,
    keptByRules: 0,
    classes: [{ class: "Environment Issue", failures: 2 }],
    samples: [
      {
        error: expect.stringContaining("ECONNREFUSED") as string,
        line: refused,
        failures: 2,
        groupId: expect.any(Number) as number,
      },
    ],
    looked: 2,
    complete: true,
  });
  expect(await preview({ ignoreCase: false })).toMatchObject({ failures: 0, samples: [], classes: [] });
  expect(await preview({ scope: { ...everywhere, test: "closes" } })).toMatchObject({ failures: 1, tests: 1 });
  expect(await preview({ scope: { ...everywhere, branch: "none" } })).toMatchObject({ failures: 0, looked: 0 });
  const rule = await shop.add();
  expect(await preview({})).toMatchObject({ failures: 2, keptByRules: 2, classes: [{ class: "Test Data Issue" }] });
  expect(await preview({ ruleId: rule.id })).toMatchObject({ failures: 2, keptByRules: 0 });
  const groupId = (await shop.groups()).find(({ testCount }) => testCount === 2)?.id;
  await shop.ask("POST", "reclassify", { primaryClass: "Unknown", groupIds: [groupId] });
  expect(await preview({ ruleId: rule.id })).toMatchObject({ failures: 2, keptByPeople: 2 });
});

test("errors of one cause follow the error that matches", async () => {
  await using shop = await project();
  await shop.run([
    ["cart", "opens", "the price of the red chair in the cart is wrong: expected 4 but got 5"],
    ["pay", "by card", ambiguous],
  ]);
  const ids = (await shop.groups()).map(({ id }) => id);
  await shop.ask("POST", "groups/merge", { groupIds: ids });
  const { name: _name, primaryClass: _class, subClass: _subClass, ...pattern } = draft;
  const preview = await shop.ask<RulePreview>("POST", "rules/preview", { ...pattern, pattern: "strict mode" });
  expect(preview.body.data).toMatchObject({ failures: 2, followers: 1, groups: 1 });
  await shop.add({ pattern: "strict mode" });
  const [one] = await shop.groups();
  expect(one).toMatchObject({ primaryClass: "Test Data Issue", occurrenceCount: 2 });
  // After the split, each part gets its own class.
  const { signatures } = await shop.get<FailureGroupDetails>(`groups/${one?.id}`);
  const chair = signatures.find(({ sample }) => sample.includes("chair"))?.signature;
  await shop.ask("POST", `groups/${one?.id}/split`, { signatures: [chair] });
  const classes = (await shop.groups()).map(({ primaryClass }) => primaryClass);
  expect(classes.filter((name) => name === "Test Data Issue")).toHaveLength(1);
});

test("rejects an invalid or too large expression at its field", async () => {
  await using shop = await project();
  const bad = async (pattern: string) =>
    (await shop.ask("POST", "rules", { ...draft, kind: "regex", pattern })).body.fields;
  expect(await bad("(a")).toEqual({
    pattern:
      "Pattern is not a valid regular expression: missing closing ): `(a`. Look-around and back-references are not supported",
  });
  expect(await bad("(?=a)b")).toHaveProperty("pattern");
  expect(await bad("(\\p{L}{1,30}){1,30}b")).toEqual({ pattern: expect.stringContaining("too large") as string });
  expect(await bad(" ")).toEqual({ pattern: "Pattern is required" });
  expect(await bad("a\nb")).toEqual({ pattern: "Pattern must be one line" });
  expect(await bad("x".repeat(501))).toEqual({ pattern: "Pattern must be at most 500 characters long" });
  expect((await shop.ask("POST", "rules", { ...draft, subClass: "S1" })).body.error).toContain("S1 is not a sub-class");
  await shop.add();
  expect((await shop.ask("POST", "rules", { ...draft, name: "DATABASE is away" })).body.fields).toEqual({
    name: "There is already a rule called “DATABASE is away”.",
  });
  expect((await shop.get<ClassificationRule[]>("rules")).length).toBe(1);
});

test("an expression that blocks other engines for hours is tested and saved", async () => {
  await using shop = await project();
  await shop.run([["cart", "opens", `Error: ${"a".repeat(8000)}!`]]);
  for (const pattern of ["(a+)+$", "(a|a)*b", "(a|aa)+$", "(.*a){12}b"])
    expect((await shop.add({ name: pattern, kind: "regex", pattern })).id).toBeGreaterThan(0);
  expect(await shop.get<ClassificationRule[]>("rules")).toHaveLength(4);
});

test("rules belong to their project, and their number is limited", async () => {
  await using shop = await project();
  expect(await shop.get<ClassificationRule[]>("rules")).toEqual([]);
  const { id } = await shop.add();
  const other = await seedProject(shop.plumb, "Other");
  const elsewhere = `/api/analysis/projects/${other.projectId}/rules`;
  const options = { token: shop.token };
  expect((await call(shop.plumb, "PUT", `${elsewhere}/${id}`, { ...options, body: { enabled: false } })).status).toBe(
    404,
  );
  expect((await call(shop.plumb, "DELETE", `${elsewhere}/${id}`, options)).status).toBe(404);
  expect((await call(shop.plumb, "POST", `${elsewhere}/reorder`, { ...options, body: { ruleIds: [id] } })).status).toBe(
    409,
  );
  const { db } = shop.plumb.context;
  for (let more = 1; more < maxRules; more++)
    await call(shop.plumb, "POST", `/api/analysis/projects/${shop.projectId}/rules`, {
      ...options,
      body: { ...draft, name: `Rule ${more}`, pattern: `nothing ${more}` },
    });
  await runJobs(shop.plumb.context);
  expect((await shop.ask("POST", "rules", { ...draft, name: "One more" })).status).toBe(409);
  expect(await countRows(db, "classification_rule")).toBe(maxRules);
  await shop.run([["cart", "opens", refused]]);
  expect(await shop.groups()).toMatchObject([{ primaryClass: "Test Data Issue" }]);
});

test("the quality page lists rules by their decisions, separately from the engine", async () => {
  await using shop = await project();
  await shop.run([["cart", "opens", refused]]);
  await shop.add();
  const [group] = await shop.groups();
  const quality = () => shop.get<VerdictQuality>("quality");
  expect((await quality()).byDecider).toEqual([
    { kind: "project-rule", name: "Database is away", failures: 1, reviewed: 0, kept: 0 },
  ]);
  await shop.ask("POST", "reclassify", { primaryClass: "Unknown", groupIds: [group?.id] });
  expect(await quality()).toMatchObject({
    reviewed: 0,
    confusion: [],
    byDecider: [{ kind: "project-rule", name: "Database is away", failures: 0, reviewed: 1, kept: 0 }],
  });
  expect((await shop.get<DefectSummary>("summary")).reviewed).toBe(0);
});

test("changes of rules are recorded", async () => {
  await using shop = await project();
  const rule = await shop.add();
  await shop.ask("PUT", `rules/${rule.id}`, { pattern: "refused", enabled: true });
  await shop.ask("PUT", `rules/${rule.id}`, { pattern: "refused" });
  await shop.ask("DELETE", `rules/${rule.id}`);
  const entries = await readRows(
    shop.plumb.context.db,
    "select action, target_name as name, detail from audit_event where target_type = 'rule' order by id",
  );
  expect(entries).toMatchObject([
    { action: "rule.created", name: "Database is away", detail: { pattern: "econnrefused" } },
    { action: "rule.changed", detail: { pattern: ["econnrefused", "refused"] } },
    { action: "rule.deleted" },
  ]);
});
