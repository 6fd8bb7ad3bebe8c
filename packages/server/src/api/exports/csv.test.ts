import type { AuditEvent } from "@plumb/contract/administration/audit.ts";
import type { SuiteRunFailure } from "@plumb/contract/failures/failures.ts";
import type { MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import { expect, test } from "vitest";
import { addProject, call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { failingProject } from "#testing/failing-project.ts";
import { playwright } from "#testing/reports.ts";

async function upload(plumb: TestApp, key: string, tests: Record<string, "passed" | "failed">, build: string) {
  const report = playwright(Object.entries(tests).map(([title, outcome]) => ({ title, attempts: [outcome] })));
  const query = { build, startedAt: `2026-03-0${build}T08:00:00Z` };
  return (await send(plumb, key, { "results.json": report }, query)).body.data.reportId;
}

async function linesAt(plumb: TestApp, token: string, url: string): Promise<string[]> {
  const { payload, statusCode } = await plumb.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect(statusCode).toBe(200);
  return payload.replace("\u{FEFF}", "").trimEnd().split("\r\n");
}

async function linked(plumb: TestApp, token: string, path: string): Promise<string[]> {
  const { body } = await call<{ data: { url: string } }>(plumb, "GET", path, { token });
  return linesAt(plumb, token, body.data.url);
}

async function threeRuns(plumb: TestApp, key: string) {
  return [
    await upload(
      plumb,
      key,
      { breaks: "passed", "is fixed": "failed", "fails between": "passed", passes: "passed" },
      "1",
    ),
    await upload(
      plumb,
      key,
      { breaks: "passed", "is fixed": "failed", "fails between": "failed", passes: "passed" },
      "2",
    ),
    await upload(
      plumb,
      key,
      { breaks: "failed", "is fixed": "passed", "fails between": "passed", passes: "passed" },
      "3",
    ),
  ] as const;
}

test("the CSV of a comparison has the tests of the list in its order, with the outcome in each report", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const [base, between, head] = await threeRuns(plumb, key);
  const path = `/api/projects/${projectId}/comparison/csv`;

  const two = await linesAt(plumb, token, `${path}?base=${base}&head=${head}`);
  expect(two[0]).toContain("kinds,slowdown,#1 status,#1 flaky,#1 duration_ms,#1 errorLine,#3 status,");
  expect(two.slice(1).map((line) => /newFailure|fixed|failedBetween/.exec(line)?.[0])).toEqual(["newFailure", "fixed"]);

  for (const show of ["", "all", "failedBetween"]) {
    const body = { reportIds: [base, between, head], ...(show !== "" && { show }), sortBy: "name" };
    const list = await call<{ data: { tests: MatrixTest[]; total: number } }>(
      plumb,
      "POST",
      "/api/reports/compare/matrix",
      { token, body },
    );
    const query = `base=${base}&head=${head}&between=${between}&sortBy=name${show === "" ? "" : `&show=${show}`}`;
    const [header, ...rows] = await linesAt(plumb, token, `${path}?${query}`);
    expect(header).toContain("#2 status");
    expect(rows.map((row) => Number(row.split(",")[0]))).toEqual(list.body.data.tests.map(({ testId }) => testId));
    expect(rows).toHaveLength(list.body.data.total);
    expect(await linked(plumb, token, `${path}/link?${query}`)).toEqual([header, ...rows]);
  }
});

test("a comparison with a report of another project, a deleted one or the same one has no CSV", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const [base] = await threeRuns(plumb, key);
  const other = await addProject(plumb, token, "Other");
  const foreign = await upload(plumb, other.key, { breaks: "failed" }, "1");
  const status = async (head: number) =>
    (await call(plumb, "GET", `/api/projects/${projectId}/comparison/csv?base=${base}&head=${head}`, { token })).status;
  expect(await status(foreign)).toBe(404);
  expect(await status(999_999)).toBe(404);
  expect(await status(base)).toBe(400);
});

test("the CSV of runs with failures has the runs of the list", async () => {
  await using shop = await failingProject();
  for (let run = 0; run < 3; run++) await shop.run([["cart", "opens", "connection refused"]]);
  const { plumb, token, projectId } = shop;
  const { data } = await shop.get<SuiteRunFailure[]>("suite-runs?timeWindow=7");
  expect(data.map(({ runNumber }) => runNumber)).toEqual([3, 2, 1]);
  const path = `/api/analysis/projects/${projectId}/suite-runs/csv`;
  const [header, ...rows] = await linesAt(plumb, token, `${path}?timeWindow=7`);
  expect(header).toMatch(/^runId,suiteName,runNumber,.*,Application Defect,.*,Unclassified,topSubClasses,url$/u);
  expect(rows.map((row) => row.split(",")[2])).toEqual(["3", "2", "1"]);
  expect(rows.map((row) => Number(row.split(",")[6]))).toEqual(data.map(({ failures }) => failures));
  expect(await linked(plumb, token, `${path}/link?timeWindow=7`)).toEqual([header, ...rows]);
});

test("the CSV of the audit log has all matching events, newest first, and is itself recorded", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb);
  for (let index = 0; index < 3; index++) await addProject(plumb, token, `Project ${index}`);
  const [header, ...rows] = await linesAt(plumb, token, "/api/audit/csv?action=project.created");
  const { body } = await call<{ data: AuditEvent[] }>(plumb, "GET", "/api/audit?action=project.created&limit=200", {
    token,
  });
  expect(header).toBe("id,at,actorEmail,agent,address,action,projectId,targetType,targetId,targetName,detail");
  expect(rows.map((row) => Number(row.split(",")[0]))).toEqual(body.data.map(({ id }) => id));
  expect(await linked(plumb, token, "/api/audit/csv/link?action=project.created")).toEqual([header, ...rows]);
  const recorded = await call<{ data: AuditEvent[] }>(plumb, "GET", "/api/audit?action=export.downloaded", { token });
  expect(recorded.body.data[0]).toMatchObject({ targetName: "Audit log", detail: { format: "csv", times: 2 } });
});
