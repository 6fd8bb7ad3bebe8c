import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { maxProjects } from "#store/operations/project-metrics.ts";
import { addProject, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { junit } from "#testing/reports.ts";

const metricsKey = "a key of the operator";

const read = (plumb: TestApp, authorization?: string) =>
  plumb.app.inject({ url: "/metrics/projects", headers: authorization === undefined ? {} : { authorization } });

/** Returns the values by name and labels. */
async function metricsOf(plumb: TestApp): Promise<Record<string, number>> {
  const { statusCode, body } = await read(plumb, `Bearer ${metricsKey}`);
  expect(statusCode).toBe(200);
  const lines = body.split("\n").filter((line) => line.startsWith("plumb_"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.split(" ").at(-1))]),
  );
}

test("without a key of the operator, metrics of projects do not exist", async () => {
  await using plumb = await createTestApp();
  expect((await read(plumb, "Bearer ")).statusCode).toBe(404);
});

test("metrics of projects need the key, and /metrics names no project", async () => {
  await using plumb = await createTestApp({ metricsKey });
  const { token } = await seedProject(plumb, "Shop");
  for (const wrong of [undefined, "", metricsKey, `Bearer ${metricsKey}x`, `bearer  ${metricsKey}`, `Bearer ${token}`])
    expect((await read(plumb, wrong)).statusCode).toBe(401);
  expect((await plumb.app.inject("/metrics")).body).not.toContain("Shop");
});

test("each project has its runs, results, failures and unstable tests", async () => {
  await using plumb = await createTestApp({ metricsKey });
  const { token, key, projectId } = await seedProject(plumb, 'Shop "1"');
  const other = await addProject(plumb, token, "Empty");
  const report = junit([
    ["cart", "adds"],
    ["cart", "pays", "boom"],
    ["cart", "ships", "boom"],
  ]);
  await send(plumb, key, { "a.xml": report }, { build: "1" });
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) }, { build: "2" });
  await runJobs(plumb.context);
  await runStatement(
    plumb.context.db,
    `update test_state set state = case when test_id % 2 = 0 then 'flaky' else 'broken' end where project_id = ${projectId}`,
  );
  const labels = `{project_id="${projectId}",project="Shop \\"1\\""}`;
  const empty = `{project_id="${other.projectId}",project="Empty"}`;
  const found = await metricsOf(plumb);
  expect(found).toMatchObject({
    [`plumb_project_runs_total${labels}`]: 2,
    [`plumb_project_results_total${labels}`]: 4,
    [`plumb_project_failures_total${labels}`]: 2,
    [`plumb_project_runs_total${empty}`]: 0,
    [`plumb_project_flaky_tests${empty}`]: 0,
    plumb_projects_left_out: 0,
  });
  const unstable = ["flaky", "broken"].map((state) => found[`plumb_project_${state}_tests${labels}`] ?? 0);
  expect(unstable.toSorted((a, b) => a - b)).toEqual([1, 2]);
});

test("only the projects with the latest runs have metrics, and the number of the others is reported", async () => {
  await using plumb = await createTestApp({ metricsKey });
  await runStatement(
    plumb.context.db,
    `insert into project (name, type) select 'Project ' || n, 'other' from generate_series(1, ${maxProjects}) n`,
  );
  const { key } = await seedProject(plumb, "Latest");
  await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) });
  await runJobs(plumb.context);
  const found = await metricsOf(plumb);
  expect(found["plumb_projects_left_out"]).toBe(1);
  const projects = Object.keys(found).filter((name) => name.startsWith("plumb_project_runs_total"));
  expect(projects).toHaveLength(maxProjects);
  expect(projects.filter((name) => name.includes('"Latest"'))).toHaveLength(1);
});

test("the time from upload to counted is measured once per run", async () => {
  await using plumb = await createTestApp();
  const { key } = await seedProject(plumb);
  for (const build of ["1", "2"]) await send(plumb, key, { "a.xml": junit([["cart", "adds"]]) }, { build });
  const uploadedAt = new Date(plumb.context.clock().getTime() - 90_000).toISOString();
  await runStatement(plumb.context.db, `update run set last_event_at = '${uploadedAt}'`);
  await runStatement(
    plumb.context.db,
    `insert into job (kind, target, key, scheduled, state, created_at, due_at)
     values ('count-ended-runs', 'schedule', 'schedule', true, 'queued', '2026-03-04', '2026-03-04') on conflict do nothing`,
  );
  await runJobs(plumb.context);
  const { body } = await plumb.app.inject("/metrics");
  const valueOf = (name: string) =>
    Number(
      body
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  expect(valueOf("plumb_count_delay_seconds_count")).toBe(2);
  expect(valueOf('plumb_count_delay_seconds_bucket{le="60"}')).toBe(0);
  expect(valueOf("plumb_count_delay_seconds_sum")).toBeGreaterThan(180);
});
