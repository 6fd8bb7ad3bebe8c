import type {
  DefectSummary,
  FailureGroup,
  FailureOptions,
  FailureGroupDetails,
  TestCaseFailure,
} from "@plumb/contract/failures/failures.ts";
import type { Incident } from "@plumb/contract/failures/incidents.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { call, seedProject, send } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { failingProject } from "#testing/failing-project.ts";
import { seedPerson } from "#testing/people.ts";
import { junit, playwright } from "#testing/reports.ts";

const refused = "connect ECONNREFUSED 10.0.0.7:3000";

/** Creates failures of two suites, environments and branches, in three browsers, with tags of runs and tests, and owners. */
async function manyFailures() {
  const shop = await failingProject();
  const { plumb, key } = shop;
  await shop.run(
    [
      ["cart", "opens in firefox", refused],
      ["cart", "opens in chrome", refused],
      ["pay", "by card", "expected 1 to be 2"],
    ],
    { environment: "staging", branch: "main" },
  );
  await shop.run([["cart", "opens in firefox", refused]], {
    environment: "prod",
    branch: "feature/a",
    suite: "api",
    tag: "nightly",
    fact: "os=linux",
  });
  await shop.run([["cart", "opens in chrome", refused]], { environment: "staging" });
  const smoke = { title: "pays", tags: ["@smoke"], owner: "@Ana", attempts: ["failed" as const] };
  const other = { title: "adds", tags: ["@slow"], attempts: ["failed" as const] };
  await send(
    plumb,
    key,
    { "r.json": playwright([smoke, other]) },
    {
      suite: "ui",
      build: "ui",
      environment: "staging",
      branch: "main",
      tag: "smoke",
      fact: "os=windows",
      startedAt: plumb.time.now.toISOString(),
    },
  );
  await runJobs(plumb.context);
  return shop;
}

/** Conditions on results, recomputed without the failures that are kept in memory. */
const raw: Readonly<Record<string, (values: string) => string>> = {
  suite: (values) => `n.suite = any(${values})`,
  environment: (values) => `n.environment = any(${values})`,
  branch: (values) => `n.branch = any(${values})`,
  framework: (values) => `n.framework = any(${values})`,
  browser: (values) => `r.browser = any(${values})`,
  tag: (values) => `(n.tags && ${values} or t.tags && ${values})`,
  // The values of the test have one key.
  fact: (values) => `n.facts && ${values}`,
  owner: (values) => `t.owner = any(${values})`,
};

const sum = (all: readonly { failures: number }[]) => all.reduce((total, { failures }) => total + failures, 0);

test("a count with any three filters is the count of the raw results, and lists agree with it", async () => {
  await using shop = await manyFailures();
  const { data: options } = await shop.get<FailureOptions>("filters");
  const names = Object.keys(raw) as (keyof FailureOptions)[];
  type Chosen = readonly [name: keyof FailureOptions, values: readonly string[]];
  const one = names.flatMap((name) => options[name].map((value): Chosen => [name, [value]]));
  const two = names.flatMap((name): Chosen[] => (options[name].length > 1 ? [[name, options[name].slice(0, 2)]] : []));
  const chosen = [...one, ...two];
  const checked = new Set<number>();
  for (const [index, first] of chosen.entries()) {
    for (const [step, second] of chosen.slice(index + 1).entries()) {
      if ((index + step) % 2 === 1) continue;
      const third = chosen[(index + 7 * step + 3) % chosen.length] ?? first;
      const filters = [...new Map([first, second, third]).entries()];
      const query = filters.flatMap(([name, values]) => values.map((value) => `${name}=${encodeURIComponent(value)}`));
      const where = filters.map(([name, values]) =>
        raw[name]?.(`array[${values.map((value) => `'${value}'`).join(",")}]::text[]`),
      );
      const [counted] = await readRows<{ failures: number }>(
        shop.plumb.context.db,
        `select count(*)::integer as failures from result r
           join run n on n.project_id = r.project_id and n.id = r.run_id
           join test t on t.project_id = r.project_id and t.id = r.test_id
          where r.superseded_by is null and r.rank <= 1 and ${where.join(" and ")}`,
      );
      const requested = query.join("&");
      const { data: summary } = await shop.get<DefectSummary>(`summary?${requested}`);
      expect({ asked: requested, failures: summary.totalFailures }).toEqual({
        asked: requested,
        failures: counted?.failures,
      });
      checked.add(summary.totalFailures);
      const { data: tests } = await shop.get<{ failures: number }[]>(`test-cases?${requested}`);
      const { data: runs } = await shop.get<{ failures: number }[]>(`suite-runs?${requested}`);
      const { data: groups } = await shop.get<FailureGroup[]>(`groups?${requested}`);
      expect([sum(tests), sum(runs), groups.length]).toEqual([
        summary.totalFailures,
        summary.totalFailures,
        summary.groups,
      ]);
      expect(groups.flatMap(({ spark }) => spark).reduce((total, bar) => total + bar, 0)).toBe(summary.totalFailures);
    }
  }
  // Otherwise the comparison proves nothing.
  expect(checked.size).toBeGreaterThan(3);
  expect(checked).toContain(0);
}, 60_000);

