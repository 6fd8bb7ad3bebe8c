import type { TrendData, TrendMetrics, TrendPeriod, TrendSummary } from "@plumb/contract/trends/trends.ts";
import { expect, test } from "vitest";
import { reopen } from "#runs/sources/reopen-runs.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { markRemoved } from "#store/runs/retention.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { junit, playwright } from "#testing/reports.ts";
import { withdrawInTest } from "#testing/runs.ts";

const zones = ["UTC", "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland", "Pacific/Apia"];

type Seeded = Awaited<ReturnType<typeof seedProject>>;

/** Removes reports as retention does. */
const removeBefore: typeof markRemoved = (db, ...rest) =>
  inTransaction(db, (transaction) => markRemoved(transaction, ...rest));

async function countAll({ context }: TestApp): Promise<void> {
  while ((await countEndedRuns(context.db, 50)).runs > 0);
}

async function ask<Data>(
  plumb: TestApp,
  seeded: Seeded,
  path: string,
  query: Record<string, string> = {},
): Promise<Data> {
  const requested = new URLSearchParams({ projectId: String(seeded.projectId), ...query }).toString();
  const { status, body } = await call<{ data: Data }>(plumb, "GET", `/api/trends/${path}?${requested}`, {
    token: seeded.token,
  });
  expect({ path, query, status, body: status === 200 ? null : body }).toMatchObject({ status: 200 });
  return body.data;
}

interface RawRun {
  readonly day: string;
  readonly status: string;
  readonly duration: number | null;
  readonly total: number;
  readonly passed: number;
  readonly red: number;
  readonly first: number;
  readonly flaky: number;
  readonly lost: number;
  readonly deleted: boolean;
  readonly quarantined: number;
  /** Failures in excluded incidents, without those in quarantine. */
  readonly leftOut: number;
}

/** Returns every run, computed from its results, with the day on which it started in a time zone. */
async function rawRuns(plumb: TestApp, zone: string, where = "true"): Promise<RawRun[]> {
  return readRows<RawRun>(
    plumb.context.db,
    `select (n.started_at at time zone '${zone}')::date::text as day, n.status, n.duration_ms as duration,
           n.removed_at is not null as deleted, count(r.*)::integer as total, count(*) filter (where r.status = 'passed')::integer as passed,
           count(*) filter (where r.status in ('failed', 'error'))::integer as red,
           count(*) filter (where r.first_status = 'passed')::integer as first,
           count(*) filter (where r.flaky)::integer as flaky,
           sum(case when r.flaky then (select coalesce(sum(round((a ->> 1)::float8 * 1000)), 0)
                                         from jsonb_array_elements(r.attempt_spans - -1) a) else 0 end)::bigint as lost,
           count(*) filter (where r.status = 'failed' and q.id is not null)::integer as quarantined,
           least(count(*) filter (where r.status = 'failed' and q.id is null), coalesce(i.failures, 0))::integer as "leftOut"
      from run n left join result r on r.project_id = n.project_id and r.run_id = n.id and r.superseded_by is null
      left join test t on t.project_id = r.project_id and t.id = r.test_id
      left join quarantine q on q.project_id = r.project_id and q.test_id = r.test_id and n.started_at >= q.starts_at and n.started_at < q.ends_at
      left join (select project_id, run_id, sum(c.failures) as failures
                   from incident_run c join incident i using (project_id) where i.id = c.incident_id and i.left_out
                  group by project_id, run_id) i on i.project_id = n.project_id and i.run_id = n.id
     where n.status <> 'running' and ${where}
     group by n.project_id, n.id, n.started_at, n.status, n.duration_ms, n.removed_at, i.failures`,
  );
}

const percent = (part: number, full: number) => (full === 0 ? null : Math.round((1000 * part) / full) / 10);
const minutes = (ms: number) => Math.round((ms / 60_000) * 10_000) / 10_000;

