import type { ProjectState } from "@plumb/contract/projects/projects.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { seedPerson } from "#testing/people.ts";
import { junit } from "#testing/reports.ts";
import { seedRuns } from "#testing/runs.ts";

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
