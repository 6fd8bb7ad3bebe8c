import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import type { Dashboard } from "@plumb/contract/projects/dashboard.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";
import { runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";
import { seedRuns } from "#testing/runs.ts";
import { projectStates } from "#store/projects/project-states.ts";
import { newCausesOf, presentStates } from "./present-states.ts";
import { statementsOf } from "#testing/statements-of.ts";

interface Page {
  readonly data: ProjectState[];
  readonly nextCursor: string | null;
}

const green = junit([["cart", "adds"]]);
const red = junit([["cart", "adds", "failed"]]);

async function states(plumb: TestApp, token: string, query = ""): Promise<Page> {
  return (await call<Page>(plumb, "GET", `/api/projects/states?${query}`, { token })).body;
}

function named({ data }: Page): string[] {
  return data.map(({ name, role }) => `${name} ${role}`);
}

test("a project has failed if the last finished run of a suite failed, and shows its newest run", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const upload = (build: string, suite: string, content: string) =>
    send(plumb, key, { [`${build}.xml`]: content }, { build, suite, startedAt: `2026-03-0${build}T10:00:00Z` });
  expect((await states(plumb, token)).data).toEqual([
    {
      id: projectId,
      name: "Shop",
      description: "Tests of Shop",
      type: "other",
      status: "active",
      role: null,
      failingSuites: 0,
      suites: 0,
      latest: null,
      failing: null,
      main: null,
      newCauses: 0,
      newCause: null,
      current: { totalReports: 0, totalTests: 0, passRate: null, avgDuration: null, timedReports: 0 },
      days: [],
      flakyTests: 0,
      topOwner: null,
    },
  ]);

  await upload("1", "web", red);
  const { reportId: redId } = (await upload("2", "api", red)).body.data;
  const { reportId } = (await upload("3", "web", green)).body.data;
  expect((await states(plumb, token)).data).toMatchObject([
    {
      failingSuites: 1,
      suites: 2,
      latest: {
        id: reportId,
        number: 3,
        testSuite: "web",
        status: "completed",
        startTime: "2026-03-03T10:00:00.000Z",
        total: 1,
        passed: 1,
        failed: 0,
        errored: 0,
        skipped: 0,
        flaky: 0,
      },
      failing: {
        id: redId,
        number: 2,
        testSuite: "api",
        status: "failed",
        startTime: "2026-03-02T10:00:00.000Z",
        failed: 1,
      },
    },
  ]);
});

test("a suite that rarely runs stays failed, however often the others ran since", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await seedProject(plumb);
  const often = Array.from({ length: 40 }, () => ({ suite: "web" }));
  const [seldom] = await seedRuns(plumb.context.db, projectId, [{ suite: "nightly", status: "failed" }, ...often]);
  expect((await states(plumb, token)).data).toMatchObject([{ failingSuites: 1, suites: 2, failing: { id: seldom } }]);
});

test("users see their projects with their role, and administrators see all projects", async () => {
  await using plumb = await createTestApp();
  const shop = await seedProject(plumb, "Shop");
  await seedProject(plumb, "Store");
  const ada = await seedPerson(plumb, "ada", { projectId: shop.projectId, projectRole: "LEAD" });
  expect(named(await states(plumb, ada.token))).toEqual(["Shop LEAD"]);
  expect(named(await states(plumb, shop.token))).toEqual(["Shop null", "Store null"]);
  await call(plumb, "DELETE", `/api/projects/${shop.projectId}`, { token: shop.token, body: { confirm: "Shop" } });
  expect(named(await states(plumb, ada.token))).toEqual([]);
});

test("the list continues at the end of a page, ignoring case, filtered by text and state", async () => {
  await using plumb = await createTestApp();
  const { token } = await seedProject(plumb, "apple");
  for (const name of ["Banana", "cherry"]) await seedProject(plumb, name);
  const { key } = await seedProject(plumb, "Damson");
  await send(plumb, key, { "a.xml": red });
  const names = async (query: string) => (await states(plumb, token, query)).data.map(({ name }) => name);

  const first = await states(plumb, token, "limit=2");
  expect(first.data.map(({ name }) => name)).toEqual(["apple", "Banana"]);
  expect(await names(`limit=2&cursor=${first.nextCursor}`)).toEqual(["cherry", "Damson"]);
  expect((await states(plumb, token, "limit=4")).nextCursor).toBeNull();
  expect(await names("search=AN")).toEqual(["Banana"]);
  expect(await names("search=tests of da")).toEqual(["Damson"]);
  expect(await names("search=%25")).toEqual([]);
  expect(await names("state=failing")).toEqual(["Damson"]);
  expect(await names("state=other&limit=2")).toEqual(["apple", "Banana"]);
});

const refused = ["opens", "connect ECONNREFUSED 10.0.0.7:5432"] as const;
const ambiguous = ["pays", "strict mode violation: getByRole('button') resolved to 3 elements"] as const;

const owned = (title: string, owner: string) => ({ title, attempts: ["failed"] as const, owner });

