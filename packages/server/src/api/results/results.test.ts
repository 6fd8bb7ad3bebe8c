import type { ChangeCounts, ReportChanges } from "@plumb/contract/runs/compare.ts";
import type { ListedResult, ResultGroup } from "@plumb/contract/runs/results.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";

interface Row {
  readonly id: number;
  readonly titlePath: string[];
}

const mixed = playwright([
  { title: "adds to the cart", attempts: ["passed"] },
  { title: "pays by card", attempts: ["failed", "failed"] },
  { title: "pays by voucher", attempts: ["failed", "passed"] },
  { title: "empties the cart", attempts: ["passed"] },
]);

test("results are sorted by urgency: failed, flaky, passed, each in report order", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  expect(list.body.data.map(({ titlePath }) => titlePath.at(-1))).toEqual([
    "pays by card",
    "pays by voucher",
    "adds to the cart",
    "empties the cart",
  ]);
});

test.for([
  ["status=failed", ["pays by card"]],
  ["status=flaky", ["pays by voucher"]],
  ["status=passed", ["pays by voucher", "adds to the cart", "empties the cart"]],
  ["search=CART", ["pays by card", "pays by voucher", "adds to the cart", "empties the cart"]],
  ["search=the%20empties", ["empties the cart"]],
  ["search=pays&status=failed", ["pays by card"]],
  ["offset=1&limit=2", ["pays by voucher", "adds to the cart"]],
  ["search=pays&limit=1", ["pays by card"]],
  ["search=pays&offset=5", []],
  ["search=%25", []],
] as const)("%s gives %j", async ([query, titles]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[]; total: number }>(plumb, "GET", `/api/reports/${reportId}/results?${query}`, {
    token,
  });
  expect(list.body.data.map(({ titlePath }) => titlePath.at(-1))).toEqual(titles);
  expect(list.body.total).toBe(
    query.startsWith("offset") ? 4 : /search=pays&(limit|offset)/.test(query) ? 2 : titles.length,
  );
});

test("returns rows by their ids, in that order, and only those of the report", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const rowsOf = async (reports: Record<string, string>) => {
    const { reportId } = (await send(plumb, key, reports)).body.data;
    const path = `/api/reports/${reportId}/results`;
    return { path, rows: (await call<{ data: Row[] }>(plumb, "GET", path, { token })).body.data };
  };
  const other = await rowsOf({ "other.xml": junit([["pays", "of another report"]]) });
  const { path, rows } = await rowsOf({ "results.json": mixed });
  const [first, second] = rows;
  const requested = [second, ...other.rows, first].map((row) => row?.id).join(",");

  const response = await call<{ data: Row[] }>(plumb, "GET", `${path}/rows?ids=${requested},999999`, { token });

  expect(response.body.data).toEqual([second, first]);
});

test("a result is located within the filter, or reported as excluded", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const last = list.body.data.at(-1)?.id;
  const position = async (query: string) =>
    (await call(plumb, "GET", `/api/reports/${reportId}/results/${last}/position?${query}`, { token })).body;
  expect(await position("")).toMatchObject({ data: { offset: 3 } });
  expect(await position("search=cart&status=passed")).toMatchObject({ data: { offset: 2 } });
  expect(await position("status=failed")).toMatchObject({ data: { offset: null } });
});