function metricsOf(runs: readonly RawRun[]) {
  const sum = (name: "first" | "flaky" | "leftOut" | "lost" | "passed" | "quarantined" | "red" | "total") =>
    runs.reduce((all, run) => all + run[name], 0);
  const full = sum("passed") + sum("red") - sum("quarantined") - sum("leftOut");
  const green = runs.filter(({ status }) => status === "completed");
  const durations = runs.flatMap(({ duration }) => duration ?? []).toSorted((a, b) => a - b);
  const at = (share: number) => {
    const found = durations[Math.ceil(share * durations.length) - 1];
    return found === undefined ? null : minutes(found);
  };
  return {
    total_runs: runs.length,
    passed_runs: green.length,
    failed_runs: runs.filter(({ status }) => status === "failed" || status === "interrupted").length,
    flaky_runs: green.filter(({ flaky }) => flaky > 0).length,
    deleted_runs: runs.filter(({ deleted }) => deleted).length,
    quarantined_failures: sum("quarantined"),
    left_out_failures: sum("leftOut"),
    total_tests: sum("total"),
    passed_tests: sum("passed"),
    failed_tests: sum("red"),
    first_passed_tests: sum("first"),
    flaky_tests: sum("flaky"),
    pass_rate: percent(sum("passed"), full),
    first_attempt_pass_rate: percent(sum("first"), full),
    green_rate: percent(green.length, runs.length),
    avg_duration_minutes:
      durations.length === 0 ? null : minutes(durations.reduce((all, each) => all + each, 0) / durations.length),
    p50_duration_minutes: at(0.5),
    p90_duration_minutes: at(0.9),
    p95_duration_minutes: at(0.95),
    flaky_minutes: minutes(sum("lost") / 1000),
  };
}

/** Expects every metric of every period and of the whole range to equal the metric computed from the results. */
async function expectMetrics(
  plumb: TestApp,
  seeded: Seeded,
  query: Record<string, string>,
  where = "true",
): Promise<void> {
  await countAll(plumb);
  for (const timeZone of zones) {
    const raw = await rawRuns(plumb, timeZone, where);
    const within = ({ from, to }: { from: string; to: string }) => raw.filter(({ day }) => day >= from && day <= to);
    for (const groupBy of ["day", "week", "month"]) {
      const requested = { timeRange: "1y", timeZone, groupBy, ...query };
      const data = await ask<TrendData>(plumb, seeded, "data", requested);
      for (const period of [...data.runTrends, ...data.previous])
        expect({ timeZone, groupBy, ...period }).toMatchObject(metricsOf(within(period)));
    }
    const summary = await ask<TrendSummary>(plumb, seeded, "summary", { timeRange: "30d", timeZone, ...query });
    expect(summary).toMatchObject(metricsOf(within(summary)));
    const before = within({ from: summary.previous_from, to: summary.previous_to });
    expect(summary.previous).toMatchObject(metricsOf(before));
    expect(summary.total_failed_runs).toBe(summary.failed_runs);
  }
}

const cases = (names: string, failing = "") =>
  junit(names.split("").map((name) => ["cart", name, ...(failing.includes(name) ? ["no"] : [])] as never));

