import type { ReportChanges } from "@plumb/contract/runs/compare.ts";
import type { GateReport } from "@plumb/contract/runs/gate.ts";
import type { PullRequestSummary } from "@plumb/contract/runs/pull-request.ts";
import type { SuiteChanges } from "@plumb/contract/runs/suite-changes.ts";
import { expect, test } from "vitest";
import { connectAgent } from "#testing/agents.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { playwright, type PlaywrightCase, type PlaywrightStep } from "#testing/reports.ts";

const main = { branch: "main", startedAt: "2026-03-01T08:00:00Z" };
const head = { branch: "cart", build: "1", startedAt: "2026-03-08T08:00:00Z" };

/** Sends tests of one file. Names that start with `-` are skipped. */
async function upload(plumb: TestApp, key: string, names: readonly string[], query: Record<string, string>) {
  const cases = names.map((name) => {
    const body = name.startsWith("-") ? "<skipped/>" : "";
    return `<testcase classname="cart" name="${name.replace(/^-/, "")}" file="cart.test.js" time="1">${body}</testcase>`;
  });
  const report = `<testsuites><testsuite name="all">${cases.join("")}</testsuite></testsuites>`;
  return (await send(plumb, key, { "a.xml": report }, query)).body.data.reportId;
}

interface Seeded {
  readonly key: string;
  readonly token: string;
}

async function readAll(plumb: TestApp, { key, token }: Seeded, [baseId, headId]: readonly [number, number]) {
  const changes = await call<{ data: ReportChanges }>(plumb, "GET", `/api/reports/${headId}/changes`, { token });
  const body = { reportIds: [baseId, headId] };
  const compared = await call<{ data: { suiteChanges: SuiteChanges | null } }>(plumb, "POST", "/api/reports/compare", {
    token,
    body,
  });
  const later = await call<{ data: { suiteChanges: SuiteChanges | null } }>(plumb, "POST", "/api/reports/compare", {
    token,
    body: { ...body, offset: 1 },
  });
  expect(later.body.data.suiteChanges).toBeNull();
  const summary = await call<{ data: PullRequestSummary }>(plumb, "GET", "/api/pull-request?build=1", { token: key });
  const gate = await call<{ data: GateReport[] }>(plumb, "GET", "/api/gate?build=1&suiteChanges=true", { token: key });
  return {
    onReport: changes.body.data.suiteChanges,
    compared: compared.body.data.suiteChanges,
    inComment: summary.body.data.suiteChanges,
    inGate: gate.body.data[0]?.suiteChanges ?? null,
  };
}

test("report page, comparison, comment, gate and agents have the same changes of the suite", async () => {
  await using plumb = await createTestApp();
  const address = await plumb.app.listen({ port: 0, host: "127.0.0.1" });
  const seeded = await seedProject(plumb);
  // A run with far fewer tests than before counts as partial.
  const stable = Array.from({ length: 30 }, (_, index) => `stable ${index}`);
  const removed = Array.from(
    { length: 12 },
    (_, index) => `removes a very different product called ${"abcdefghijkl"[index]}`,
  );
  const before = await upload(plumb, seeded.key, [...stable, "pays", "-waits", "applies a voucher", ...removed], main);
  const after = await upload(plumb, seeded.key, [...stable, "-pays", "-waits", "applies a voucher code"], head);
  const { onReport, compared, inComment, inGate } = await readAll(plumb, seeded, [before, after]);
  expect(onReport).toMatchObject({
    removed: { count: 12 },
    newlySkipped: { count: 1, tests: [{ titlePath: ["all", "cart", "pays"], caught: 0 }] },
    renamed: {
      count: 1,
      tests: [
        {
          before: { titlePath: ["all", "cart", "applies a voucher"] },
          after: { titlePath: ["all", "cart", "applies a voucher code"] },
        },
      ],
    },
  });
  expect(onReport?.removed.tests).toHaveLength(10);
  expect(compared).toEqual(onReport);
  const countsOf = ({ removed: lost, renamed, newlySkipped }: NonNullable<typeof onReport> | typeof inComment) => [
    lost.count,
    renamed.count,
    newlySkipped.count,
  ];
  expect(countsOf(inComment)).toEqual(onReport === null ? [] : countsOf(onReport));
  expect(inGate).toEqual({ removed: 12, newlySkipped: 1 });

  await using agent = await connectAgent(address, seeded.token);
  const { text } = await agent.use("compare_runs", {
    project_id: seeded.projectId,
    head_run_id: after,
    base_run_id: before,
  });
  expect(text).toContain("Removed, compared with the base, 12 tests:\n- test ");
  expect(text).toContain("- and 7 more");
  expect(text).toMatch(/Newly skipped, 1 test:\n- test \d+ ⟦all › cart › pays⟧\n/);
  expect(text).toMatch(
    /Renamed or moved, 1 test:\n- test \d+ ⟦.*applies a voucher⟧ → test \d+ ⟦.*applies a voucher code⟧\n/,
  );
});

