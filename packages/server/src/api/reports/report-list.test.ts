import type { Report } from "@plumb/contract/runs/reports.ts";
import { expect, test } from "vitest";
import { call, createTestApp, seedProject, type TestApp } from "#testing/app.ts";
import { runStatement } from "#testing/database.ts";
import { seedPerson } from "#testing/people.ts";
import { seedRuns, type SeededRun } from "#testing/runs.ts";

interface Page {
  readonly data: Report[];
  readonly nextCursor: string | null;
  readonly error?: string;
}

async function project(plumb: TestApp, runs: readonly SeededRun[]) {
  const seeded = await seedProject(plumb);
  const ids = await seedRuns(plumb.context.db, seeded.projectId, runs);
  const list = (query: string, token = seeded.token) =>
    call<Page>(plumb, "GET", `/api/reports?projectId=${seeded.projectId}&${query}`, { token });
  return { ...seeded, ids, list };
}

const numbers = ({ body }: { body: Page }) => body.data.map(({ number }) => number);

const mixed: readonly SeededRun[] = [
  {
    suite: "Checkout E2E",
    environment: "staging",
    framework: "playwright",
    status: "failed",
    failed: 2,
    branch: "main",
    commitAuthor: "Ada Lovelace",
    pullRequest: "12",
    failedOwners: ["@shop"],
    passedOwners: ["@web"],
  },
  { suite: "api-contract", environment: "Production", framework: "junit", status: "completed", tags: ["nightly"] },
  { suite: "mobile web", environment: "qa", framework: "cypress", status: "running", durationMs: null },
  {
    suite: "Ärger",
    environment: "staging",
    framework: "playwright",
    status: "interrupted",
    authors: ["Ada Lovelace"],
    failedOwners: ["@shop", "@web"],
  },
  {
    suite: "api-contract",
    environment: "qa",
    framework: "junit",
    authors: ["Grace Hopper", "linus"],
    tags: ["a", "b"],
  },
];

test.for([
  ["", [5, 4, 3, 2, 1]],
  ["search=CHECK", [1]],
  ["search=production", [2]],
  ["search=cypr", [3]],
  ["search=ärg", [4]],
  ["search=contract%20qa", [5]],
  ["search=contract%20moon", []],
  ["search=%25", []],
  ["search=%233", [3]],
  ["search=%20%20", [5, 4, 3, 2, 1]],
  ["status=failed", [1]],
  ["status=failed&status=running", [3, 1]],
  ["status=&status=failed", [1]],
  ["status=", [5, 4, 3, 2, 1]],
  ["environment=staging", [4, 1]],
  ["environment=Staging", []],
  ["environment=qa&framework=junit", [5]],
  ["environment=qa&framework=playwright", []],
  ["suite=api-contract&sortOrder=asc", [2, 5]],
  ["branch=main", [1]],
  ["commitAuthor=Ada%20Lovelace&commitAuthor=x", [1]],
  ["pullRequest=12", [1]],
  ["pullRequest=1", []],
  ["owner=@shop", [4, 1]],
  ["owner=@web", [4]],
  ["owner=@web&owner=@shop&status=failed", [1]],
  ["owner=@nobody", []],
  ["tag=nightly&tag=b", [5, 2]],
  ["author=ADA|%20grace", [5, 4]],
  ["author=ada%20|%20nobody", [4]],
  ["author=%5Eli.us%24", [5]],
  ["author=nobody", []],
  ["author=%5Bunclosed", []],
  ["author=.*&status=interrupted", [4]],
  ["author=%20", [5, 4, 3, 2, 1]],
] as const)("?%s lists %j", async ([query, expected]) => {
  await using plumb = await createTestApp();
  const { list } = await project(plumb, mixed);
  expect(numbers(await list(query))).toEqual(expected);
});

test("a report is found by any part of its id", async () => {
  await using plumb = await createTestApp();
  const { db } = plumb.context;
  await runStatement(db, "select setval('run_id_seq', greatest(nextval('run_id_seq'), 120040))");
  const { ids, list } = await project(
    plumb,
    Array.from({ length: 70 }, () => ({})),
  );
  const [low = "", high = ""] = [ids[0], ids[69]].map(String);
  // Whole ids, parts of ids, leading zeros, single digits, and a longer number.
  for (const part of [
    low,
    high,
    low.slice(1),
    high.slice(1, 5),
    high.slice(2),
    low.slice(0, 3),
    "004",
    "0",
    `${low}0`,
  ]) {
    const found = (await list(`limit=200&search=${part}`)).body.data.map(({ id }) => id);
    const numbered = ids.filter((id, index) => String(id).includes(part) || String(index + 1) === String(Number(part)));
    expect([part, found.toSorted((a, b) => a - b)]).toEqual([part, numbered]);
  }
});