test("every metric matches the results, after late, repeated, duplicated and missing reports", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const { key, projectId } = seeded;
  const { db } = plumb.context;
  const upload = (build: string, startedAt: string, names: string, failing = "", more: Record<string, string> = {}) =>
    send(plumb, key, { "a.xml": cases(names, failing) }, { build, startedAt, branch: "main", ...more });
  await upload("0", "2025-08-20T12:00:00Z", "abcd");
  // Ends exactly when the first run starts, so that this run is no longer in quarantine.
  await runStatement(
    db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at, ends_at)
     select project_id, id, 'quarantine', 'known', '2025-09-01', '2026-03-03T18:29:59Z' from test where search_text like '% a %'`,
  );
  // Around midnight in each time zone, and around the clock changes of Auckland (27 September) and St John's (2 November).
  await upload("1", "2026-03-03T18:29:59Z", "abc", "a");
  await upload("2", "2026-03-03T18:30:00Z", "abc");
  await upload("3", "2025-09-26T12:30:00Z", "abcd", "cd");
  await upload("4", "2025-09-27T11:30:00Z", "ab");
  await upload("5", "2025-11-02T02:29:00Z", "ab", "b", { environment: "production" });
  await upload("6", "2025-11-03T03:29:00Z", "abc", "", { suite: "api" });
  await upload("7", "2026-02-01T00:00:00Z", "a");
  await send(
    plumb,
    key,
    {
      "r.json": playwright([
        { title: "adds", attempts: ["failed", "failed", "passed"] },
        { title: "pays", attempts: ["passed"] },
      ]),
    },
    { build: "8", branch: "main", tags: "nightly" },
  );
  await expectMetrics(plumb, seeded, {});
  // A late upload to a build that has been counted, with another outcome.
  await upload("1", "2026-03-03T18:29:59Z", "ad");
  await upload("9", "2025-12-31T23:59:59Z", "abc", "abc");
  await expectMetrics(plumb, seeded, {});
  // An incident with more failures of a run than remain outside quarantine.
  await runStatement(
    db,
    `with i as (
      insert into incident (project_id, kind, subject, started_at, ended_at, tests, failures, left_out)
      values (${projectId}, 'host', 'db', '2025-12-31', '2026-01-01', 3, 3, true) returning id)
     insert into incident_run (project_id, incident_id, run_id, run_number, suite, day, tests, failures)
     select ${projectId}, i.id, n.id, n.number, n.suite, '2025-12-31', 3, 3 from i, run n where n.build = '9'`,
  );
  await expectMetrics(plumb, seeded, {});
  await expectMetrics(plumb, seeded, { suite: "api" }, "n.suite = 'api'");
  await expectMetrics(plumb, seeded, { environment: "production", branch: "main" }, "n.environment = 'production'");
  // Rolled-back uploads are never counted.
  const [last] = await readRows<{ runId: number; sourceId: number }>(
    db,
    'select run_id as "runId", id as "sourceId" from upload order by id desc limit 1',
  );
  const { runId = 0, sourceId = 0 } = last ?? {};
  await db.transaction().execute((transaction) => reopen(transaction, projectId, [runId], plumb.time.now));
  await withdrawInTest(db, projectId, sourceId, plumb.time.now);
  await expectMetrics(plumb, seeded, {});
  // A run that is deleted by retention still counts.
  await runStatement(db, "update run set created_at = started_at");
  const { runIds } = await removeBefore(db, projectId, {
    cutoff: new Date("2025-10-01"),
    now: plumb.time.now,
    limit: 10,
  });
  expect(runIds).toHaveLength(3);
  await expectMetrics(plumb, seeded, {});
});

const none: Partial<TrendMetrics> = { total_runs: 0, pass_rate: null, green_rate: null, avg_duration_minutes: null };

test("without runs everything is zero, and the project has a note", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const data = await ask<TrendData>(plumb, seeded, "data");
  expect(data).toMatchObject({ from: "2026-02-03", to: "2026-03-04", previous_from: "2026-01-04", timeZone: "UTC" });
  expect(data.runTrends).toHaveLength(30);
  expect(data.runTrends[0]).toMatchObject({ date: "2026-02-03", ...none, growth: { known: 0, added: 0, removed: 0 } });
  expect(await ask(plumb, seeded, "summary")).toMatchObject({
    ...none,
    counted_runs: 0,
    first_day: null,
    previous: none,
  });
  expect(await ask(plumb, seeded, "test-suites")).toEqual([]);
});

test("with one run in the range, its duration is every percentile, and there is no previous period", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const suites = `<testsuites time="1.5">${cases("abc", "c").slice("<testsuites>".length)}`;
  await send(plumb, seeded.key, { "a.xml": suites }, { startedAt: "2026-03-02T08:00:00Z" });
  await countAll(plumb);
  expect(await ask(plumb, seeded, "summary")).toMatchObject({
    total_runs: 1,
    failed_runs: 1,
    pass_rate: 66.7,
    green_rate: 0,
    avg_duration_minutes: 0.025,
    p50_duration_minutes: 0.025,
    p95_duration_minutes: 0.025,
    previous: none,
    first_day: "2026-03-02",
    last_day: "2026-03-02",
  });
  const { runTrends } = await ask<TrendData>(plumb, seeded, "data");
  expect(runTrends.filter(({ total_runs: runs }) => runs > 0).map(({ date }) => date)).toEqual(["2026-03-02"]);
});

test("a run in the future, caused by a wrong clock, is in no range that ends today, and hides no test", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const upload = (startedAt: string, names: string) =>
    send(plumb, seeded.key, { "a.xml": cases(names) }, { build: startedAt, startedAt });
  await upload("2026-03-02T08:00:00Z", "ab");
  await upload("2099-01-01T00:00:00Z", "a");
  await countAll(plumb);
  for (const timeRange of ["7d", "30d", "1y"])
    expect(await ask(plumb, seeded, "summary", { timeRange })).toMatchObject({ total_runs: 1, counted_runs: 2 });
  const { runTrends } = await ask<TrendData>(plumb, seeded, "data");
  expect(runTrends.at(-1)?.growth).toEqual({ known: 2, added: 0, removed: 0 });
  // A query for that day includes it.
  const there = { timeRange: "custom", startDate: "2099-01-01", endDate: "2099-01-01" };
  expect(await ask(plumb, seeded, "summary", there)).toMatchObject({ total_runs: 1 });
});

test("filters combine, and list existing values, latest first", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const upload = (build: string, query: Record<string, string>, names = "ab", failing = "") =>
    send(plumb, seeded.key, { "a.xml": cases(names, failing) }, { build, ...query });
  await upload("1", { suite: "api", environment: "staging", branch: "main", startedAt: "2026-03-01T08:00:00Z" });
  await upload("2", { suite: "web", environment: "staging", startedAt: "2026-03-02T08:00:00Z" }, "ab", "a");
  await upload("3", { suite: "web", environment: "production", branch: "main", startedAt: "2026-02-01T08:00:00Z" });
  await runStatement(
    plumb.context.db,
    "update run set tags = '{nightly,smoke}', facts = '{os=linux,browser=chrome}' where suite = 'web'",
  );
  await countAll(plumb);
  const runs = async (query: Record<string, string>) =>
    (await ask<TrendSummary>(plumb, seeded, "summary", query)).total_runs;
  expect(await runs({})).toBe(2);
  expect(await runs({ suite: "web" })).toBe(1);
  expect(await runs({ suite: "web", timeRange: "90d" })).toBe(2);
  expect(await runs({ suite: "web", environment: "production", timeRange: "90d" })).toBe(1);
  expect(await runs({ suite: "api", tag: "nightly" })).toBe(0);
  expect(await runs({ tag: "smoke" })).toBe(1);
  expect(await runs({ fact: "os=linux" })).toBe(1);
  expect(await runs({ fact: "OS=macos" })).toBe(0);
  expect(await runs({ branch: "main" })).toBe(1);
  expect(await runs({ suite: "nobody's" })).toBe(0);
  for (const [not, count] of [
    ["suite:web", 1],
    ["branch:main", 1],
    ["environment:staging", 0],
    ["tag:smoke", 1],
    ["fact:OS=linux", 1],
    ["fact:os=macos", 2],
    ["tag:other", 2],
  ] as const) {
    expect([not, await runs({ not })]).toEqual([not, count]);
    expect([not, await runs({ q: `-${not.replace("fact:OS", "fact:os")}` })]).toEqual([not, count]);
  }
  expect(await runs({ q: "suite:web since:90d environment:production" })).toBe(1);
  expect(await runs({ q: "suite:web", environment: "production", timeRange: "90d" })).toBe(1);
  const refused = async (query: Record<string, string>) =>
    (
      await call<{ fields: Record<string, string> }>(
        plumb,
        "GET",
        `/api/trends/summary?${new URLSearchParams({ projectId: String(seeded.projectId), ...query }).toString()}`,
        { token: seeded.token },
      )
    ).body.fields;
  expect(await refused({ q: "siute:web" })).toEqual({
    q: 'Character 1: there is no field "siute". Did you mean suite?',
  });
  expect(await refused({ q: "suite:web", suite: "api" })).toEqual({
    q: "Pass suite in the query or as a parameter, not both",
  });
  expect(await refused({ not: "owner:@a" })).toMatchObject({
    not: expect.stringContaining("Begin each value with one of") as string,
  });
  const withoutSmoke = await ask<TrendData>(plumb, seeded, "data", { not: "tag:smoke" });
  expect(withoutSmoke.runTrends.map(({ growth }) => growth)).toEqual(withoutSmoke.runTrends.map(() => null));
  expect(await ask(plumb, seeded, "filters")).toEqual({
    testSuites: ["web", "api"],
    environments: ["staging", "production"],
    branches: ["main"],
    frameworks: ["junit"],
    tags: ["nightly", "smoke"],
    facts: ["browser=chrome", "os=linux"],
    owners: [],
  });
  expect(await ask(plumb, seeded, "filters", { find: "AP" })).toMatchObject({ testSuites: ["api"], environments: [] });
  expect(await ask(plumb, seeded, "test-suites")).toMatchObject([
    { name: "api", total_runs: 1, pass_rate: 100, previous: { total_runs: 0, pass_rate: null } },
    { name: "web", total_runs: 1, pass_rate: 50, previous: { total_runs: 1, pass_rate: 100 } },
  ]);
  expect(await ask(plumb, seeded, "environments", { suite: "web" })).toMatchObject([
    { name: "staging", total_runs: 1 },
    { name: "production", total_runs: 0, previous: { total_runs: 1 } },
  ]);
  const tagged = await ask<TrendData>(plumb, seeded, "data", { tag: "smoke" });
  expect(tagged.runTrends.map(({ growth }) => growth)).toEqual(tagged.runTrends.map(() => null));
});

test("counts only the tests of an owner", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  await send(plumb, seeded.key, { "a.xml": cases("abc", "a") }, { build: "1", startedAt: "2026-03-01T08:00:00Z" });
  await send(plumb, seeded.key, { "a.xml": cases("b") }, { build: "2", startedAt: "2026-03-01T09:00:00Z" });
  await runStatement(
    plumb.context.db,
    "update test set owner_hand = case when search_text like '% a %' then 'ada' when search_text like '% b %' then 'bob' end",
  );
  await countAll(plumb);
  const of = (owner: string) => ask<TrendSummary>(plumb, seeded, "summary", { owner });
  expect(await of("ada")).toMatchObject({ total_runs: 1, failed_runs: 1, total_tests: 1, pass_rate: 0 });
  expect(await of("bob")).toMatchObject({ total_runs: 2, passed_runs: 2, total_tests: 2, pass_rate: 100 });
  expect(await of("nobody")).toMatchObject({ total_runs: 0 });
  expect(await ask(plumb, seeded, "filters")).toMatchObject({ owners: ["ada", "bob"] });
  expect(await ask(plumb, seeded, "filters", { find: "OB" })).toMatchObject({ owners: ["bob"] });
  // Another upload makes the stored counts per owner outdated, so they are recounted.
  await send(plumb, seeded.key, { "b.xml": cases("ab") }, { build: "3", startedAt: "2026-03-01T10:00:00Z" });
  await countAll(plumb);
  expect(await of("ada")).toMatchObject({ total_runs: 2, failed_runs: 1, total_tests: 2, pass_rate: 50 });
  const { runTrends } = await ask<TrendData>(plumb, seeded, "data", { owner: "ada" });
  expect(runTrends.at(-1)?.growth).toMatchObject({ known: 1 });
});

test("quarantined failures and excluded incidents count in no rate", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const { projectId } = seeded;
  const { db } = plumb.context;
  const sent = await send(plumb, seeded.key, { "a.xml": cases("abcd", "abc") }, { startedAt: "2026-03-01T08:00:00Z" });
  await runStatement(
    db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at)
    select project_id, id, 'quarantine', 'known', '2026-03-01' from test where project_id = ${projectId} and search_text like '% a %'`,
  );
  await countAll(plumb);
  expect(await ask(plumb, seeded, "summary")).toMatchObject({ pass_rate: 33.3, quarantined_failures: 1 });
  await runStatement(
    db,
    `with i as (
      insert into incident (project_id, kind, subject, started_at, ended_at, tests, failures, left_out)
      values (${projectId}, 'host', 'db', '2026-03-01', '2026-03-01', 1, 1, true) returning id
    )
    insert into incident_run (project_id, incident_id, run_id, run_number, suite, day, tests, failures)
    select ${projectId}, id, ${sent.body.data.reportId}, 1, 'a', '2026-03-01', 1, 1 from i`,
  );
  expect(await ask(plumb, seeded, "summary")).toMatchObject({
    pass_rate: 50,
    quarantined_failures: 1,
    left_out_failures: 1,
    total_tests: 4,
  });
  const dashboard = await call<{ data: { current: { passRate: number; leftOut: number } } }>(
    plumb,
    "GET",
    `/api/projects/${projectId}/dashboard`,
    { token: seeded.token },
  );
  expect(dashboard.body.data.current).toMatchObject({ passRate: 25, leftOut: 2 });
});