test("a partial report and one without a base have no changes of the suite", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const before = await upload(plumb, seeded.key, ["adds", "pays"], main);
  const { body } = await call<{ data: ReportChanges }>(plumb, "GET", `/api/reports/${before}/changes`, seeded);
  expect(body.data).toMatchObject({ base: null, suiteChanges: null });
  const after = await upload(plumb, seeded.key, ["adds"], { ...head, partial: "true" });
  expect(await readAll(plumb, seeded, [before, after])).toMatchObject({
    onReport: null,
    compared: null,
    inGate: null,
    inComment: { removed: { count: 0 } },
  });
});

function assertionAt(line: number, steps: readonly PlaywrightStep[] = []): PlaywrightStep {
  return { title: "Expect toBe", category: "expect", location: { file: "/ci/shop/tests/cart.spec.ts", line }, steps };
}

/** Returns steps of a test with this number of assertions, as a blob report contains them. */
function assertions(count: number): PlaywrightStep[] {
  const expects = Array.from({ length: count }, (_, index) => assertionAt(index + 1));
  return [{ title: "Before Hooks", category: "hook" }, ...expects];
}

/** An assertion that repeats two others. */
const polled = (times: number) =>
  assertionAt(20, Array.from({ length: times }, () => [assertionAt(21), assertionAt(22)]).flat());

test("more retries, longer time limits and fewer assertions are listed where both reports contain them", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const passed = { attempts: ["passed"] } as const;
  const failed = { attempts: ["failed"] } as const;
  const upload = async (tests: Record<string, Omit<PlaywrightCase, "title">>, retries: number, query: object) => {
    const cases = Object.entries(tests).map(([title, each]) => ({ title, ...each }));
    const report = playwright(cases, { retries });
    return (await send(plumb, seeded.key, { "results.json": report }, { ...query })).body.data.reportId;
  };
  const before = await upload(
    {
      "checkout total": { ...passed, steps: assertions(5) },
      "polls less often": { ...passed, steps: [...assertions(1), polled(3)] },
      "was red": { ...failed, steps: assertions(4) },
      "is red": { ...passed, steps: assertions(4) },
      "without steps": passed,
      "with titles": { ...passed, steps: ["opens", "closes"] },
      "is shorter": { ...passed, timeout: 60_000 },
      "had no limit": { ...passed, timeout: 0 },
      "is unlimited": passed,
    },
    0,
    main,
  );
  const after = await upload(
    {
      "checkout total": { ...passed, steps: assertions(2), timeout: 120_000 },
      "polls less often": { ...passed, steps: [...assertions(1), polled(1)] },
      "was red": { ...passed, steps: assertions(1), timeout: 90_000 },
      "is red": { ...failed, steps: assertions(1) },
      "without steps": { ...passed, steps: assertions(1) },
      "with titles": { ...passed, steps: ["opens"] },
      "is shorter": passed,
      "had no limit": passed,
      "is unlimited": { ...passed, timeout: 0 },
    },
    2,
    head,
  );
  const { onReport, compared, inComment } = await readAll(plumb, seeded, [before, after]);
  expect(onReport).toMatchObject({
    raisedRetries: { count: 9, limits: [{ variant: "chromium", before: 0, after: 2, count: 9 }] },
    raisedTimeouts: {
      count: 2,
      limits: [
        { before: 30_000, after: 0, count: 1, test: { titlePath: ["is unlimited"] } },
        { before: 30_000, after: 120_000, count: 1, test: { titlePath: ["checkout total"] } },
      ],
    },
    fewerAssertions: {
      count: 1,
      tests: [{ titlePath: ["checkout total"], before: 5, after: 2 }],
    },
  });
  expect(compared).toEqual(onReport);
  expect(inComment).toMatchObject({
    raisedRetries: { count: 9, limits: [{ before: 0, after: 2, count: 9 }] },
    raisedTimeouts: { count: 2 },
    fewerAssertions: {
      count: 1,
      tests: [{ name: "cart.spec.ts › checkout total (chromium)", before: 5, after: 2 }],
    },
  });
});