test("an opened result has its attempts, its errors and the location in its file", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.json": mixed })).body.data;
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results?status=flaky`, { token });
  const detail = await call(plumb, "GET", `/api/reports/${reportId}/results/${list.body.data[0]?.id}`, { token });
  expect(detail.body).toMatchObject({
    data: {
      file: "cart.spec.ts",
      line: 3,
      variant: "chromium",
      flaky: true,
      attempts: [
        {
          index: 0,
          status: "failed",
          startTime: "2026-03-04T09:00:00.000Z",
          duration: 100,
          errors: [{ message: "Error: attempt 0 \u001B[31mbroke\u001B[39m" }],
        },
        { index: 1, status: "passed", errors: [] },
      ],
      artifacts: [],
    },
  });
});

const collected = `<testsuites><testsuite name="all">
  <testcase classname="cart" name="adds (Chromium)" file="cart.test.ts" time="0.5"/>
  <testcase classname="cart" name="removes (Firefox)" file="cart.test.ts" time="0.5"><failure message="Timed out after 5000ms">Timed out after 5000ms</failure></testcase>
  <testcase classname="cart" name="empties (Firefox)" file="cart.test.ts" time="0.5"><failure message="Timed out after 7000ms">Timed out after 7000ms</failure></testcase>
  <testcase classname="pay" name="pays (Safari)" file="pay.test.ts" time="0.5"><error message="expected 201, got 500">expected 201, got 500</error></testcase>
  <testcase classname="pay" name="handles edge cases" file="pay.test.ts"><skipped/></testcase>
</testsuite></testsuites>`;

interface Group {
  readonly key: string;
  readonly total: number;
  readonly failed: number;
  readonly errored: number;
}

async function collectedReport() {
  const plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const { reportId } = (await send(plumb, key, { "results.xml": collected })).body.data;
  const get = async <Body>(path: string) =>
    (await call<Body>(plumb, "GET", `/api/reports/${reportId}/results${path}`, { token })).body;
  return { plumb, get, [Symbol.asyncDispose]: () => plumb[Symbol.asyncDispose]() };
}

test.for([
  [
    "by=browser",
    [
      ["firefox", 2, 2, 0],
      ["webkit", 1, 0, 1],
      ["chromium", 1, 0, 0],
      ["~", 1, 0, 0],
    ],
  ],
  [
    "by=file",
    [
      ["cart.test.ts", 3, 2, 0],
      ["pay.test.ts", 2, 0, 1],
    ],
  ],
  ["by=file&status=failed", [["cart.test.ts", 2, 2, 0]]],
  [
    "by=browser&search=pay",
    [
      ["webkit", 1, 0, 1],
      ["~", 1, 0, 0],
    ],
  ],
  ["by=file&browser=~", [["pay.test.ts", 1, 0, 0]]],
] as const)("groups %s: those with failures first, and tests without a value last", async ([query, expected]) => {
  await using report = await collectedReport();
  const groups = await report.get<{ data: Group[]; total: number }>(`/groups?${query}`);
  expect(groups.data.map(({ key, total, failed, errored }) => [key, total, failed, errored])).toEqual(expected);
  expect(groups.total).toBe(expected.length);
});

test("failures of the same kind are one group, and tests without a failure come last", async () => {
  await using report = await collectedReport();
  const all = await report.get<{ data: (Group & { errorLine: string | null })[] }>("/groups?by=failure");
  expect(all.data).toMatchObject([
    { total: 2, failed: 2, errored: 0, errorLine: "Timed out after 5000ms" },
    { total: 1, failed: 0, errored: 1, errorLine: "expected 201, got 500" },
    { key: "~", total: 2, passed: 1, skipped: 1, failed: 0, errorLine: null },
  ]);
  expect(all.data[0]?.key).toMatch(/^[0-9a-f]{16}$/);
  // A search that matches all tests returns the same groups, without the stored counters of the run.
  const searched = await report.get<{ data: Group[] }>("/groups?by=failure&search=e");
  expect(searched.data).toEqual(all.data);
  expect(await report.get("/groups?by=failure&status=failed")).toMatchObject({ data: [{ total: 2 }], total: 1 });
  expect(await report.get("/groups?by=failure&limit=1")).toMatchObject({
    data: [{ failed: 2 }, { key: "~" }],
    total: 3,
    tests: 5,
  });
  expect(await report.get("/groups?by=failure&search=e&limit=1")).toMatchObject({ total: 3, tests: 5 });
});

test("files after the first 500 are counted, and returned on request", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const files = Array.from({ length: 620 }, (_, index) => `part-${String(index).padStart(3, "0")}.test.ts`);
  const cases = files.map((file) => `<testcase name="a" file="${file}"/><testcase name="b" file="${file}"/>`).join("");
  const report = `<testsuites><testsuite name="s">${cases}</testsuite></testsuites>`;
  const { reportId } = (await send(plumb, key, { "many.xml": report })).body.data;
  const groups = async (query: string) => {
    const { body } = await call(plumb, "GET", `/api/reports/${reportId}/results/groups?by=file${query}`, { token });
    return body as unknown as { data: Group[]; total: number; tests: number };
  };
  const first = await groups("");
  expect([first.data.length, first.total, first.tests]).toEqual([500, 620, 1240]);
  const all = await groups("&limit=1000");
  expect(all.data.map((group) => group.key)).toEqual(files);
  expect(all.data.slice(0, 500)).toEqual(first.data);
});

test("the tests of a group are a separate list, in which each has its position", async () => {
  await using report = await collectedReport();
  const titles = async (query: string) =>
    (await report.get<{ data: Row[]; total: number }>(`?${query}`)).data.map(({ titlePath }) => titlePath.at(-1));
  expect(await titles("browser=firefox")).toEqual(["removes (Firefox)", "empties (Firefox)"]);
  expect(await titles("file=pay.test.ts")).toEqual(["pays (Safari)", "handles edge cases"]);
  expect(await titles("file=pay.test.ts&browser=~&search=edge")).toEqual(["handles edge cases"]);
  const [timedOut] = (await report.get<{ data: Group[] }>("/groups?by=failure")).data;
  expect(await titles(`failure=${timedOut?.key}`)).toEqual(["removes (Firefox)", "empties (Firefox)"]);
  expect(await titles("failure=~")).toEqual(["handles edge cases", "adds (Chromium)"]);

  const [, second] = (await report.get<{ data: Row[] }>("?browser=firefox")).data;
  const location = (query: string) => report.get(`/${second?.id}/position?${query}`);
  expect(await location("group=failure")).toMatchObject({ data: { offset: 1, group: timedOut?.key } });
  expect(await location("group=file&search=empties")).toMatchObject({ data: { offset: 0, group: "cart.test.ts" } });
  expect(await location("group=browser&status=skipped")).toMatchObject({ data: { offset: null, group: null } });
});

test("a test's history has its results in all runs, oldest first, each with its position", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const run = async (day: number, attempts: ("passed" | "failed")[]) =>
    (
      await send(
        plumb,
        key,
        { "results.json": playwright([{ title: "pays", attempts }]) },
        { build: String(day), startedAt: `2026-02-0${day}T08:00:00Z`, environment: "staging" },
      )
    ).body.data.reportId;
  // Uploads the second day last.
  const reports = [await run(1, ["passed"]), await run(3, ["failed"]), await run(2, ["failed", "passed"])];
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reports[1]}/results`, { token });
  const resultId = list.body.data[0]?.id;
  const path = `/api/reports/${reports[1]}/results`;
  const history = await call<{ data: object[] }>(plumb, "GET", `${path}/${resultId}/history`, { token });
  expect(history.body.data).toMatchObject([
    { reportId: reports[0], number: 1, status: "passed", flaky: false, environment: "staging", duration: 100 },
    { reportId: reports[2], number: 3, status: "passed", flaky: true, startTime: "2026-02-02T08:00:00.000Z" },
    { reportId: reports[1], resultId, number: 2, status: "failed" },
  ]);
  const strips = await call(plumb, "GET", `${path}/outcomes?ids=${resultId},${resultId},999999`, { token });
  expect(strips.body["data"]).toEqual([
    {
      resultId,
      outcomes: [
        { status: "passed", flaky: false },
        { status: "passed", flaky: true },
        { status: "failed", flaky: false },
      ],
    },
  ]);
  expect((await call(plumb, "GET", `${path}/999999/history`, { token })).status).toBe(404);
  expect((await call(plumb, "GET", `${path}/outcomes?ids=1;drop`, { token })).status).toBe(400);
});