test("days are those of the reader, from the midnight of the first day to the one after the last", async () => {
  await using plumb = await createTestApp();
  const { token, list } = await project(plumb, [
    { startedAt: "2026-03-10T22:59:59Z" },
    { startedAt: "2026-03-10T23:00:00Z" },
    { startedAt: "2026-03-11T22:59:59.999Z" },
    { startedAt: "2026-03-11T23:00:00Z" },
  ]);
  const berlin = "startDate=2026-03-11&endDate=2026-03-11&timeZone=Europe/Berlin";
  expect(numbers(await list(berlin))).toEqual([3, 2]);
  expect(numbers(await list("startDate=2026-03-11&endDate=2026-03-11"))).toEqual([4, 3]);
  await call(plumb, "PUT", "/api/profile", { token, body: { timezone: "Europe/Berlin" } });
  expect(numbers(await list("startDate=2026-03-11&endDate=2026-03-11"))).toEqual([3, 2]);
  expect(numbers(await list("startDate=2026-03-11T22:59:59.999Z&endDate=2026-03-11T23:00:00Z"))).toEqual([4, 3]);
  expect(numbers(await list("startDate=2026-03-12&endDate=2026-03-10"))).toEqual([]);
});

test.for([
  "startDate=yesterday",
  "endDate=0000-01-01",
  "endDate=9999-12-31",
  "startDate=2026-03-11&timeZone=Mars/Base",
  "status=broken",
  "sortBy=suite",
  "cursor=e30",
  "limit=0",
])("?%s is rejected", async (query) => {
  await using plumb = await createTestApp();
  const { list } = await project(plumb, []);
  expect(await list(query)).toMatchObject({ status: 400, body: { success: false, code: "invalid" } });
});

const ordered: readonly SeededRun[] = [
  { suite: "b", durationMs: 50, passed: 1, failed: 1, startedAt: "2026-03-01T00:00:00.000123Z" },
  { suite: "a", durationMs: null, passed: 0, startedAt: "2026-03-01T00:00:00.000456Z" },
  { suite: "a", durationMs: 10.5, passed: 9, failed: 1, errored: 2 },
  { suite: "c", durationMs: 50, passed: 3, startedAt: "2026-03-01T00:00:00.000789Z" },
  { suite: "a", durationMs: null, passed: 0, failed: 0 },
  { suite: "b", durationMs: 70, passed: 1, failed: 2 },
];

test.for([
  ["startTime", "desc", [4, 2, 1, 6, 5, 3]],
  ["startTime", "asc", [3, 5, 6, 1, 2, 4]],
  ["duration", "desc", [6, 4, 1, 3, 5, 2]],
  ["duration", "asc", [3, 1, 4, 6, 2, 5]],
  ["passRate", "desc", [4, 3, 1, 6, 5, 2]],
  ["passRate", "asc", [6, 1, 3, 4, 2, 5]],
  ["failed", "desc", [3, 6, 1, 5, 4, 2]],
  ["failed", "asc", [2, 4, 5, 1, 6, 3]],
  ["testSuite", "asc", [2, 5, 3, 1, 6, 4]],
  ["testSuite", "desc", [4, 1, 6, 2, 5, 3]],
] as const)("sorts by %s %s, page by page, without gaps or repeats", async ([sortBy, sortOrder, expected]) => {
  await using plumb = await createTestApp();
  const { list } = await project(plumb, ordered);
  for (const limit of [1, 2, 6]) {
    const found: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page: { body: Page } = await list(
        `sortBy=${sortBy}&sortOrder=${sortOrder}&limit=${limit}&cursor=${cursor}`,
      );
      found.push(...numbers(page));
      cursor = page.body.nextCursor;
    }
    expect(found).toEqual(expected);
  }
});

test("new reports between two pages do not shift later pages", async () => {
  await using plumb = await createTestApp();
  const { list, projectId } = await project(
    plumb,
    Array.from({ length: 6 }, () => ({})),
  );
  const first = await list("limit=3");
  await seedRuns(plumb.context.db, projectId, [{}, {}]);
  const rest = await list(`limit=3&cursor=${first.body.nextCursor}`);
  expect([...numbers(first), ...numbers(rest)]).toEqual([6, 5, 4, 3, 2, 1]);
  expect(rest.body.nextCursor).toBeNull();
});

