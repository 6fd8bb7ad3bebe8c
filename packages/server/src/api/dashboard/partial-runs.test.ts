import type { Dashboard } from "@plumb/contract/projects/dashboard.ts";
import type { GateReport } from "@plumb/contract/runs/gate.ts";
import type { ReportChanges } from "@plumb/contract/runs/compare.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { testEvent } from "#testing/live-events.ts";
import { openLive } from "#testing/live-run.ts";
import { junit } from "#testing/reports.ts";

const names = Array.from({ length: 12 }, (_, index) => `test ${index + 1}`);

/** Helpers for a suite whose runs are one hour apart. */
function suite(plumb: TestApp, { key, token, projectId }: { key: string; token: string; projectId: number }) {
  let hour = 0;
  const get = async <Data>(path: string) => (await call<{ data: Data }>(plumb, "GET", path, { token })).body.data;
  return {
    /** Uploads a run of the given tests and returns the id of its report. */
    async run(
      tests: readonly string[],
      failing: readonly string[],
      query: Record<string, string> = {},
    ): Promise<number> {
      const cases = tests.map((name) => ["cart", name, ...(failing.includes(name) ? ["no"] : [])] as never);
      hour += 1;
      const startedAt = new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
      const build = String(hour);
      const sent = await send(plumb, key, { "a.xml": junit(cases) }, { suite: "web", build, startedAt, ...query });
      return sent.body.data.reportId;
    },
    dashboard: () => get<Dashboard>(`/api/projects/${projectId}/dashboard`),
    report: (id: number) => get<Report>(`/api/reports/${id}`),
    changes: (id: number) => get<ReportChanges>(`/api/reports/${id}/changes`),
    gate: async (id: number) => (await get<GateReport[]>(`/api/gate?reportId=${id}`))[0],
    /** Returns the numbers of the reports that make their suites red. */
    red: async () =>
      (await get<Dashboard>(`/api/projects/${projectId}/dashboard`)).red.map(({ latest }) => latest.number),
  };
}

async function newSuite(plumb: TestApp) {
  return suite(plumb, await seedProject(plumb));
}

test("a run of a few tests is marked as partial and keeps a failed suite failed", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  const full = await web.run(names, ["test 1"]);
  const few = await web.run(["test 2", "test 3"], []);
  expect(await web.report(full)).toMatchObject({ partial: null });
  expect(await web.report(few)).toMatchObject({ status: "completed", partial: "Only 2 of about 12 tests ran" });
  expect(await web.gate(few)).toMatchObject({ partial: "Only 2 of about 12 tests ran" });
  expect(await web.dashboard()).toMatchObject({ suites: 1, redSuites: 1 });
  expect(await web.red()).toEqual([1]);
});

test("a suite passes when partial runs pass all tests that had failed", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  await web.run(names, ["test 1", "test 2"]);
  await web.run(["test 1"], [], { partial: "true" });
  expect(await web.red()).toEqual([1]);
  await web.run(["test 2"], [], { partial: "true" });
  expect(await web.dashboard()).toMatchObject({ suites: 1, redSuites: 0, green: { latest: { number: 3 } } });
});

/** Returns a test as the JUnit reports in this file name it. */
function named(id: string) {
  return { file: null, titlePath: ["all", "cart", id] };
}

test("tests skipped because of a failed hook keep a suite failed until they run", async () => {
  await using plumb = await createTestApp();
  const input = await seedProject(plumb);
  const web = suite(plumb, input);
  const full = await openLive(plumb, input.key, {
    suite: "web",
    environment: "default",
    startedAt: "2026-03-01T00:00:00Z",
  });
  const skipReason = "Did not run: the run ended, or an earlier failure stopped its group, before it started";
  await full.batch([
    testEvent("first", "failed", named("first")),
    testEvent("second", "skipped", { ...named("second"), skipReason }),
    testEvent("third", "skipped", { ...named("third"), skipReason: "Skipped" }),
  ]);
  await full.complete();
  await web.run(["first"], [], { partial: "true" });
  expect(await web.red()).toEqual([1]);
  await web.run(["second"], [], { partial: "true" });
  expect(await web.red()).toEqual([]);
});

test("a failure of a partial run stays until its test runs again", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  await web.run(names, []);
  await web.run(["test 1"], ["test 1"], { partial: "true" });
  expect(await web.red()).toEqual([2]);
  await web.run(["test 2"], [], { partial: "true" });
  expect(await web.red()).toEqual([2]);
  await web.run(["test 1"], [], { partial: "true" });
  expect(await web.red()).toEqual([]);
});

test("a whole run decides again, whatever ran before", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  await web.run(names, ["test 1"]);
  await web.run(["test 2"], ["test 2"], { partial: "true" });
  await web.run(names, []);
  expect(await web.dashboard()).toMatchObject({ redSuites: 0, green: { latest: { number: 3 } } });
});

test("a failed run that arrives after a partial one fails its suite", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  await web.run(names, []);
  const startedAt = "2026-03-01T05:00:00Z";
  await web.run(["test 2"], [], { partial: "true", startedAt });
  await web.run(names, ["test 1"], { startedAt: "2026-03-01T04:00:00Z" });
  expect(await web.red()).toEqual([3]);
});

test("a partial run is compared with the last whole run, and no run is compared with a partial one", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  const first = await web.run(names, ["test 1"]);
  const partial = await web.run(["test 2"], [], { partial: "true" });
  const last = await web.run(names, ["test 1"]);
  expect(await web.changes(partial)).toMatchObject({ base: { id: first }, counts: { fixed: 0, newFailure: 0 } });
  expect(await web.changes(last)).toMatchObject({ base: { id: first }, counts: { stillFailing: 1, newFailure: 0 } });
});

test("parts of a build that arrive one after another make a whole run", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  await web.run(names, []);
  const part = await web.run(names.slice(0, 2), [], { build: "next" });
  expect(await web.report(part)).toMatchObject({ partial: "Only 2 of about 12 tests ran" });
  await web.run(names.slice(2), [], { build: "next" });
  expect(await web.report(part)).toMatchObject({ partial: null });
});

test("a sender can declare a small run as whole, which makes it the baseline", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  await web.run(names, ["test 1"]);
  expect(await web.report(await web.run(["test 2"], [], { partial: "false" }))).toMatchObject({ partial: null });
  expect(await web.red()).toEqual([]);
  expect(await web.report(await web.run(["test 2"], []))).toMatchObject({ partial: null });
});

test("a run that broke before its tests keeps its suite failed until a whole run", async () => {
  await using plumb = await createTestApp();
  const web = await newSuite(plumb);
  await web.run(names, []);
  const broken = await web.run([], []);
  expect(await web.report(broken)).toMatchObject({ status: "failed", partial: "Only 0 of about 12 tests ran" });
  await web.run(["test 1"], [], { partial: "true" });
  expect(await web.red()).toEqual([2]);
  await web.run(names, []);
  expect(await web.red()).toEqual([]);
});
