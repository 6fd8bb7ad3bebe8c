import type { GateReport } from "@plumb/contract/runs/gate.ts";
import type { ReportChanges } from "@plumb/contract/runs/compare.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { junit } from "#testing/reports.ts";
import { runJobs } from "#jobs/engine.ts";

/** Sends runs of the tests `a`, `b` and `c`, one per hour. */
function shop(plumb: TestApp, { key, token, projectId }: { key: string; token: string; projectId: number }) {
  let hour = 0;
  const get = async <Data>(path: string) => (await call<{ data: Data }>(plumb, "GET", path, { token })).body.data;
  return {
    async run(failing: string, query: Record<string, string> = {}): Promise<number> {
      hour += 1;
      const cases = ["a", "b", "c"].map((name) => ["cart", name, ...(failing.includes(name) ? ["no"] : [])] as never);
      const startedAt = new Date(Date.UTC(2026, 2, 1, hour)).toISOString();
      const sent = await send(
        plumb,
        key,
        { "a.xml": junit(cases) },
        { build: String(hour), suite: "web", startedAt, ...query },
      );
      return sent.body.data.reportId;
    },
    /** Returns number and branch of the base, and the names of the new failures. */
    async gate(reportId: number) {
      const [report] = await get<GateReport[]>(`/api/gate?reportId=${reportId}`);
      const fresh = report?.tests.filter(({ known }) => !known).map(({ name }) => name.split(" › ").at(-1));
      const base = report?.comparedWith ?? null;
      return { base: base && [base.number, base.branch], fresh, asked: report?.baseBranches };
    },
    changes: (reportId: number, against = "base") =>
      get<ReportChanges>(`/api/reports/${reportId}/changes?against=${against}`),
    settings: (settings: object) =>
      call(plumb, "PUT", `/api/projects/${projectId}`, {
        token,
        body: { settings: { retentionDays: 30, ...settings } },
      }),
  };
}

async function newShop(plumb: TestApp) {
  return shop(plumb, await seedProject(plumb));
}

test("a failure that a branch introduces is new on every push until it is fixed", async () => {
  await using plumb = await createTestApp();
  const web = await newShop(plumb);
  await web.run("", { branch: "main" });
  const first = await web.run("b", { branch: "feature" });
  const second = await web.run("b", { branch: "feature" });
  expect(await web.gate(first)).toMatchObject({ base: [1, "main"], fresh: ["b"] });
  expect(await web.gate(second)).toMatchObject({ base: [1, "main"], fresh: ["b"] });
  const changes = await web.changes(second);
  expect(changes).toMatchObject({
    base: { number: 1 },
    previous: { number: 2 },
    counts: { newFailure: 1, stillFailing: 0 },
  });
  // The second comparison is with the previous run on the same branch.
  expect(await web.changes(second, "branch")).toMatchObject({
    base: { number: 2 },
    counts: { newFailure: 0, stillFailing: 1 },
  });
  // After the merge, the failure is known on later branches.
  await web.run("b", { branch: "main" });
  expect(await web.gate(await web.run("bc", { branch: "other" }))).toMatchObject({ base: [4, "main"], fresh: ["c"] });
});

test("a run on a main branch is compared with the previous one on it", async () => {
  await using plumb = await createTestApp();
  const web = await newShop(plumb);
  await web.run("a", { branch: "develop" });
  await web.run("", { branch: "main" });
  const later = await web.run("ab", { branch: "develop" });
  expect(await web.gate(later)).toMatchObject({ base: [1, "develop"], fresh: ["b"] });
  expect(await web.changes(later)).toMatchObject({ base: { number: 1 }, previous: null });
  // A report without a branch counts as a run of a main branch.
  await web.run("c");
  expect(await web.gate(await web.run("c"))).toMatchObject({ base: [4, null], fresh: [] });
});