/** Uploads two runs of a suite: with an error that the second repeats, and with a new one. Adds failures of owners, and a running run. */
async function seedCauses(plumb: TestApp, { key, projectId }: { key: string; projectId: number }): Promise<void> {
  const upload = (build: string, startedAt: string, failures: readonly (readonly [string, string])[]) =>
    send(
      plumb,
      key,
      { "a.xml": junit(failures.map(([name, message]) => ["cart", name, message])) },
      { build, suite: "web", branch: "main", startedAt },
    );
  await upload("1", "2026-02-20T10:00:00Z", [refused]);
  await upload("2", "2026-03-01T08:00:00Z", [refused, ambiguous]);
  const cases = [owned("adds", "@cart"), owned("sells", "@payment"), owned("ships", "@payment")];
  await send(
    plumb,
    key,
    { "r.json": playwright(cases) },
    { build: "3", suite: "e2e", startedAt: "2026-02-20T09:00:00Z" },
  );
  await seedRuns(plumb.context.db, projectId, [
    { suite: "nightly", status: "running", branch: "main", startedAt: "2026-03-01T09:30:00Z" },
  ]);
  await runJobs(plumb.context);
}

test("each project has the values of its dashboard", async () => {
  await using plumb = await createTestApp();
  const projects = [await seedProject(plumb, "Shop"), await seedProject(plumb, "Store")];
  const [shop] = projects as [(typeof projects)[0]];
  await seedCauses(plumb, shop);
  await send(plumb, projects[1]?.key ?? "", { "a.xml": green }, { startedAt: "2026-03-01T09:00:00Z" });
  await runStatement(plumb.context.db, `update test_state set state = 'flaky' where project_id = ${shop.projectId}`);
  const { data } = await states(plumb, shop.token);
  for (const state of data) {
    const read = async <Body>(path: string) =>
      (await call<{ data: Body }>(plumb, "GET", path, { token: shop.token })).body.data;
    const dashboard = await read<Dashboard>(`/api/projects/${state.id}/dashboard`);
    expect(dashboard.current).toMatchObject(state.current);
    expect(state.days).toEqual(dashboard.days);
    const fresh = dashboard.causes.filter((cause) => cause.state === "new");
    expect([state.newCauses, state.newCause?.groupId, state.newCause?.error]).toEqual([
      fresh.length,
      fresh[0]?.groupId,
      fresh[0]?.error,
    ]);
    expect(state.topOwner).toEqual(dashboard.red.flatMap(({ owners }) => owners.most)[0] ?? null);
    const tests = await read<unknown[]>(`/api/projects/${state.id}/tests?view=flaky`);
    expect(state.flakyTests).toBe(tests.length);
  }
  expect(data[0]).toMatchObject({
    name: "Shop",
    current: { totalReports: 4 },
    main: { testSuite: "nightly", status: "running" },
    topOwner: { owner: "@payment", failures: 2 },
  });
  expect(data[0]?.newCauses).toBeGreaterThan(0);
  expect(data[0]?.flakyTests).toBeGreaterThan(0);
});

test("the number of statements does not depend on the number of projects", async () => {
  await using plumb = await createTestApp();
  const reader = { userId: 0, everyProject: true, search: "", state: undefined, after: undefined, limit: 10 };
  const { now } = plumb.time;
  const statements = () =>
    statementsOf(plumb.context.db, async (db) => {
      const rows = await projectStates(db, { ...reader, now });
      return presentStates(db, rows, { causes: await newCausesOf(db, rows, now), now });
    });
  await seedCauses(plumb, await seedProject(plumb, "Shop"));
  const ofOne = await statements();
  for (const name of ["Store", "Web"]) await seedCauses(plumb, await seedProject(plumb, name));
  expect(await statements()).toBe(ofOne);
  expect(ofOne).toBe(7);
});

test("failing projects with new causes come before those without, across pages", async () => {
  await using plumb = await createTestApp();
  const [shop, store, web] = [
    await seedProject(plumb, "Shop"),
    await seedProject(plumb, "Store"),
    await seedProject(plumb, "Web"),
  ];
  for (const { key } of [shop, store, web])
    for (const [build, startedAt] of [
      ["1", "2026-02-20T10:00:00Z"],
      ["2", "2026-02-21T10:00:00Z"],
    ] as const)
      await send(plumb, key, { "a.xml": junit([["cart", ...refused]]) }, { build, suite: "web", startedAt });
  await send(plumb, web.key, { "a.xml": junit([["cart", ...ambiguous]]) }, { build: "3", suite: "api" });
  await runJobs(plumb.context);
  const first = await states(plumb, shop.token, "state=failing&limit=2");
  const second = await states(plumb, shop.token, `state=failing&limit=2&cursor=${first.nextCursor}`);
  expect([...first.data, ...second.data].map(({ name, newCauses }) => [name, newCauses])).toEqual([
    ["Web", 1],
    ["Shop", 0],
    ["Store", 0],
  ]);
  expect(second.nextCursor).toBeNull();
  expect((await states(plumb, shop.token, `state=failing&cursor=${second.data[0]?.id}x`)).data).toBeInstanceOf(Array);
});

test("the main branches of a project are its own, and a run of another branch is not on them", async () => {
  await using plumb = await createTestApp();
  const { token, key, projectId } = await seedProject(plumb);
  const upload = (build: string, branch: string, content: string) =>
    send(plumb, key, { "a.xml": content }, { build, branch, startedAt: `2026-03-0${build}T10:00:00Z` });
  await upload("1", "main", green);
  await upload("2", "release", red);
  await upload("3", "feature", red);
  expect((await states(plumb, token)).data[0]?.main).toMatchObject({ number: 1, status: "completed" });
  const body = { settings: { mainBranches: ["release"] } };
  await call(plumb, "PUT", `/api/projects/${projectId}`, { token, body });
  expect((await states(plumb, token)).data[0]?.main).toMatchObject({ number: 2, failed: 1 });
});
