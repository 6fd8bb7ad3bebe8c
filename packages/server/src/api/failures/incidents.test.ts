import type { Incident } from "@plumb/contract/failures/incidents.ts";
import type { FailureGroup, TestCaseFailure } from "@plumb/contract/failures/failures.ts";
import type { Dashboard } from "@plumb/contract/projects/dashboard.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { collectFailuresJob } from "#jobs/handlers/collect-failures.ts";
import { runStatusChanged } from "#jobs/handlers/run-status-changed.ts";
import { call, seedProject, send } from "#testing/app.ts";
import { countRows, readRows } from "#testing/database.ts";
import { failingProject } from "#testing/failing-project.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";

const down = "page.goto: net::ERR_CONNECTION_REFUSED at https://inventory.staging/items";
const wrong = "expect(received).toBe(expected) Expected: 3 Received: 4";

const outage = (tests: number, message = down) =>
  Array.from({ length: tests }, (_, index) => ["cart", `test ${index}`, message] as const);

test("many failures on one host at the same time are one incident across runs, and a second search changes nothing", async () => {
  await using shop = await failingProject();
  const first = await shop.run([...outage(6), ["cart", "counts", wrong], ["cart", "opens"]]);
  const second = await shop.run(outage(7), { suite: "admin" });
  const { data, total } = await shop.get<Incident[]>("incidents");
  expect(total).toBe(1);
  expect(data).toMatchObject([
    {
      kind: "host",
      name: "inventory.staging",
      subClass: { code: "E1" },
      ongoing: true,
      tests: 7,
      failures: 13,
      runCount: 2,
      runs: [
        { id: second, suiteName: "admin", failures: 7 },
        { id: first, suiteName: "shop", failures: 6 },
      ],
      leftOut: null,
      elsewhere: [],
    },
  ]);
  const failures = await shop.get<TestCaseFailure[]>(`test-cases?incident=${data[0]?.id}`);
  expect([failures.total, new Set(failures.data.map(({ primaryClass }) => primaryClass))]).toEqual([
    7,
    new Set(["Environment Issue"]),
  ]);
  expect((await shop.get<Incident[]>(`incidents?timeWindow=custom&runs=${first}`)).total).toBe(1);
  await shop.post(`projects/${shop.projectId}/auto-classify`, {});
  await runJobs(shop.plumb.context);
  expect((await shop.get<Incident[]>("incidents")).data).toEqual(data);
});

test("one search covers several runs: those of one outage, and those of another one days before", async () => {
  await using shop = await failingProject();
  const { context, time } = shop.plumb;
  const now = time.now.getTime();
  for (const [suite, tests, days] of [
    ["shop", 6, 0],
    ["admin", 7, 0],
    ["nightly", 5, 3],
  ] as const) {
    const startedAt = new Date(now - days * 86_400_000).toISOString();
    await send(shop.plumb, shop.key, { "r.xml": junit(outage(tests)) }, { suite, build: "1", startedAt });
  }
  await runJobs(context, [runStatusChanged, collectFailuresJob]);
  expect(await readRows(context.db, "select 1 from job where kind = 'judge-tests'")).toHaveLength(1);
  await runJobs(context);
  const { data } = await shop.get<Incident[]>("incidents");
  expect(data.map(({ tests, failures, runCount }) => [tests, failures, runCount])).toEqual([
    [7, 13, 2],
    [5, 5, 1],
  ]);
});

test("few tests, repeats of one test and product failures are not an incident", async () => {
  await using shop = await failingProject();
  await shop.run(outage(4));
  await shop.run(outage(9, wrong), { suite: "admin" });
  expect((await shop.get<Incident[]>("incidents")).data).toEqual([]);
});

