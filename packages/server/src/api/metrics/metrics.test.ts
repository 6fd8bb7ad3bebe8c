import type { ReportMetrics } from "@plumb/contract/runs/metrics.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit, playwright } from "#testing/reports.ts";

const assertion = (locator: string) =>
  `Error: expect(locator).toHaveText(expected) failed\n\nLocator:  ${locator}\nExpected: "Paid"\nReceived: "Refused"`;

const failing = (title: string, seconds: number, message: string) => ({
  title,
  attempts: [{ status: "failed" as const, start: 0, seconds, worker: 0, message }],
});

async function metricsOf(plumb: TestApp, token: string, reportId: number): Promise<ReportMetrics> {
  const response = await call<{ data: ReportMetrics }>(plumb, "GET", `/api/reports/${reportId}/metrics`, { token });
  expect(response.status).toBe(200);
  return response.body.data;
}

test("lists the ten slowest tests first, with their full name", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const cases = Array.from({ length: 12 }, (_, index) => ({
    title: `takes ${index + 1} s`,
    attempts: [{ status: "passed" as const, start: 0, seconds: index + 1, worker: 0 }],
  }));
  const { reportId } = (await send(plumb, key, { "results.json": playwright(cases) })).body.data;
  const { testDurations, summary } = await metricsOf(plumb, token, reportId);
  expect(testDurations.map(({ duration }) => duration)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((s) => s * 1000));
  expect(testDurations[0]).toMatchObject({
    name: "takes 12 s",
    file: "cart.spec.ts",
    variant: "chromium",
    status: "passed",
    flaky: false,
  });
  expect(summary).toMatchObject({ total: 12, passed: 12, failed: 0, passRate: 100, averageDuration: 6500, timed: 12 });
});

test("failures with equal errors are one reason, and a generic first line gets its subject", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    failing("pays", 1, assertion("getByRole('status')")),
    failing("pays again", 1, assertion("getByRole('status')")),
    failing("refunds", 1, assertion("getByRole('alert')")),
    failing("orders", 1, "Error: 3 orders, not 4"),
    { title: "flakes", attempts: ["failed", "passed"] },
    { title: "passes", attempts: ["passed"] },
  ]);
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  const { failureReasons, failureReasonCount } = await metricsOf(plumb, token, reportId);
  expect(failureReasonCount).toBe(3);
  expect(failureReasons).toMatchObject([
    {
      reason: "Error: expect(locator).toHaveText(expected) failed",
      subject: `getByRole('status') · expected "Paid" · received "Refused"`,
      count: 2,
      failed: 2,
      errored: 0,
      percentage: 50,
    },
    { subject: `getByRole('alert') · expected "Paid" · received "Refused"`, count: 1, percentage: 25 },
    { reason: "Error: 3 orders, not 4", subject: null, count: 1, percentage: 25 },
  ]);
  for (const { signature } of failureReasons) expect(signature).toMatch(/^[0-9a-f]{16}$/);
  const one = await call(plumb, "GET", `/api/reports/${reportId}/results/${failureReasons[0]?.resultId}`, { token });
  expect(one.body).toMatchObject({ data: { titlePath: ["pays"], status: "failed" } });
});

test("a failure without a message is a reason without text", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const content = '<testsuite name="s"><testcase classname="a" name="b"><failure/></testcase></testsuite>';
  const { reportId } = (await send(plumb, key, { "report.xml": content })).body.data;
  const { failureReasons, summary } = await metricsOf(plumb, token, reportId);
  expect(failureReasons).toMatchObject([{ subject: null, count: 1, percentage: 100 }]);
  expect(summary).toMatchObject({ averageDuration: null, timed: 0 });
});

test("browsers are counted separately, and tests without a browser together", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const files = {
    "results.json": playwright([
      { title: "adds", attempts: ["passed"] },
      { title: "pays", attempts: ["failed"] },
    ]),
    "report.xml": junit([["cart", "empties"]]),
  };
  const { reportId } = (await send(plumb, key, files, { build: "1", suite: "shop" })).body.data;
  const { browserStats } = await metricsOf(plumb, token, reportId);
  expect(browserStats).toEqual({
    chromium: { passed: 1, failed: 1, errored: 0, skipped: 0, total: 2, passRate: 50 },
    "Unknown Browser": { passed: 1, failed: 0, errored: 0, skipped: 0, total: 1, passRate: 100 },
  });
});

test("the metrics name the environment and the run, and count a repeated test once", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const query = { build: "7", suite: "shop", environment: "staging", branch: "main", commit: "abc1234" };
  await send(plumb, key, { "one.json": playwright([{ title: "pays", attempts: ["failed"] }]) }, query);
  const again = playwright([{ title: "pays", attempts: ["passed"] }], { after: 600 });
  const { reportId } = (await send(plumb, key, { "two.json": again }, { ...query, rerun: "true" })).body.data;
  const metrics = await metricsOf(plumb, token, reportId);
  expect(metrics).toMatchObject({
    environmentInfo: { name: "staging", framework: "playwright" },
    testRun: { testSuite: "shop", branch: "main", commit: "abc1234", build: "7", number: 1 },
    summary: { total: 1, passed: 1, flaky: 1 },
    failureReasons: [],
    failureReasonCount: 0,
  });
  expect(metrics.testDurations).toHaveLength(1);
});

test("a report without tests has empty metrics", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "report.xml": '<testsuite name="empty" tests="0"/>' })).body.data;
  expect(await metricsOf(plumb, token, reportId)).toMatchObject({
    summary: { total: 0, passRate: null, averageDuration: null, timed: 0 },
    testDurations: [],
    failureReasons: [],
    browserStats: {},
  });
});