test("an excluded value leaves the failures that do not have it, also those without any value", async () => {
  await using shop = await manyFailures();
  const { data: options } = await shop.get<FailureOptions>("filters");
  const counts = new Set<number>();
  for (const name of Object.keys(raw) as (keyof FailureOptions)[]) {
    for (const value of options[name]) {
      const [counted] = await readRows<{ failures: number }>(
        shop.plumb.context.db,
        `select count(*)::integer as failures from result r
           join run n on n.project_id = r.project_id and n.id = r.run_id
           join test t on t.project_id = r.project_id and t.id = r.test_id
          where r.superseded_by is null and r.rank <= 1 and (${raw[name]?.(`array['${value}']::text[]`)}) is not true`,
      );
      const excluded = `not=${encodeURIComponent(`${name}:${value}`)}`;
      const { data: summary } = await shop.get<DefectSummary>(`summary?${excluded}`);
      expect([name, value, summary.totalFailures]).toEqual([name, value, counted?.failures]);
      for (const list of ["test-cases", "suite-runs"]) {
        const { data } = await shop.get<{ failures: number }[]>(`${list}?${excluded}`);
        expect([list, name, sum(data)]).toEqual([list, name, counted?.failures]);
      }
      const query = encodeURIComponent(`-${name}:"${value}"`);
      const { data: groups } = await shop.get<FailureGroup[]>(`groups?q=${query}`);
      expect(groups.reduce((total, { occurrenceCount }) => total + occurrenceCount, 0)).toBe(counted?.failures);
      counts.add(summary.totalFailures);
    }
  }
  expect(counts.size).toBeGreaterThan(3);
});