test("decisions apply: another class ends an incident, and undoing it restores the incident", async () => {
  await using shop = await failingProject();
  // Returns the failures per test that do not affect its state because of an incident.
  const leftOut = async () => {
    const rows = await readRows<{ left_out: number }>(shop.plumb.context.db, "select left_out from test_state");
    return rows.map((row) => row.left_out);
  };
  await shop.run(outage(6));
  expect(await leftOut()).toEqual([1, 1, 1, 1, 1, 1]);
  const [group] = (await shop.get<FailureGroup[]>("groups")).data;
  const decided = await shop.post<{ decisionId: number }>(`projects/${shop.projectId}/reclassify`, {
    primaryClass: "Application Defect",
    groupIds: [group?.id],
  });
  await runJobs(shop.plumb.context);
  expect((await shop.get<Incident[]>("incidents")).data).toEqual([]);
  expect(await countRows(shop.plumb.context.db, "incident_run")).toBe(0);
  expect(await leftOut()).toEqual([0, 0, 0, 0, 0, 0]);
  await shop.post(`projects/${shop.projectId}/decisions/${decided.body.data.decisionId}/undo`, {});
  await runJobs(shop.plumb.context);
  expect((await shop.get<Incident[]>("incidents")).data).toMatchObject([{ tests: 6, failures: 6 }]);
  expect(await leftOut()).toEqual([1, 1, 1, 1, 1, 1]);
});

test("its failures can be excluded from rates and included again", async () => {
  await using shop = await failingProject();
  await shop.run([...outage(6), ["cart", "opens"], ["cart", "closes"]]);
  const [incident] = (await shop.get<Incident[]>("incidents")).data;
  const dashboard = async () => {
    const path = `/api/projects/${shop.projectId}/dashboard`;
    return (await call<{ data: Dashboard }>(shop.plumb, "GET", path, { token: shop.token })).body.data;
  };
  const leaveOut = (leftOut: boolean, id = incident?.id) =>
    call(shop.plumb, "PUT", `/api/analysis/projects/${shop.projectId}/incidents/${id}/left-out`, {
      token: shop.token,
      body: { leftOut },
    });
  expect(await dashboard()).toMatchObject({ totals: { passRate: 25, leftOut: 0 }, incidents: [{ id: incident?.id }] });
  expect((await leaveOut(true)).body).toMatchObject({ data: { leftOut: true, failures: 6 } });
  expect(await dashboard()).toMatchObject({
    totals: { passRate: 25, ranPassRate: 100, failed: 6, leftOut: 6 },
    current: { passRate: 25, ranPassRate: 100, leftOut: 6 },
    previous: { leftOut: 0 },
    incidents: [{ leftOut: { by: expect.any(String) as string } }],
  });
  await leaveOut(false);
  expect(await dashboard()).toMatchObject({ totals: { passRate: 25, leftOut: 0 } });
  expect((await leaveOut(true, 999_999)).status).toBe(404);
});

test("the same host in another project is shown to users who can see that project", async () => {
  await using shop = await failingProject();
  await shop.run(outage(6));
  const other = await seedProject(shop.plumb, "Billing");
  const startedAt = shop.plumb.time.now.toISOString();
  await send(shop.plumb, other.key, { "r.xml": junit(outage(5)) }, { suite: "billing", build: "1", startedAt });
  await runJobs(shop.plumb.context);
  const seen = async (token: string, projectId: number) =>
    (await call<{ data: Incident[] }>(shop.plumb, "GET", `/api/analysis/projects/${projectId}/incidents`, { token }))
      .body.data[0]?.elsewhere;
  const both = await readRows<{ project_id: number }>(shop.plumb.context.db, "select project_id from incident");
  expect(both.length).toBe(2);
  const lead = await seedPerson(shop.plumb, "lead", { projectId: shop.projectId, projectRole: "LEAD" });
  expect(await seen(lead.token, shop.projectId)).toEqual([]);
  expect(await seen(shop.token, shop.projectId)).toMatchObject([{ projectName: "Billing", tests: 5, failures: 5 }]);
});

const attempt = (index: number, worker: number, message?: string) => ({
  title: `test ${index}`,
  attempts: [
    {
      status: message === undefined ? ("passed" as const) : ("failed" as const),
      start: index,
      seconds: 1,
      worker,
      ...(message !== undefined && { message }),
    },
  ],
});