test("a deleted report stays counted, with a note", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  for (const build of ["1", "2"])
    await send(plumb, seeded.key, { "a.xml": cases("a") }, { build, startedAt: `2026-03-0${build}T08:00:00Z` });
  await countAll(plumb);
  expect(await ask(plumb, seeded, "summary")).toMatchObject({ total_runs: 2, deleted_runs: 0 });
  const cutoff = new Date("2026-03-03");
  await runStatement(plumb.context.db, "update run set created_at = started_at");
  const removed = await removeBefore(plumb.context.db, seeded.projectId, { cutoff, now: plumb.time.now, limit: 10 });
  expect(removed.runIds).toHaveLength(1);
  expect(await ask(plumb, seeded, "summary")).toMatchObject({ total_runs: 2, deleted_runs: 1 });
});

test("tests are added, and removed after a week of runs without them", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const upload = (day: string, names: string) =>
    send(plumb, seeded.key, { "a.xml": cases(names) }, { build: day, startedAt: `${day}T08:00:00Z` });
  await upload("2026-02-10", "ab");
  await upload("2026-02-12", "abc");
  await upload("2026-02-18", "bc");
  await countAll(plumb);
  const growthOn = async (...expected: string[]) => {
    const { runTrends } = await ask<TrendData>(plumb, seeded, "data");
    const found = new Map(runTrends.map((period: TrendPeriod) => [period.date, period.growth]));
    return expected.map((day) => found.get(day));
  };
  expect(await growthOn("2026-02-10", "2026-02-12", "2026-02-13")).toEqual([
    { known: 2, added: 2, removed: 0 },
    { known: 3, added: 1, removed: 0 },
    { known: 3, added: 0, removed: 0 },
  ]);
  await upload("2026-02-19", "bc");
  await countAll(plumb);
  expect(await growthOn("2026-02-12", "2026-02-13", "2026-03-04")).toEqual([
    { known: 3, added: 1, removed: 0 },
    { known: 2, added: 0, removed: 1 },
    { known: 2, added: 0, removed: 0 },
  ]);
});

