import type { FailureAnalysis } from "@plumb/contract/runs/insights.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { analyzeFailuresJob } from "#jobs/handlers/analyze-failures.ts";
import { call, createTestApp, seedProject, send } from "#testing/app.ts";
import { countRows, readRows, runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";

const failing = (title: string, message: string) => ({
  title,
  attempts: [{ status: "failed" as const, start: 0, seconds: 1, worker: 0, message }],
});
const refused = (port: number) => `Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:${port}/cart`;
const ambiguous =
  "Error: locator.click: Error: strict mode violation: getByRole('button', { name: 'Pay' }) resolved to 3 elements";

async function redReport() {
  const plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const cases = [failing("opens", refused(3000)), failing("pays", ambiguous), failing("empties", refused(3999))];
  const report = playwright([...cases, { title: "adds", attempts: ["passed"] }]);
  const { reportId } = (await send(plumb, key, { "results.json": report }, { build: "1", environment: "staging" })).body
    .data;
  const read = async () =>
    (
      await call<{ data: FailureAnalysis | null; failures: number }>(
        plumb,
        "GET",
        `/api/ai/reports/${reportId}/analysis`,
        { token },
      )
    ).body;
  const ask = (path: string) =>
    call<{ data: FailureAnalysis; error?: string }>(plumb, "POST", `/api/ai/reports/${reportId}/${path}`, { token });
  return {
    plumb,
    key,
    token,
    projectId,
    reportId,
    read,
    ask,
    [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose](),
  };
}

const twoCauses = {
  status: "completed",
  insights: { totalFailedTests: 3, clusterCount: 2 },
  clusters: [
    {
      rootCause: expect.stringContaining("ERR_CONNECTION_REFUSED") as string,
      testCount: 2,
      llmEnhanced: false,
      technicalAnalysis: expect.stringContaining("Class: Environment Issue") as string,
      tests: [{ name: "opens [chromium]" }, { name: "empties [chromium]" }],
      metadata: { environments: ["staging"], avgDuration: 1000 },
    },
    {
      testCount: 1,
      technicalAnalysis: expect.stringContaining("Class: Automation Script Error") as string,
      tests: [{ name: "pays [chromium]" }],
    },
  ],
  error: null,
};

test("an analysis groups failures by cause, with classes and fixes, and is stored", async () => {
  await using report = await redReport();
  expect(await report.read()).toMatchObject({ data: null, failures: 3 });
  const { status, body } = await report.ask("analyze");
  expect(status).toBe(200);
  expect(body.data).toMatchObject(twoCauses);
  expect(body.data.insights?.summary).toContain("3 failed tests have 2 causes. The largest explains 2 of them (67%)");
  expect(body.data.clusters[1]?.recommendations.join("\n")).toContain("getByRole('button', { name: 'Pay' })");
  expect((await report.read()).data).toEqual(body.data);
});

test("merges and classes set by users take precedence over the report", async () => {
  await using report = await redReport();
  await runJobs(report.plumb.context);
  const { db } = report.plumb.context;
  const [{ projectId, id } = { projectId: 0, id: 0 }] = await readRows<{ projectId: number; id: number }>(
    db,
    'select project_id as "projectId", min(id) as id from failure_group group by project_id',
  );
  await runStatement(
    db,
    `update failure_signature set group_id = ${id};
     update failure_group set class = 'Test Data Issue', sub_class = 'D1', decided_by = 'person' where project_id = ${projectId}`,
  );
  const { clusters } = (await report.ask("analyze")).body.data;
  expect(clusters).toMatchObject([
    {
      testCount: 3,
      setBy: { class: "Test Data Issue", decision: null },
      technicalAnalysis: expect.any(String) as string,
    },
  ]);
  expect(clusters[0]?.technicalAnalysis).toContain("Class: Test Data Issue\n");
  expect(clusters[0]?.technicalAnalysis).not.toContain("%");
});

test("an analysis shows who set a class after it was made, until that is undone", async () => {
  await using report = await redReport();
  const { plumb, projectId, token } = report;
  await runJobs(plumb.context);
  const before = (await report.ask("analyze")).body.data;
  expect(before.clusters.map(({ setBy }) => setBy)).toEqual([null, null]);
  const refusedTest = before.clusters[0]?.tests[0]?.resultId;
  const body = { primaryClass: "Test Data Issue", subClass: null, scope: "group" };
  const response = await call<{ data: { decisionId: number } }>(
    plumb,
    "POST",
    `/api/analysis/test-cases/${refusedTest}/reclassify`,
    { token, body },
  );
  const [decided, other] = (await report.read()).data?.clusters ?? [];
  expect(decided?.setBy).toMatchObject({ class: "Test Data Issue", decision: { by: "admin" } });
  expect(decided?.technicalAnalysis).toContain("Class: Test Data Issue\nDecided by: admin");
  expect(other).toEqual(before.clusters[1]);
  const undo = `/api/analysis/projects/${projectId}/decisions/${response.body.data.decisionId}/undo`;
  await call(plumb, "POST", undo, { token, body: {} });
  expect((await report.read()).data).toEqual(before);
});

test("the project's confidence in a cause takes precedence over that of the report", async () => {
  await using report = await redReport();
  await runJobs(report.plumb.context);
  await runStatement(report.plumb.context.db, "update failure_group set confidence = 0.42");
  expect((await report.ask("analyze")).body.data).toMatchObject({
    insights: { confidence: 42 },
    clusters: [{ confidence: 42 }, { confidence: 42 }],
  });
});

test("an analysis can run as a background job, and is available when it is done", async () => {
  await using report = await redReport();
  expect((await report.ask("analyze/background")).body.data).toMatchObject({ status: "running", insights: null });
  await runJobs(report.plumb.context);
  expect((await report.read()).data).toMatchObject(twoCauses);
  const { body } = await call(report.plumb, "GET", "/api/notifications", { token: report.token });
  expect(body).toMatchObject({
    data: [
      {
        title: "The analysis of shop #1 is ready",
        message: "3 failed tests were analyzed.",
        type: "success",
        actionUrl: `/reports/${report.reportId}?tab=insights`,
      },
    ],
  });
});

test("an analysis that keeps failing in the background notifies the user with the reason", async () => {
  await using report = await redReport();
  const { context } = report.plumb;
  await report.ask("analyze/background");
  const [job] = await readRows<{ data: unknown }>(context.db, "select data from job where kind = 'analyze-failures'");
  await analyzeFailuresJob.onFailed?.(
    context,
    analyzeFailuresJob.data.parse(job?.data),
    report.projectId,
    "It crashed.",
  );
  const { body } = await call(report.plumb, "GET", "/api/notifications", { token: report.token });
  expect(body).toMatchObject({
    data: [{ title: "The analysis of shop #1 failed", message: "It crashed.", type: "error" }],
  });
});

test("an analysis belongs to its revision: a changed report has none", async () => {
  await using report = await redReport();
  await report.ask("analyze");
  const more = playwright([failing("ships", ambiguous)]);
  await send(report.plumb, report.key, { "more.json": more }, { build: "1", environment: "staging" });
  expect(await report.read()).toMatchObject({ data: null, failures: 4 });
});

test("an analysis of a dead server is marked as failed after a while", async () => {
  await using report = await redReport();
  await report.ask("analyze/background");
  const { time } = report.plumb;
  time.now = new Date(time.now.getTime() + 16 * 60_000);
  expect((await report.read()).data).toMatchObject({
    status: "failed",
    error: "The analysis did not finish. Try again.",
  });
});

test("a report deleted in the meantime leaves nothing behind", async () => {
  await using report = await redReport();
  await report.ask("analyze/background");
  await runStatement(report.plumb.context.db, "delete from result");
  await runStatement(report.plumb.context.db, "delete from run");
  await runJobs(report.plumb.context);
  expect(await countRows(report.plumb.context.db, "report_analysis")).toBe(0);
  expect(await readRows(report.plumb.context.db, "select error from job where kind = 'analyze-failures'")).toEqual([]);
});

test("failures without an error are one unknown cause", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    { title: "pays", attempts: ["failed"] },
    { title: "adds", attempts: ["failed"] },
  ]);
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  const { body } = await call<{ data: FailureAnalysis }>(plumb, "POST", `/api/ai/reports/${reportId}/analyze`, {
    token,
  });
  expect(body.data.insights).toMatchObject({ totalFailedTests: 2 });
});

test("without failures there is nothing to analyse", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "report.xml": junit([["cart", "adds"]]) })).body.data;
  const response = await call(plumb, "POST", `/api/ai/reports/${reportId}/analyze`, { token });
  expect(response.body).toMatchObject({ error: "No tests failed in this report, so there is nothing to analyze." });
  expect((await call(plumb, "GET", "/api/ai/reports/999999/analysis", { token })).status).toBe(404);
});