test("a pull request is compared with its target branch, or with a main branch if that has no run", async () => {
  await using plumb = await createTestApp();
  const web = await newShop(plumb);
  await web.run("a", { branch: "release/1" });
  await web.run("", { branch: "main" });
  const into = (targetBranch: string) => web.run("ab", { branch: "fix", pullRequest: "7", targetBranch });
  expect(await web.gate(await into("release/1"))).toMatchObject({ base: [1, "release/1"], fresh: ["b"] });
  expect(await web.gate(await into("release/2"))).toMatchObject({
    base: [2, "main"],
    fresh: ["a", "b"],
    asked: ["release/2", "main", "master", "trunk", "develop"],
  });
  // A pull request from one main branch into another.
  const merge = await web.run("a", { branch: "develop", targetBranch: "release/1" });
  expect(await web.gate(merge)).toMatchObject({ base: [1, "release/1"], fresh: [] });
});

test("without a run on a main branch there is no base, and every failure is new", async () => {
  await using plumb = await createTestApp();
  const web = await newShop(plumb);
  await web.run("a", { branch: "feature" });
  const second = await web.run("a", { branch: "feature" });
  expect(await web.gate(second)).toEqual({ base: null, fresh: ["a"], asked: ["main", "master", "trunk", "develop"] });
  expect(await web.changes(second)).toMatchObject({ base: null, previous: { number: 1 }, counts: null });
  await web.settings({ mainBranches: ["feature"] });
  expect(await web.gate(second)).toEqual({ base: [1, "feature"], fresh: [], asked: ["feature"] });
});

test("a base is whole, earlier, and of the same suite and environment", async () => {
  await using plumb = await createTestApp();
  const web = await newShop(plumb);
  await web.run("a", { branch: "main" });
  await web.run("", { branch: "main", suite: "api" });
  await web.run("", { branch: "main", environment: "staging" });
  await web.run("", { branch: "main", partial: "true" });
  const branch = await web.run("a", { branch: "feature" });
  await web.run("", { branch: "main" });
  expect(await web.gate(branch)).toMatchObject({ base: [1, "main"], fresh: [] });
});

test("the last green run is complete, earlier, and of the same suite, environment and branch", async () => {
  await using plumb = await createTestApp();
  const web = await newShop(plumb);
  const green = await web.run("", { branch: "main" });
  const second = await web.run("a", { branch: "main" });
  await web.run("", { branch: "main", suite: "api" });
  await web.run("", { branch: "main", environment: "staging" });
  await web.run("", { branch: "main", partial: "true" });
  await web.run("", { branch: "feature" });
  const third = await web.run("a", { branch: "main" });
  await web.run("", { branch: "main" });
  expect((await web.changes(third)).lastGreen).toEqual({
    id: green,
    number: 1,
    startTime: "2026-03-01T01:00:00.000Z",
    branch: "main",
  });
  expect(await web.changes(third)).toMatchObject({ base: { id: second } });
  expect((await web.changes(green)).lastGreen).toBeNull();
});

test("causes that failed before are listed with the first run of the streak", async () => {
  await using plumb = await createTestApp();
  const web = await newShop(plumb);
  await web.run("a", { branch: "main" });
  await web.run("", { branch: "main" });
  const first = await web.run("a", { branch: "main" });
  await web.run("a", { branch: "main", environment: "staging" });
  const last = await web.run("a", { branch: "main" });
  await runJobs(plumb.context);
  expect((await web.changes(first)).failingSince).toEqual([]);
  expect((await web.changes(last)).failingSince).toMatchObject([{ run: { id: first, number: 3 }, atLeast: false }]);
});

/** Returns a report with three rows of the same name. */
function rows(...failing: number[]): string {
  return junit([1, 2, 3].map((row) => ["tax", "[1] de", ...(failing.includes(row) ? [`row ${row}`] : [])] as never));
}

test("a row that starts to fail is new, even if another row with its name failed before", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const web = shop(plumb, seeded);
  const startedAt = "2026-03-01T00:00:00Z";
  await send(plumb, seeded.key, { "a.xml": rows(1) }, { suite: "tax", build: "1", branch: "main", startedAt });
  const { body } = await send(plumb, seeded.key, { "a.xml": rows(1, 3) }, { suite: "tax", build: "2", branch: "fix" });
  expect(await web.gate(body.data.reportId)).toMatchObject({ base: [1, "main"], fresh: ["[1] de"] });
});