test("rejects invalid dates or a wrong order at their field, and groups ten years more coarsely", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const requested = (query: string) =>
    call(plumb, "GET", `/api/trends/data?projectId=${seeded.projectId}&${query}`, { token: seeded.token });
  expect(await requested("timeRange=custom&startDate=2026-02-02&endDate=2026-02-01")).toMatchObject({
    status: 400,
    body: { code: "invalid", fields: { endDate: "The end date is before the start date" } },
  });
  for (const query of ["timeRange=2d", "timeZone=Mars", "startDate=0001-01-01", "groupBy=year", "startDate=tomorrow"])
    expect((await requested(query)).status).toBe(400);
  const { body: days } = await requested("startDate=2026-02-01&endDate=2026-02-02");
  expect(days).toMatchObject({ data: { from: "2026-02-01", to: "2026-02-02" } });
  expect(await requested("timeRange=7d&endDate=2026-02-02")).toMatchObject({
    status: 400,
    body: { fields: { endDate: "timeRange=7d sets its own dates: use timeRange=custom, or omit the dates" } },
  });
  const { body } = await requested("timeRange=custom&startDate=2016-03-04&endDate=2026-03-03&groupBy=day");
  expect(body).toMatchObject({ data: { groupBy: "month" } });
});

test("keys and users add events, find them by range and environment, and delete them", async () => {
  await using plumb = await createTestApp();
  const seeded = await seedProject(plumb);
  const { projectId, token, key } = seeded;
  const post = (body: object, by = token) =>
    call<{ data: { id: number } }>(plumb, "POST", `/api/trends/events?projectId=${projectId}`, { token: by, body });
  const deploy = await call(plumb, "POST", "/api/trends/events", {
    token: key,
    body: { kind: "deploy", title: "2.4.1", url: "https://ci.example.test/7", environment: "staging" },
  });
  expect(deploy).toMatchObject({ status: 200, body: { data: { at: "2026-03-04T10:00:00.000Z", by: null } } });
  const outage = await post({ kind: "outage", title: "Staging down", at: "2026-03-01T09:00:00+02:00" });
  await post({ kind: "other", title: "Long ago", at: "2025-01-01T00:00:00Z" });
  const titles = async (query: Record<string, string>) =>
    (await ask<{ title: string }[]>(plumb, seeded, "events", query)).map(({ title }) => title);
  expect(await titles({})).toEqual(["2.4.1", "Staging down"]);
  expect(await titles({ environment: "production" })).toEqual(["Staging down"]);
  expect(await titles({ q: "-environment:staging suite:web" })).toEqual(["Staging down"]);
  expect(await titles({ not: "environment:production" })).toEqual(["2.4.1", "Staging down"]);
  expect(await titles({ timeRange: "custom", startDate: "2026-03-01", endDate: "2026-03-01" })).toEqual([
    "Staging down",
  ]);
  for (const wrong of [{}, { kind: "party", title: "x" }, { kind: "deploy", title: " " }])
    expect((await post(wrong)).status).toBe(400);
  for (const url of ["http://plain.test", "javascript:alert(1)", "https://"])
    expect((await post({ kind: "deploy", title: "x", url })).status).toBe(400);
  const other = await seedProject(plumb, "Other");
  const remove = (project: number) =>
    call(plumb, "DELETE", `/api/trends/events/${outage.body.data.id}?projectId=${project}`, { token });
  expect((await remove(other.projectId)).status).toBe(404);
  expect((await remove(projectId)).status).toBe(200);
  expect((await remove(projectId)).status).toBe(404);
  expect(await titles({})).toEqual(["2.4.1"]);
});