test("CSV of causes and failed tests has the rows of the list, in its order, also through a link", async () => {
  await using shop = await manyFailures();
  const { plumb, projectId, token } = shop;
  const path = `/api/analysis/projects/${projectId}`;
  const csv = async (address: string) => {
    const { payload, headers } = await plumb.app.inject({
      url: `${path}/${address}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
    return payload.trimEnd().split("\r\n");
  };
  for (const filter of ["", "not=tag:slow", "environment=staging&class=Unclassified", "environment=nowhere"]) {
    const order = `sortBy=occurrences&${filter}`;
    const { data: groups, total } = await shop.get<FailureGroup[]>(`groups?${order}`);
    const [header, ...rows] = await csv(`groups/csv?${order}`);
    expect(header).toMatch(/^\u{FEFF}id,state,primaryClass,.*,url$/u);
    expect([rows.length, rows.map((row) => Number(row.split(",")[0]))]).toEqual([total, groups.map(({ id }) => id)]);
    const { data: tests, total: failed } = await shop.get<TestCaseFailure[]>(`test-cases?${filter}`);
    const [, ...lines] = await csv(`test-cases/csv?${filter}`);
    expect([lines.length, lines.map((row) => Number(row.split(",")[0]))]).toEqual([
      failed,
      tests.map(({ testId }) => testId),
    ]);
  }
  const link = await call<{ data: { url: string } }>(plumb, "GET", `${path}/groups/csv/link?not=tag:slow`, { token });
  const linked = await plumb.app.inject(link.body.data.url);
  expect(linked.payload.trimEnd().split("\r\n")).toEqual(await csv("groups/csv?not=tag:slow"));
  expect(linked.headers["content-disposition"]).toMatch(/filename=.*-causes-\d{4}-\d\d-\d\d\.csv/);
});

test("a query lists the same as its filters, and an error in it has its position", async () => {
  await using shop = await manyFailures();
  const list = async (path: string) => shop.get<{ testName: string }[]>(path);
  const query = encodeURIComponent('environment:staging -tag:slow browser:firefox,chrome "opens" since:90d');
  const byQuery = await list(`test-cases?q=${query}`);
  expect(byQuery.data).toHaveLength(2);
  expect(byQuery).toEqual(
    await list(
      "test-cases?environment=staging&not=tag:slow&browser=firefox&browser=chrome&testSearch=opens&timeWindow=90",
    ),
  );
  const path = `/api/analysis/projects/${shop.projectId}`;
  const errorOf = async (address: string) => {
    const { status, body } = await call<{ error: string; fields: object }>(shop.plumb, "GET", `${path}/${address}`, {
      token: shop.token,
    });
    return [status, body.fields];
  };
  for (const [address, message] of [
    ["groups?q=cart%20onwer:ana", 'Character 6: there is no field "onwer". Did you mean owner?'],
    ["groups?q=%22cart", "The quote at character 1 has no end"],
    ["test-cases?q=is:new", '"is:" can be unclassified, mine, not "new"'],
    ["groups?q=tag:a&tag=b", "Pass tag in the query or as a parameter, not both"],
    [`groups?q=${"x".repeat(1001)}`, "A query can have at most 1000 characters, not 1001"],
  ] as const)
    expect(await errorOf(address)).toEqual([400, { q: expect.stringContaining(message) as string }]);
  expect(await errorOf("groups?not=smoke")).toEqual([
    400,
    { not: expect.stringContaining("Begin each value with one of suite:") as string },
  ]);
});

test("unknown and empty values list nothing or do not filter, and other projects' values are never offered", async () => {
  await using shop = await manyFailures();
  const { plumb } = shop;
  const other = await seedProject(plumb, "other");
  await send(
    plumb,
    other.key,
    { "r.xml": junit([["secret", "opens in webkit", refused]]) },
    { suite: "secret suite", branch: "secret" },
  );
  await runJobs(plumb.context);
  const { data: all } = await shop.get<DefectSummary>("summary");
  for (const name of Object.keys(raw)) {
    expect(await shop.get(`test-cases?${name}=nobody%20has%20this`)).toMatchObject({ data: [], total: 0 });
    expect((await shop.get<DefectSummary>(`summary?${name}=&${name}=`)).data.totalFailures).toBe(all.totalFailures);
  }
  const options = (await shop.get<FailureOptions>("filters")).data;
  expect(JSON.stringify(options)).not.toMatch(/secret|webkit/);
  expect(options).toMatchObject({
    environment: expect.arrayContaining(["staging", "prod"]) as string[],
    tag: expect.arrayContaining(["nightly", "smoke", "slow"]) as string[],
    fact: expect.arrayContaining(["os=linux", "os=windows"]) as string[],
    browser: expect.arrayContaining(["firefox", "chrome", "chromium"]) as string[],
    owner: ["@Ana"],
  });
  expect((await shop.get<FailureOptions>("filters?find=FIRE")).data).toMatchObject({
    browser: ["firefox"],
    owner: [],
    suite: [],
  });
  const tooMany = Array.from({ length: 101 }, (_, value) => `suite=${value}`).join("&");
  const path = `/api/analysis/projects/${shop.projectId}`;
  expect((await call(plumb, "GET", `${path}/summary?${tooMany}`, { token: shop.token })).status).toBe(400);
  const stranger = await seedPerson(plumb, "stranger", { projectId: other.projectId });
  expect((await call(plumb, "GET", `${path}/filters`, { token: stranger.token })).status).toBe(404);
});

test("my tests are those whose owner is a name of the caller, and change with the owner immediately", async () => {
  await using shop = await manyFailures();
  const { plumb, projectId } = shop;
  const ana = await seedPerson(plumb, "ana", { projectId });
  const mine = async (query = "") =>
    (
      await call<{ data: { testId: number; testName: string }[] }>(
        plumb,
        "GET",
        `/api/analysis/projects/${projectId}/test-cases?mine=true${query}`,
        { token: ana.token },
      )
    ).body.data;
  // `@Ana` in the report is neither the user name `ana@example.test` nor the address.
  expect(await mine()).toEqual([]);
  await runStatement(plumb.context.db, `update user_account set owner_names = '{Ana}' where id = ${ana.id}`);
  const [pays, ...others] = await mine();
  expect(others).toEqual([]);
  expect(pays?.testName).toMatch(/pays$/);
  expect(await mine("&browser=firefox")).toEqual([]);
  expect(await mine("&owner=@Ana&tag=smoke&suite=ui")).toHaveLength(1);
  const path = `/api/projects/${projectId}/tests/${pays?.testId}/owner`;
  const owners = async () => (await shop.get<FailureGroup[]>("groups")).data.map((group) => group.owners);
  expect(await owners()).toContainEqual(["@Ana"]);
  expect((await call(plumb, "PUT", path, { token: shop.token, body: { owner: "ben" } })).status).toBe(200);
  expect(await owners()).toContainEqual(["ben"]);
  expect(await mine()).toEqual([]);
  expect((await shop.get<DefectSummary>("summary?owner=ben")).data.totalFailures).toBe(1);
  const made = await call<{ data: { key: string } }>(plumb, "POST", `/api/projects/${projectId}/api-keys`, {
    token: shop.token,
    body: { name: "reader", scopes: ["read"] },
  });
  const byKey = await call(plumb, "GET", `/api/analysis/projects/${projectId}/summary?mine=true`, {
    token: made.body.data.key,
  });
  expect(byKey).toMatchObject({
    status: 400,
    body: { fields: { mine: expect.stringContaining("API key") as string } },
  });
});

test("the previous period, a cause, incidents and a deep analysis follow the filters", async () => {
  await using shop = await failingProject();
  const { plumb } = shop;
  const outage = Array.from({ length: 6 }, (_, index) => ["cart", `test ${index}`, refusedByHost] as const);
  await shop.run([...outage, ["pay", "by card in firefox", refused]], { environment: "staging" });
  await shop.run([["pay", "by card in firefox", refused]], { environment: "prod" });
  plumb.time.now = new Date(plumb.time.now.getTime() + 8 * 24 * 3_600_000);
  await shop.run([["pay", "by card in firefox", refused]], {
    environment: "prod",
    startedAt: plumb.time.now.toISOString(),
  });
  const summary = async (query: string) => (await shop.get<DefectSummary>(`summary?timeWindow=7&${query}`)).data;
  expect(await summary("")).toMatchObject({ totalFailures: 1, previousFailures: 8 });
  expect(await summary("environment=prod")).toMatchObject({ totalFailures: 1, previousFailures: 1 });
  expect(await summary("environment=staging")).toMatchObject({ totalFailures: 0, previousFailures: 7, groups: 0 });
  const { data: groups } = await shop.get<FailureGroup[]>("groups?environment=prod&browser=firefox");
  expect(groups).toMatchObject([{ occurrenceCount: 2, runCount: 2, testCount: 1 }]);
  const details = async (query: string) =>
    (await shop.get<FailureGroupDetails>(`groups/${groups[0]?.id}?${query}`)).data;
  expect(await details("")).toMatchObject({ occurrenceCount: 3 });
  expect(await details("environment=prod")).toMatchObject({ occurrenceCount: 2, suites: [{ occurrences: 2 }] });
  expect(await details("environment=nowhere")).toMatchObject({ occurrenceCount: 0, memberTests: [] });
  const incidents = async (query: string) => (await shop.get<Incident[]>(`incidents?${query}`)).total;
  expect(await incidents("")).toBe(1);
  expect(await incidents("environment=staging")).toBe(1);
  expect(await incidents("environment=prod")).toBe(0);
  expect(await incidents("browser=firefox")).toBe(0);
});

const refusedByHost = "page.goto: net::ERR_CONNECTION_REFUSED at https://inventory.staging/items";

interface Reclassified {
  readonly decisionId: number | null;
  readonly failures: number;
  readonly unchanged: number;
}

test("a decision about a filter changes exactly the tests or causes that the list shows with it", async () => {
  await using shop = await manyFailures();
  const { projectId } = shop;
  const classify = async (primaryClass: string, matching: object, preview = false) =>
    (await shop.post<Reclassified>(`projects/${projectId}/reclassify`, { primaryClass, matching, preview })).body.data;
  const query = "suite=shop&environment=staging";
  const filter = { list: "tests", suite: ["shop"], environment: ["staging"], mine: false };
  const classes = async () =>
    (await shop.get<TestCaseFailure[]>(`test-cases?${query}`)).data.map(({ primaryClass }) => primaryClass);
  const changed = async () => (await shop.get<DefectSummary>("summary")).data.dataIssues;
  const before = await classes();
  expect(before).toHaveLength(3);
  expect(await changed()).toBe(0);
  expect(await classify("Test Data Issue", filter, true)).toMatchObject({ failures: 3, unchanged: 0 });
  expect(await classes()).toEqual(before);
  const { decisionId } = await classify("Test Data Issue", filter);
  expect(await classes()).toEqual(before.map(() => "Test Data Issue"));
  // The latest failure of each test changes, and no failure of another environment.
  expect(await changed()).toBe(3);
  await shop.post(`projects/${projectId}/decisions/${decisionId}/undo`, {});
  expect(await classes()).toEqual(before);

  const groups = async (query: string) => (await shop.get<FailureGroup[]>(`groups?${query}`)).data;
  const red = (await groups("environment=prod&state=new")).map(({ id }) => id);
  await classify("Unknown", { list: "groups", environment: ["prod"], state: "new" });
  for (const { id, primaryClass } of await groups("")) expect(primaryClass === "Unknown").toBe(red.includes(id));
});

test("a decision about a filter changes the 1,000 tests seen last, and reports the others", async () => {
  await using shop = await failingProject();
  await shop.run(Array.from({ length: 1003 }, (_, index) => ["cart", `test ${index}`, refused] as const));
  const { body } = await shop.post<Reclassified>(`projects/${shop.projectId}/reclassify`, {
    primaryClass: "Test Data Issue",
    matching: { list: "tests" },
  });
  expect(body.data).toMatchObject({ failures: 1000, unchanged: 3 });
  const { data: summary } = await shop.get<DefectSummary>("summary");
  expect(summary).toMatchObject({ dataIssues: 1000, totalFailures: 1003 });
});

test("a filter that matches nothing changes nothing, and an invalid one is rejected", async () => {
  await using shop = await manyFailures();
  const path = `projects/${shop.projectId}/reclassify`;
  const none = await shop.post<Reclassified>(path, {
    primaryClass: "Unknown",
    matching: { list: "groups", suite: ["nowhere"] },
  });
  expect(none.body.data).toMatchObject({ decisionId: null, failures: 0, unchanged: 0 });
  const invalid = await shop.post<Reclassified>(path, { primaryClass: "Unknown", matching: { list: "runs" } });
  expect(invalid.status).toBe(400);
});

test("views of the failure analysis hold the filters and are separate from those of reports", async () => {
  await using shop = await failingProject();
  const { plumb, projectId, token } = shop;
  const views = `/api/analysis/projects/${projectId}/views`;
  const search = { branch: ["main"], tag: ["nightly"], mine: true, window: "7d" };
  const made = await call<{ data: { id: number } }>(plumb, "POST", views, {
    token,
    body: { name: "Mine on main", search, shared: true },
  });
  expect(made.body.data).toMatchObject({ name: "Mine on main", search, shared: true, own: true });
  const ana = await seedPerson(plumb, "ana", { projectId });
  const list = (path: string) => call<{ data: object[] }>(plumb, "GET", path, { token: ana.token });
  expect((await list(views)).body.data).toMatchObject([{ name: "Mine on main", search, own: false }]);
  expect((await list(`/api/projects/${projectId}/saved-views`)).body.data).toEqual([]);
  const unknown = { name: "Other", search: { colour: ["red"] } };
  expect((await call(plumb, "POST", views, { token, body: unknown })).status).toBe(400);
  const renamed = await call(plumb, "PUT", `${views}/${made.body.data.id}`, { token, body: { name: "Ours" } });
  expect(renamed.body).toMatchObject({ data: { name: "Ours", search } });
  expect((await call(plumb, "DELETE", `${views}/${made.body.data.id}`, { token: ana.token })).status).toBe(403);
  expect((await call(plumb, "DELETE", `${views}/${made.body.data.id}`, { token })).status).toBe(200);
  expect((await list(views)).body.data).toEqual([]);
});