test("history covers suite, environment and branch up to the report, and others on request", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const run = async (day: number, attempt: "passed" | "failed", location: Record<string, string> = {}) =>
    (
      await send(
        plumb,
        key,
        { "results.json": playwright([{ title: "pays", attempts: [attempt] }]) },
        {
          build: String(day),
          startedAt: `2026-02-0${day}T08:00:00Z`,
          environment: "staging",
          branch: "main",
          commit: `c${day}`,
          ...location,
        },
      )
    ).body.data.reportId;
  const first = await run(1, "failed");
  await run(2, "passed", { branch: "feature" });
  await run(3, "passed", { environment: "production" });
  await run(4, "passed", { suite: "other" });
  const visible = await run(5, "failed");
  await run(6, "passed");
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${visible}/results`, { token });
  const path = `/api/reports/${visible}/results`;
  const history = async (query: string) =>
    (
      await call<{ data: { number: number }[] }>(plumb, "GET", `${path}/${list.body.data[0]?.id}/history${query}`, {
        token,
      })
    ).body.data;
  expect(await history("")).toMatchObject([
    { reportId: first, branch: "main", commit: "c1", status: "failed" },
    { reportId: visible, branch: "main", commit: "c5", status: "failed" },
  ]);
  expect((await history("?scope=all")).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  const strips = await call<{ data: { outcomes: object[] }[] }>(
    plumb,
    "GET",
    `${path}/outcomes?ids=${list.body.data[0]?.id}`,
    { token },
  );
  expect(strips.body.data[0]?.outcomes).toMatchObject([{ status: "failed" }, { status: "failed" }]);
});

const failing = (title: string, message: string, owner?: string) => ({
  title,
  attempts: [{ status: "failed" as const, start: 0, seconds: 1, worker: 0, message }],
  ...(owner !== undefined && { owner }),
});

test("a failure that the previous run did not have is new, and its group comes first with its owners", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const old = [failing("a", "old trouble"), failing("b", "old trouble", "Ada")];
  const run = async (day: number, cases: Parameters<typeof playwright>[0]) =>
    (
      await send(
        plumb,
        key,
        { "results.json": playwright(cases) },
        { build: String(day), startedAt: `2026-02-0${day}T08:00:00Z` },
      )
    ).body.data.reportId;
  const before = await run(1, [...old, { title: "c", attempts: ["passed"] }]);
  const now = await run(2, [...old, failing("c", "another trouble", "Grace")]);
  const rows = async (report: number) =>
    (await call<{ data: object[] }>(plumb, "GET", `/api/reports/${report}/results`, { token })).body.data;
  expect(await rows(before)).toMatchObject([{ state: null }, { state: null }, { state: null }]);
  expect(await rows(now)).toMatchObject([{ state: "known" }, { state: "known" }, { state: "new" }]);
  const groups = await call(plumb, "GET", `/api/reports/${now}/results/groups?by=failure`, { token });
  expect(groups.body["data"]).toMatchObject([
    { errorLine: "another trouble", newFailures: 1, owners: ["Grace"] },
    { errorLine: "old trouble", newFailures: 0, owners: ["Ada"], failed: 2 },
  ]);
});

const passes = (title: string) => ({ title, attempts: ["passed"] as const });

test("a returned failure is marked as back in rows, groups, changes and comparisons", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  let day = 0;
  const run = async (branch: string, cases: Parameters<typeof playwright>[0]) => {
    day += 1;
    const query = { branch, build: String(day), startedAt: `2026-02-0${day}T08:00:00Z` };
    const sent = await send(plumb, key, { "results.json": playwright(cases) }, query);
    await runJobs(plumb.context);
    return sent.body.data.reportId;
  };
  await run("main", [failing("a", "trouble"), passes("b"), failing("c", "trouble")]);
  await run("other", [passes("a"), failing("b", "trouble"), failing("c", "trouble")]);
  const base = await run("main", [passes("a"), passes("b"), failing("c", "trouble")]);
  const head = await run("main", [failing("a", "trouble"), failing("b", "trouble"), failing("c", "trouble")]);
  const get = async (path: string) =>
    (await call<{ data: never }>(plumb, "GET", `/api/reports/${head}/${path}`, { token })).body.data;
  expect(await get("results")).toMatchObject([{ state: "back" }, { state: "new" }, { state: "known" }]);
  expect(await get("results/groups?by=failure")).toMatchObject([
    { newFailures: 1, backAgain: 1, knownFailures: 1, failed: 3 },
  ]);
  expect(await get("changes")).toMatchObject({
    counts: { newFailure: 1, backAgain: 1, stillFailing: 1 },
    tests: { newFailure: [{ kinds: ["newFailure"] }], backAgain: [{ kinds: ["backAgain"], titlePath: ["a"] }] },
  });
  for (const show of ["newFailure", "backAgain", "stillFailing"]) {
    const compared = await call<{ data: { tests: { kinds: string[] }[] } }>(plumb, "POST", "/api/reports/compare", {
      token,
      body: { reportIds: [base, head], show },
    });
    expect(compared.body.data.tests.map(({ kinds }) => kinds)).toEqual([[show]]);
  }
});

const started = (counts: ChangeCounts | null) => [counts?.newFailure, counts?.backAgain, counts?.stillFailing];

/** Returns a report in which one test has several results, some of them failed. */
const rowsOfOneName = (failed: readonly boolean[]) =>
  junit(failed.map((fails) => (fails ? ["cart", "adds", "expected 1"] : ["cart", "adds"])));

/** Helpers that upload one run of main per day, without running jobs in between, and read the last report as a signed-in user. */
async function createLine(plumb: TestApp) {
  const { key, token } = await seedProject(plumb);
  let day = 0;
  const reports: number[] = [];
  return {
    run: async (name: string, report: string) => {
      day += 1;
      const query = { branch: "main", build: String(day), startedAt: `2026-02-0${day}T08:00:00Z` };
      reports.push((await send(plumb, key, { [name]: report }, query)).body.data.reportId);
    },
    states: async () => {
      const rows = await call<{ data: ListedResult[] }>(plumb, "GET", `/api/reports/${reports.at(-1)}/results`, {
        token,
      });
      return rows.body.data
        .filter(({ state }) => state !== null)
        .map(({ titlePath, occurrence, state }) => `${titlePath.at(-1)} ${occurrence} ${state}`)
        .toSorted();
    },
    /** Returns the counts of the groups, of the changes since the previous run, and of a comparison. */
    counts: async () => {
      const path = `/api/reports/${reports.at(-1)}`;
      const groups = await call<{ data: ResultGroup[] }>(plumb, "GET", `${path}/results/groups?by=failure`, { token });
      const changes = await call<{ data: ReportChanges }>(plumb, "GET", `${path}/changes`, { token });
      const body = { reportIds: reports.slice(-2) };
      const compared = await call<{ data: { counts: ChangeCounts } }>(plumb, "POST", "/api/reports/compare", {
        token,
        body,
      });
      return {
        groups: [
          groups.body.data.reduce((sum, { newFailures }) => sum + newFailures, 0),
          groups.body.data.reduce((sum, { backAgain }) => sum + backAgain, 0),
        ],
        changes: started(changes.body.data.counts),
        comparison: started(compared.body.data.counts),
      };
    },
  };
}

test("a returned failure is back even if the earlier runs are not grouped yet", async () => {
  await using plumb = await createTestApp();
  const { run, states, counts } = await createLine(plumb);
  await run("results.json", playwright([failing("a", "trouble"), passes("b")]));
  await run("results.json", playwright([passes("a"), passes("b")]));
  await run("results.json", playwright([failing("a", "trouble"), failing("b", "ReferenceError: cart is not defined")]));
  const soon = { groups: [1, 1], changes: [1, 1, 0], comparison: [1, 1, 0] };
  expect(await states()).toEqual(["a 1 back", "b 1 new"]);
  expect(await counts()).toEqual(soon);
  await runJobs(plumb.context);
  expect(await states()).toEqual(["a 1 back", "b 1 new"]);
  expect(await counts()).toEqual(soon);
});

test("rows with the same name are new, back and known separately, on every screen", async () => {
  await using plumb = await createTestApp();
  const { run, states, counts } = await createLine(plumb);
  await run("a.xml", rowsOfOneName([true, false, false, true]));
  await run("a.xml", rowsOfOneName([false, false, false, true]));
  await run("a.xml", rowsOfOneName([true, true, false, true]));
  const expected = { groups: [1, 1], changes: [1, 1, 1], comparison: [1, 1, 1] };
  expect(await states()).toEqual(["adds 1 back", "adds 2 new", "adds 4 known"]);
  expect(await counts()).toEqual(expected);
  await runJobs(plumb.context);
  expect(await states()).toEqual(["adds 1 back", "adds 2 new", "adds 4 known"]);
  expect(await counts()).toEqual(expected);
});

test("intended repeats of a test are one test, and a failed repeat makes the failure known", async () => {
  await using plumb = await createTestApp();
  const { run, states, counts } = await createLine(plumb);
  await run("results.json", playwright([failing("a", "trouble"), passes("a")]));
  await run("results.json", playwright([passes("a"), failing("a", "trouble")]));
  expect(await states()).toEqual(["a 2 known"]);
  expect(await counts()).toEqual({ groups: [0, 0], changes: [0, 0, 1], comparison: [0, 0, 1] });
});

test.for([
  ["search=grace", ["pays"]],
  ["search=%40Smoke", ["pays", "adds"]],
  ["search=refused%20smoke", ["pays"]],
  ["search=refused%20ada", []],
  ["tag=smoke", ["pays", "adds"]],
  ["tag=smok", []],
  ["author=Ada", ["adds"]],
  ["author=Ada&tag=smoke&search=add", ["adds"]],
  ["annotation=issue", ["pays", "empties"]],
  ["annotation=issue%3DSHOP-17", ["empties"]],
  ["annotation=issue&search=refused", ["pays"]],
  ["annotation=iss", []],
  // Owners have a separate filter.
  ["annotation=owner", []],
] as const)("tests are found by owner, tag, annotation and error: %s gives %j", async ([query, titles]) => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    {
      title: "pays",
      tags: ["smoke", "slow"],
      owner: "Grace",
      annotations: [{ type: "issue", description: "SHOP-9" }, { type: "slow" }],
      attempts: [{ status: "failed", start: 0, seconds: 1, worker: 0, message: "Error: card Refused" }],
    },
    { title: "adds", tags: ["smoke"], owner: "Ada", attempts: ["passed"] },
    { title: "empties", annotations: [{ type: "issue", description: "SHOP-17" }], attempts: ["passed"] },
  ]);
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  const list = await call<{ data: Row[]; total: number }>(plumb, "GET", `/api/reports/${reportId}/results?${query}`, {
    token,
  });
  expect(list.body.data.map(({ titlePath }) => titlePath.at(-1))).toEqual(titles);
  expect(list.body.total).toBe(titles.length);
});

const trace = (path: string) => ({ name: "trace", contentType: "application/zip", path });

test("a row names the trace of its last attempt, if it was uploaded", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const report = playwright([
    { title: "kept", attempts: ["failed"], screenshot: "shot.png", attachments: [trace("kept/trace.zip")] },
    { title: "lost", attempts: ["failed"], attachments: [trace("lost/trace.zip")] },
    { title: "bare", attempts: ["passed"] },
  ]);
  const sent = await send(plumb, key, { "results.json": report, "kept/trace.zip": "PK", "shot.png": "picture" });
  const { reportId } = sent.body.data;
  const list = await call<{ data: { id: number; trace: number | null }[] }>(
    plumb,
    "GET",
    `/api/reports/${reportId}/results`,
    { token },
  );
  const [retained, ...others] = list.body.data;
  const path = `/api/reports/${reportId}/results/${retained?.id}`;
  const detail = await call<{ data: { artifacts: { id: number; kind: string }[] } }>(plumb, "GET", path, { token });
  expect(retained?.trace).toBe(detail.body.data.artifacts.find(({ kind }) => kind === "trace")?.id);
  expect(retained?.trace).toEqual(expect.any(Number));
  expect(others).toMatchObject([{ trace: null }, { trace: null }]);
});

test("an opened failure shows its class, the reasons and the fixes", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const refused = "Error: page.goto: net::ERR_CONNECTION_REFUSED at http://localhost:3000/cart";
  const report = playwright([failing("opens the cart", refused), { title: "adds", attempts: ["passed"] }]);
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  const list = await call<{ data: Row[] }>(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  const attemptOf = async (index: number) => {
    const url = `/api/reports/${reportId}/results/${list.body.data[index]?.id}`;
    return (await call<{ data: { attempts: object[] } }>(plumb, "GET", url, { token })).body.data.attempts[0];
  };
  expect(await attemptOf(0)).toMatchObject({
    verdict: { class: "Environment Issue", evidence: [refused] },
  });
  expect(await attemptOf(1)).toMatchObject({ verdict: null });
});

test("an error with a generic first line shows its subject", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const failure = ["Error: expect(locator).toHaveText(expected) failed", "Expected: 2 pieces", "Received: 1 piece"];
  const { reportId } = (await send(plumb, key, { "a.xml": junit([["cart", "adds", failure.join("&#10;")]]) })).body
    .data;
  const list = await call(plumb, "GET", `/api/reports/${reportId}/results`, { token });
  expect(list.body["data"]).toMatchObject([{ errorLine: `${failure[0]} · expected 2 pieces · received 1 piece` }]);
});

test("queries about a report are correct again after it changed", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const add = async (name: string, cases: Parameters<typeof playwright>[0], after = 0) =>
    (
      await send(
        plumb,
        key,
        { [name]: playwright(cases, { after }) },
        { build: "1", rerun: String(after !== undefined && after > 0) },
      )
    ).body.data.reportId;
  const reportId = await add("first.json", [failing("pays", "refused"), { title: "adds", attempts: ["passed"] }]);
  const get = async (path: string) => (await call(plumb, "GET", `/api/reports/${reportId}${path}`, { token })).body;
  const ask = async () => {
    const { total } = await get("/results?search=cart");
    const { data: files } = await get("/results/groups?by=file");
    const { data: failures } = await get("/results/groups?by=failure&search=cart");
    const { data: metrics } = await get("/metrics");
    const { data: timeline } = await get("/timeline");
    return { total, files, failures, metrics, timeline };
  };
  expect(await ask()).toMatchObject({
    total: 2,
    files: [{ key: "cart.spec.ts", total: 2, failed: 1 }],
    failures: [{ failed: 1 }, { key: "~", total: 1 }],
    metrics: { summary: { timed: 2 } },
    timeline: { placed: 2 },
  });
  const again = [
    { title: "pays", attempts: ["passed"] },
    { title: "empties", attempts: ["passed"] },
  ] as const;
  await add("again.json", again, 600);
  expect(await ask()).toMatchObject({
    total: 3,
    files: [{ key: "cart.spec.ts", total: 3, failed: 0, passed: 3, flaky: 1 }],
    failures: [{ key: "~", total: 3 }],
    metrics: { summary: { timed: 3 } },
    timeline: { placed: 4 },
  });
});

test("a page far down the list continues the previous one", async () => {
  await using plumb = await createTestApp();
  const { key, token } = await seedProject(plumb);
  const cases = Array.from({ length: 1600 }, (_, index) => ({
    title: `test ${index}`,
    attempts: [index % 40 === 0 ? ("failed" as const) : ("passed" as const)],
  }));
  const { reportId } = (await send(plumb, key, { "results.json": playwright(cases) })).body.data;
  const ids = async (query: string) => {
    const path = `/api/reports/${reportId}/results?limit=500&${query}`;
    const { body } = await call<{ data: Row[]; total: number }>(plumb, "GET", path, { token });
    return { ids: body.data.map(({ id }) => id), total: body.total };
  };
  const windows = await Promise.all([0, 500, 1000, 1500].map((offset) => ids(`offset=${offset}`)));
  const all = windows.flatMap((window) => window.ids);
  expect(windows.map(({ total }) => total)).toEqual([1600, 1600, 1600, 1600]);
  expect(new Set(all).size).toBe(1600);
  expect((await ids("offset=1001")).ids.slice(0, 499)).toEqual(all.slice(1001, 1500));
  expect(await ids("offset=1100&status=passed")).toEqual({ ids: all.slice(40 + 1100, 40 + 1600), total: 1560 });
});

test("text with accents is found in any encoding, by search and in the text", async () => {
  await using plumb = await createTestApp();
  const { key, token, projectId } = await seedProject(plumb);
  const [composed, separate] = ["Café".normalize("NFC"), "Café".normalize("NFD")];
  const report = playwright(
    [composed, separate].map((location) => ({ title: `pays in the ${location}`, attempts: ["passed"] })),
  );
  const { reportId } = (await send(plumb, key, { "results.json": report })).body.data;
  await runJobs(plumb.context);
  const found = async (path: string, search: string) =>
    (await call<{ data: unknown[] }>(plumb, "GET", `${path}?search=${encodeURIComponent(search)}`, { token })).body
      .data;

  for (const search of [composed, separate]) {
    expect(await found(`/api/reports/${reportId}/results`, search.toUpperCase())).toHaveLength(2);
    expect(await found(`/api/projects/${projectId}/tests`, search)).toHaveLength(2);
  }
});

test("a row has the facts of the project about its test: owner by rule, flakiness, quarantine", async () => {
  await using plumb = await createTestApp();
  const { key, projectId, token } = await seedProject(plumb);
  const run = async (day: number, attempts: readonly ("failed" | "passed")[]) => {
    const report = playwright([
      { title: "pays", attempts },
      { title: "ships", attempts: ["failed"] },
      { title: "adds", attempts: ["passed"] },
      ...Array.from({ length: 9 }, (_, index) => ({ title: `${index}`, attempts: ["passed" as const] })),
    ]);
    const query = { build: String(day), startedAt: `2026-03-03T0${day}:00:00Z` };
    const sent = await send(plumb, key, { "results.json": report }, query);
    await runJobs(plumb.context);
    return sent.body.data.reportId;
  };
  const put = (path: string, body: object) => call(plumb, "PUT", `/api/projects/${projectId}/${path}`, { token, body });
  const read = async <Data>(path: string) => (await call<{ data: Data }>(plumb, "GET", path, { token })).body.data;
  for (const day of [1, 2, 3, 4, 5, 6]) await run(day, day % 2 === 0 ? ["passed"] : ["failed", "passed"]);
  await put("owner-rules", { rules: "* @checkout", version: 0 });
  await runJobs(plumb.context);
  const reportId = await run(7, ["failed", "failed"]);
  const known = async () =>
    (await read<(Row & { known: object })[]>(`/api/reports/${reportId}/results?limit=3`)).map(
      ({ titlePath, known }) => [titlePath.at(-1), known],
    );
  const owner = "@checkout";

  expect(await known()).toEqual([
    ["pays", { owner, flaky: true, quarantine: null }],
    ["ships", { owner, flaky: false, quarantine: null }],
    ["adds", { owner, flaky: false, quarantine: null }],
  ]);
  expect(await read(`/api/reports/${reportId}`)).toMatchObject({ quarantined: 0 });

  const [test] = await read<{ id: number }[]>(`/api/projects/${projectId}/tests?search=ships`);
  await put(`tests/${test?.id}/quarantine`, { kind: "quarantine", reason: "BUG-7", releaseAfter: 9 });
  expect(await known()).toContainEqual([
    "ships",
    { owner, flaky: false, quarantine: { kind: "quarantine", inForce: false } },
  ]);
  expect(await read(`/api/reports/${reportId}`)).toMatchObject({ quarantined: 0 });

  // Makes the quarantine start before the run.
  await readRows(plumb.context.db, "update quarantine set starts_at = '2026-03-01'");
  expect(await known()).toContainEqual([
    "ships",
    { owner, flaky: false, quarantine: { kind: "quarantine", inForce: true } },
  ]);
  expect(await read(`/api/reports/${reportId}`)).toMatchObject({ quarantined: 1, summary: { failed: 2 } });
  const groups = await read<object[]>(`/api/reports/${reportId}/results/groups?by=failure&search=ships`);
  expect(groups).toMatchObject([{ failed: 1, quarantined: 1, owners: [owner] }]);
});