test("a cursor is only valid for its order", async () => {
  await using plumb = await createTestApp();
  const { list } = await project(plumb, mixed);
  const { nextCursor } = (await list("limit=2&sortBy=failed")).body;
  expect((await list(`limit=2&sortBy=failed&cursor=${nextCursor}`)).status).toBe(200);
  expect((await list(`limit=2&cursor=${nextCursor}`)).body.error).toMatch(/Cursor/);
});

test("a search with a request body returns the same as the list", async () => {
  await using plumb = await createTestApp();
  const { token, projectId, list } = await project(plumb, mixed);
  const search = (body: object) => call<Page>(plumb, "POST", "/api/reports/search", { token, body });
  const found = await search({
    projectId,
    query: "api",
    filters: { environment: ["qa", "Production"], status: "completed" },
  });
  expect(found.body).toEqual((await list("search=api&environment=qa&environment=Production&status=completed")).body);
  expect(numbers(found)).toEqual([5, 2]);
  const first = await search({ projectId: String(projectId), limit: 2, sortBy: "testSuite", sortOrder: "asc" });
  const { nextCursor: cursor } = first.body;
  const second = await search({ projectId, limit: 2, sortBy: "testSuite", sortOrder: "asc", cursor });
  expect(numbers(second)).not.toEqual(numbers(first));
  expect(await search({ query: "api" })).toMatchObject({
    status: 400,
    body: { fields: { projectId: "Project ID is required" } },
  });
  const outsider = await seedPerson(plumb, "outsider");
  const requested = await call(plumb, "POST", "/api/reports/search", { token: outsider.token, body: { projectId } });
  expect(requested.status).toBe(404);
});

test("filter values come only from reports of the project, and from all of them", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await project(plumb, mixed);
  const other = await seedProject(plumb, "Other");
  await seedRuns(plumb.context.db, other.projectId, [
    { suite: "secret", environment: "moon", branch: "x", failedOwners: ["@them"] },
  ]);
  const options = await call(plumb, "GET", `/api/reports/filters?projectId=${projectId}`, { token });
  expect(options.body["data"]).toEqual({
    status: ["completed", "failed", "interrupted", "running"],
    environment: expect.toSatisfy((all: string[]) => all.toSorted().join() === "Production,qa,staging") as unknown,
    framework: ["cypress", "junit", "playwright"],
    suite: expect.toSatisfy((all: string[]) => all.length === 4 && all.includes("Ärger")) as unknown,
    branch: ["main"],
    commitAuthor: ["Ada Lovelace"],
    pullRequest: ["12"],
    tag: [],
    fact: [],
    owner: ["@shop", "@web"],
  });
  const none = await seedProject(plumb, "Empty");
  const empty = await call(plumb, "GET", `/api/reports/filters?projectId=${none.projectId}`, { token });
  expect(empty.body["data"]).toEqual({
    status: [],
    environment: [],
    framework: [],
    suite: [],
    branch: [],
    commitAuthor: [],
    pullRequest: [],
    tag: [],
    fact: [],
    owner: [],
  });
});

test("any value can be found, even if there are more than the list shows", async () => {
  await using plumb = await createTestApp();
  const { token, projectId } = await project(
    plumb,
    Array.from({ length: 502 }, (_, index) => ({ environment: `Env-${String(index).padStart(3, "0")}` })),
  );
  const found = async (find: string) => {
    const path = `/api/reports/filters?projectId=${projectId}&find=${encodeURIComponent(find)}`;
    return (await call<{ data: { environment: string[] } }>(plumb, "GET", path, { token })).body.data.environment;
  };
  expect(await found("")).toHaveLength(500);
  expect(await found(" env-501 ")).toEqual(["Env-501"]);
  expect(await found("ENV-00")).toHaveLength(10);
  expect(await found("%")).toEqual([]);
});

test("a project with more suites than the list holds can still be searched", async () => {
  await using plumb = await createTestApp();
  const { list } = await project(
    plumb,
    Array.from({ length: 1005 }, (_, index) => ({ suite: `suite ${index} of many` })),
  );
  expect(numbers(await list("search=suite%20MANY&limit=2"))).toEqual([1005, 1004]);
  expect(numbers(await list("search=of%20none"))).toEqual([]);
});