test("finds one worker that fails while the others work", async () => {
  await using shop = await failingProject();
  const report = playwright([
    ...[1, 2, 3].map((index) =>
      attempt(index, 2, "browserType.launch: Target page, context or browser has been closed"),
    ),
    ...[4, 5, 6].map((index) => attempt(index, 2, down)),
    ...[7, 8, 9].map((index) => attempt(index, 1)),
  ]);
  await send(shop.plumb, shop.key, { "results.json": report }, { suite: "shop", build: "1" });
  await runJobs(shop.plumb.context);
  expect((await shop.get<Incident[]>("incidents?timeWindow=custom")).data).toMatchObject([
    { kind: "worker", name: "worker 2 of shop #1", tests: 6 },
  ]);
});

const passing = (tests: number) => Array.from({ length: tests }, (_, index) => ["cart", `test ${index}`] as const);

/** Runs start one minute after another. */
async function browsers() {
  const shop = await failingProject();
  const start = shop.plumb.time.now.getTime();
  let minutes = 0;
  const run = (cases: Parameters<typeof shop.run>[0], fact: string, query: Record<string, string> = {}) => {
    minutes += 1;
    return shop.run(cases, { fact, startedAt: new Date(start + minutes * 60_000).toISOString(), ...query });
  };
  const named = async () => (await shop.get<Incident[]>("incidents")).data.map(({ kind, name }) => [kind, name]);
  return { shop, run, named };
}

test("a fact is the ground of an incident if runs with another value passed, even if those end later", async () => {
  const { shop, run, named } = await browsers();
  await using _ = shop;
  await run(outage(8), "browser=chrome-143");
  await run(outage(8), "browser=chrome-143");
  expect(await named()).toEqual([["host", "inventory.staging"]]);
  const [before] = (await shop.get<Incident[]>("incidents")).data;
  const excluded = { token: shop.token, body: { leftOut: true } };
  const path = `/api/analysis/projects/${shop.projectId}/incidents/${before?.id}/left-out`;
  expect((await call(shop.plumb, "PUT", path, excluded)).status).toBe(200);
  await run(passing(8), "browser=firefox-140");
  await run(passing(8), "browser=firefox-140");
  const [after] = (await shop.get<Incident[]>("incidents")).data;
  expect(await named()).toEqual([["fact", "browser=chrome-143"]]);
  // It is the same incident, which a user excluded from the rates.
  expect(after).toMatchObject({ id: before?.id, tests: 8, failures: 16, leftOut: { by: expect.anything() as string } });
  await shop.post(`projects/${shop.projectId}/auto-classify`, {});
  await runJobs(shop.plumb.context);
  expect(await named()).toEqual([["fact", "browser=chrome-143"]]);
});

test("a fact of every run is not named, and neither is a value of one run only", async () => {
  const { shop, run, named } = await browsers();
  await using _ = shop;
  await run(outage(8), "browser=chrome-143");
  await run(passing(8), "browser=chrome-143");
  await run(passing(8), "browser=firefox-140");
  await run(passing(8), "browser=firefox-140");
  expect(await named()).toEqual([["host", "inventory.staging"]]);
});

test("parts of one build with different values are compared, and facts that coincide are named together", async () => {
  const { shop, run, named } = await browsers();
  await using _ = shop;
  const send1 = async (part: number, cases: Parameters<typeof junit>[0], facts: string[]) => {
    const own = cases.map(([suite, name, failure]) => [suite, `${part} ${name}`, failure] as const);
    const query = [["build", "1"], ["suite", "shop"], ...facts.map((fact) => ["fact", fact])];
    await send(shop.plumb, shop.key, { [`${part}.xml`]: junit(own as never) }, query);
  };
  await send1(1, outage(8), ["browser=chrome-143", "driver=143.0.1"]);
  await send1(2, outage(8), ["browser=chrome-143", "driver=143.0.1"]);
  await send1(3, passing(8), ["browser=firefox-140", "driver=0.36"]);
  await send1(4, passing(8), ["browser=firefox-140", "driver=0.36"]);
  await runJobs(shop.plumb.context);
  expect(await named()).toEqual([["fact", "browser=chrome-143 and driver=143.0.1"]]);
  await run(passing(1), "browser=firefox-140");
  expect(await named()).toEqual([["fact", "browser=chrome-143 and driver=143.0.1"]]);
});
