import { dayMs } from "@plumb/contract/durations.ts";
import { weekMetrics } from "@plumb/contract/trends/week-metrics.ts";
import { weekSentence } from "@plumb/contract/trends/week-sentence.ts";
import type { WeekSummary } from "@plumb/contract/trends/week.ts";
import { expect, test } from "vitest";
import { runJobs } from "#jobs/engine.ts";
import { countEndedRuns } from "#runs/counting/count-ended-runs.ts";
import { call, createTestApp, seedProject, send, type TestApp } from "#testing/app.ts";
import { readRows, runStatement } from "#testing/database.ts";
import { readPdf } from "#testing/read-pdf.ts";
import { junit, playwright } from "#testing/reports.ts";
import { queueTestEvaluation } from "#tests/queue-test-evaluation.ts";

interface Shop {
  readonly plumb: TestApp;
  readonly token: string;
  readonly projectId: number;
  readonly key: string;
  /** Uploads a run of `adds` and the given tests (`ships: "no truck"` fails with this message) and runs all jobs. */
  readonly run: (
    startedAt: string,
    cases: Readonly<Record<string, string>>,
    query?: Record<string, string>,
  ) => Promise<void>;
  readonly week: (query?: Record<string, string>) => Promise<WeekSummary>;
}

const names = ["adds", "pays", "prints", "sends", "ships", "wraps"] as const;

async function shop(plumb: TestApp): Promise<Shop> {
  const seeded = await seedProject(plumb);
  const { token, projectId, key } = seeded;
  return {
    plumb,
    ...seeded,
    async run(startedAt, cases, query = {}) {
      const report = junit(names.map((name) => ["cart", name, ...(name in cases ? [cases[name]] : [])] as never));
      const sent = await send(plumb, key, { "a.xml": report }, { build: startedAt, suite: "web", startedAt, ...query });
      expect(sent.status).toBeLessThan(300);
      await countedAndEvaluated(plumb, projectId);
    },
    async week(query = {}) {
      const requested = new URLSearchParams({ projectId: String(projectId), timeZone: "UTC", ...query }).toString();
      const { status, body } = await call<{ data: WeekSummary }>(plumb, "GET", `/api/trends/week?${requested}`, {
        token,
      });
      expect({ status, body: status === 200 ? null : body }).toEqual({ status: 200, body: null });
      return body.data;
    },
  };
}

/** Runs all jobs, including those that were postponed. */
async function countedAndEvaluated({ context }: TestApp, projectId: number): Promise<void> {
  const left =
    "select (select count(*) from run where counted_day is null) + (select count(*) from test_activity where dirty) as left";
  await expect
    .poll(async () => {
      await runJobs(context);
      // A job that finds a run locked postpones it by a minute, which never passes in this test.
      while ((await countEndedRuns(context.db, 50)).runs > 0);
      await queueTestEvaluation(context, projectId);
      await runJobs(context);
      return (await readRows<{ left: number }>(context.db, left))[0]?.left;
    })
    .toBe(0);
}

/** Uploads two weeks of runs up to Wednesday, 4 March 2026, which is in week 10. */
async function twoWeeks(plumb: TestApp): Promise<Shop> {
  const seeded = await shop(plumb);
  const { run } = seeded;
  await run("2026-02-23T08:00:00Z", { prints: "no ink" }, { commit: "a1" });
  await run("2026-02-24T08:00:00Z", {}, { commit: "a2" });
  await run("2026-02-25T08:00:00Z", {}, { commit: "a3" });
  await run("2026-02-26T08:00:00Z", { pays: "no money" }, { commit: "a4" });
  await run("2026-02-27T08:00:00Z", { pays: "no money" }, { commit: "a5" });
  await run("2026-02-28T08:00:00Z", { pays: "no money" }, { commit: "a6" });
  await run("2026-03-02T08:00:00Z", { sends: "no net" }, { commit: "b1" });
  await run("2026-03-02T12:00:00Z", {}, { commit: "b1" });
  await run("2026-03-03T08:00:00Z", { ships: "no truck", sends: "no net" }, { commit: "b2" });
  await run("2026-03-03T12:00:00Z", { ships: "no truck" }, { commit: "b2" });
  await run("2026-03-04T08:00:00Z", { ships: "no truck", wraps: "no paper", prints: "no ink" }, { commit: "b3" });
  return seeded;
}

interface Execution {
  readonly title: string;
  readonly at: number;
  readonly status: string;
  readonly first: string;
  readonly message: string | null;
}

/** Returns all current results as sent, earliest first. */
async function executionsOf({ plumb, projectId }: Shop): Promise<Execution[]> {
  return readRows<Execution>(
    plumb.context.db,
    `select t.title_path[cardinality(t.title_path)] as title, (extract(epoch from n.started_at) * 1000)::float8 as at,
            r.status, r.first_status as first, r.error_line as message
       from result r join run n on n.project_id = r.project_id and n.id = r.run_id
       join test t on t.project_id = r.project_id and t.id = r.test_id
      where r.project_id = ${projectId} and r.superseded_by is null and n.removed_at is null order by n.started_at, r.id`,
  );
}

const isRed = ({ status }: Execution) => status === "failed" || status === "error";
const between = (all: readonly Execution[], from: number, until: number) =>
  all.filter(({ at }) => at >= from && at < until);
const titles = (found: Iterable<string>) => [...new Set(found)].toSorted();

/** Returns the tests that were broken at the given time: failed in the last three runs before it. */
function brokenAt(all: readonly Execution[], time: number): string[] {
  return names.filter((name) => {
    const last = all.filter(({ title, at }) => title === name && at < time).slice(-3);
    return last.length === 3 && last.every(isRed);
  });
}

const lastOf = ({ titlePath }: { titlePath: readonly string[] }) => titlePath.at(-1) ?? "";

test("improvements, regressions and rates match the results", async () => {
  await using plumb = await createTestApp();
  const seeded = await twoWeeks(plumb);
  const all = await executionsOf(seeded);
  for (const [week, monday] of [
    ["2026-W09", Date.UTC(2026, 1, 23)],
    ["2026-W10", Date.UTC(2026, 2, 2)],
  ] as const) {
    const found = await seeded.week({ week });
    const now = between(all, monday, monday + 7 * dayMs);
    const sameTime = week === "2026-W10" ? plumb.time.now.getTime() - 7 * dayMs : monday;
    const before = between(all, monday - 7 * dayMs, sameTime);
    for (const [metrics, executions] of [
      [found.figures, now],
      [found.previous, before],
    ] as const) {
      const ran = executions.filter(({ status }) => status !== "skipped");
      const percent = (part: number) => (ran.length === 0 ? null : Math.round((1000 * part) / ran.length) / 10);
      expect(metrics).toMatchObject({
        total_runs: new Set(executions.map(({ at }) => at)).size,
        total_tests: executions.length,
        pass_rate: percent(ran.filter((each) => !isRed(each)).length),
        first_attempt_pass_rate: percent(executions.filter(({ first }) => first === "passed").length),
      });
    }
    const [was, is] = [brokenAt(all, monday), brokenAt(all, monday + 7 * dayMs)];
    const of = (rows: WeekSummary["worse"]["tests"]["rows"], became: string) =>
      titles(rows.filter((row) => row.became === became).map(lastOf));
    expect(of(found.worse.tests.rows, "broken")).toEqual(is.filter((name) => !was.includes(name)));
    expect(of(found.better.tests.rows, "fixed")).toEqual(was.filter((name) => !is.includes(name)));
    const lastRun = Math.max(...now.map(({ at }) => at));
    const failedBefore = titles(
      between(all, monday - 7 * dayMs, monday)
        .filter(isRed)
        .map(({ title }) => title),
    );
    expect(of(found.worse.tests.rows, "failing")).toEqual(
      titles(now.filter((each) => each.at === lastRun && isRed(each)).map(({ title }) => title)).filter(
        (name) => !failedBefore.includes(name) && !is.includes(name),
      ),
    );
    const causes = (expected: string) =>
      [...found.worse.causes.rows, ...found.better.causes.rows]
        .filter(({ became }) => became === expected)
        .map(({ message }) => message)
        .toSorted();
    const removed = titles(
      between(all, monday - 7 * dayMs, monday + 7 * dayMs)
        .filter(({ message }) => message !== null)
        .map(({ message }) => message ?? "")
        .filter((message) => !now.some((each) => each.at === lastRun && each.message === message))
        // A cause is resolved in this week only if the first run without it was in this week.
        .filter((message) => {
          const last = all.findLast((each) => each.message === message && each.at < monday + 7 * dayMs);
          return (all.find(({ at }) => at > (last?.at ?? 0))?.at ?? 0) >= monday;
        }),
    );
    expect(causes("resolved")).toEqual(removed);
    expect(causes("new")).toEqual(
      titles(now.flatMap(({ message }) => message ?? []))
        .filter((message) => !all.some((each) => each.at < monday && each.message === message))
        .filter((message) => !removed.includes(message)),
    );
  }
});

test("shows the changes of the current week, their commits, and the current state", async () => {
  await using plumb = await createTestApp();
  const seeded = await twoWeeks(plumb);
  const found = await seeded.week();
  expect(found).toMatchObject({
    projectName: "Shop",
    week: "2026-W10",
    previousWeek: "2026-W09",
    nextWeek: null,
    from: "2026-03-02",
    to: "2026-03-08",
    soFar: true,
    today: "2026-03-04",
    countedRuns: 11,
  });
  expect(found.worse.tests).toMatchObject({ total: 3, broken: 1, failing: 1, flaky: 1 });
  expect(found.worse.tests.rows.map((row) => [row.became, lastOf(row)])).toEqual([
    ["broken", "ships"],
    ["failing", "wraps"],
    ["flaky", "sends"],
  ]);
  expect(found.worse.causes).toMatchObject({ total: 3, new: 2, returned: 1 });
  expect(
    found.worse.causes.rows
      .map(({ message, became, tests, since }) => [message, became, tests, since?.commit])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  ).toEqual([
    ["no ink", "returned", 1, "b3"],
    ["no paper", "new", 1, "b3"],
    ["no truck", "new", 1, "b2"],
  ]);
  expect(found.better.tests).toMatchObject({ total: 1, fixed: 1, stable: 0, released: 0 });
  expect(found.better.causes.rows).toMatchObject([
    {
      title: expect.stringMatching(/^“.+” fails: no net$/) as string,
      message: "no net",
      became: "resolved",
      since: { commit: "b2" },
    },
    { message: "no money", became: "resolved", since: { number: 7, commit: "b1" } },
  ]);
  expect(found.standing.flakiest.rows.map(lastOf)).toEqual(["sends"]);
  expect(found.standing.unowned.rows.map(lastOf)).toEqual(["ships"]);
  expect(found.standing.slowest.rows.map(lastOf).toSorted()).toEqual([...names]);
  expect(found.standing.slowing).toEqual({ rows: [], total: 0 });
  expect(found.standing.items).toEqual({ rows: [], total: 0, overdue: 0, due: 0 });
});

test("a test that was fixed and fails at the end of the week is not listed as fixed", async () => {
  await using plumb = await createTestApp();
  const seeded = await twoWeeks(plumb);
  const [fixed] = (await seeded.week()).better.tests.rows;
  expect(fixed?.became).toBe("fixed");
  const name = lastOf(fixed ?? { titlePath: [] });
  await seeded.run("2026-03-04T09:00:00Z", { [name]: "no end" }, { commit: "b4" });
  const { better, worse } = await seeded.week();
  expect(better.tests).toMatchObject({ total: 0, fixed: 0, rows: [] });
  expect(worse.causes.rows.map(({ message }) => message)).toContain("no end");
});

test("a suite and an owner filter the numbers and all lists", async () => {
  await using plumb = await createTestApp();
  const seeded = await twoWeeks(plumb);
  await runStatement(
    plumb.context.db,
    "update test set owner_hand = 'ada' where title_path[cardinality(title_path)] in ('ships', 'pays')",
  );
  await seeded.run(
    "2026-03-04T09:00:00Z",
    { ships: "no truck", wraps: "no paper", prints: "no ink" },
    { commit: "b4" },
  );
  const hers = await seeded.week({ owner: "ada" });
  expect(hers).toMatchObject({ suites: [], owners: ["ada"] });
  expect(hers.figures).toMatchObject({ total_runs: 1, total_tests: 2, pass_rate: 50 });
  expect(hers.worse.tests.rows.map(lastOf)).toEqual(["ships"]);
  expect(hers.better.tests.rows.map(lastOf)).toEqual(["pays"]);
  expect(hers.worse.causes.rows.map(({ message }) => message)).toEqual(["no truck"]);
  expect(hers.better.causes.rows.map(({ message }) => message)).toEqual(["no money"]);
  expect(hers.standing.unowned.rows).toEqual([]);
  const none = await seeded.week({ suite: "api" });
  expect(none.figures).toMatchObject({ total_runs: 0, pass_rate: null });
  expect([none.worse.tests.total, none.worse.causes.total, none.better.tests.total, none.better.causes.total]).toEqual([
    0, 0, 0, 0,
  ]);
  expect(none.standing.slowest.rows).toEqual([]);
});

test("shows quarantines that ended, and items by day", async () => {
  await using plumb = await createTestApp();
  const seeded = await twoWeeks(plumb);
  const { token, projectId } = seeded;
  const ids = new Map(
    (
      await readRows<{ id: number; title: string }>(
        plumb.context.db,
        "select id, title_path[cardinality(title_path)] as title from test",
      )
    ).map(({ id, title }) => [title, id]),
  );
  await runStatement(
    plumb.context.db,
    `insert into quarantine (project_id, test_id, kind, reason, starts_at, ends_at, released_at, released_why) values
       (${projectId}, ${ids.get("ships") ?? 0}, 'quarantine', 'trucks', '2026-02-20', '2026-03-03', '2026-03-03', 'expired'),
       (${projectId}, ${ids.get("sends") ?? 0}, 'quarantine', 'nets', '2026-02-20', '2026-03-03', '2026-03-03', 'expired'),
       (${projectId}, ${ids.get("wraps") ?? 0}, 'quarantine', 'paper', '2026-02-20', '2026-02-25', '2026-02-25', 'expired'),
       (${projectId}, ${ids.get("adds") ?? 0}, 'quarantine', 'sums', '2026-02-20', null, '2026-03-03', 'clean_runs');
     insert into quarantine (project_id, test_id, kind, reason, starts_at) values
       (${projectId}, ${ids.get("sends") ?? 0}, 'mute', 'nets again', '2026-03-03')`,
  );
  const item = async (title: string, dueDate: string | null) => {
    const body = { title, message: title, type: "issue", priority: "high", ...(dueDate !== null && { dueDate }) };
    const made = await call(plumb, "POST", `/api/annotations/projects/${projectId}/annotations`, { token, body });
    expect(made).toMatchObject({ body: { success: true } });
  };
  const { now } = plumb.time;
  plumb.time.now = new Date("2026-03-01T12:00:00Z");
  await item("late", "2026-03-03");
  await item("today", "2026-03-04");
  await item("this week", "2026-03-10");
  await item("later", "2026-03-11");
  await item("any day", null);
  plumb.time.now = now;
  const found = await seeded.week();
  expect(found.quarantine).toMatchObject({
    total: 1,
    rows: [{ kind: "quarantine", reason: "trucks", state: "broken" }],
  });
  expect(found.better.tests).toMatchObject({ released: 1 });
  expect(found.better.tests.rows.map((row) => [row.became, lastOf(row)])).toContainEqual(["released", "adds"]);
  expect(found.standing.items).toMatchObject({ total: 3, overdue: 1, due: 2 });
  expect(found.standing.items.rows.map(({ title, overdue }) => [title, overdue])).toEqual([
    ["late", true],
    ["today", false],
    ["this week", false],
  ]);
});

test("weeks use the time zone, and the current one is compared with the same part of the previous one", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  plumb.time.now = new Date("2026-03-04T12:00:00Z");
  // In Auckland (UTC+13), the week of 2 March began on Sunday, 1 March at 11:00 UTC; it is now Thursday, 01:00 there.
  await seeded.run("2026-03-01T10:59:59Z", {});
  await seeded.run("2026-03-01T11:00:00Z", { pays: "no money" });
  await seeded.run("2026-02-25T11:59:59Z", {});
  await seeded.run("2026-02-25T12:00:00Z", {});
  const there = { timeZone: "Pacific/Auckland" };
  const found = await seeded.week(there);
  expect(found).toMatchObject({ week: "2026-W10", today: "2026-03-05", soFar: true });
  expect(found.figures).toMatchObject({ total_runs: 1, total_tests: 6 });
  expect(found.previous).toMatchObject({ total_runs: 1 });
  const full = await seeded.week({ ...there, week: "2026-W09" });
  expect(full).toMatchObject({ soFar: false, nextWeek: "2026-W10", figures: { total_runs: 3 } });
  expect((await seeded.week({ week: "2026-W09" })).figures.total_runs).toBe(4);
});

test("on Monday the previous week comes first, and invalid weeks are rejected", async () => {
  await using plumb = await createTestApp();
  const seeded = await shop(plumb);
  plumb.time.now = new Date("2026-03-09T07:00:00Z");
  expect(await seeded.week()).toMatchObject({ week: "2026-W10", soFar: false, nextWeek: "2026-W11", countedRuns: 0 });
  expect(await seeded.week({ timeZone: "Pacific/Honolulu" })).toMatchObject({ week: "2026-W10", soFar: true });
  const refused = async (week: string) => {
    const path = `/api/trends/week?projectId=${seeded.projectId}&timeZone=UTC&week=${week}`;
    return (await call<{ fields?: Record<string, string> }>(plumb, "GET", path, { token: seeded.token })).body.fields;
  };
  expect(await refused("2026-W12")).toEqual({
    week: "This week has not started yet. The current week is 2026-W11",
  });
  expect(await refused("2025-W53")).toEqual({ week: "This week does not exist. Use the form 2026-W47" });
  expect(await refused("next")).toEqual({ week: "Write a week as 2026-W47" });
});

test("time lost to flaky tests is the duration of the attempts before the one that passed", async () => {
  await using plumb = await createTestApp();
  const { key, projectId, week } = await shop(plumb);
  const slow = { status: "failed", start: 0, seconds: 90, worker: 0 } as const;
  const report = playwright([{ title: "pays", attempts: [slow, "passed"] }]);
  await send(plumb, key, { "r.json": report }, { build: "1", branch: "main" });
  await countedAndEvaluated(plumb, projectId);
  expect((await week()).figures).toMatchObject({ flaky_minutes: 1.5, pass_rate: 100, first_attempt_pass_rate: 0 });
});

test("weeks before and suites that changed most have the numbers of the trends", async () => {
  await using plumb = await createTestApp();
  const { week, run, projectId, token } = await twoWeeks(plumb);
  // This suite is as good as before, and the other one ran in one week only.
  for (const day of ["2026-02-24", "2026-03-03"]) await run(`${day}T09:00:00Z`, {}, { suite: "api" });
  await run("2026-03-03T09:30:00Z", { pays: "no money" }, { suite: "new" });
  const { history, movers } = await week({ week: "2026-W10" });
  expect(history.map(({ total_runs: runs }) => runs)).toEqual([0, 0, 7, 7]);
  const trends = async <Data>(list: string, startDate: string, endDate: string) => {
    const range = new URLSearchParams({ projectId: String(projectId), startDate, endDate, timeZone: "UTC" }).toString();
    const { body } = await call<{ data: Data }>(plumb, "GET", `/api/trends/${list}?${range}`, { token });
    return body.data;
  };
  expect(await trends("summary", "2026-03-02", "2026-03-08")).toMatchObject({ ...history[3] });
  expect(await trends("summary", "2026-02-23", "2026-03-01")).toMatchObject({ ...history[2] });
  const rateOf = async (startDate: string, endDate: string) =>
    (await trends<{ name: string; pass_rate: number }[]>("test-suites", startDate, endDate)).find(
      ({ name }) => name === "web",
    )?.pass_rate;
  // The current week is compared with the same days of the previous one.
  const passRate = await rateOf("2026-03-02", "2026-03-04");
  const before = await rateOf("2026-02-23", "2026-02-25");
  expect(movers).toEqual({ worse: [{ suite: "web", passRate, before }], better: [] });
});

test("the first page of the document has the headline, the metrics and the first lines; the appendix has the rest", async () => {
  await using plumb = await createTestApp();
  const { projectId, token, week } = await twoWeeks(plumb);
  // Long names, many lines and names in another direction do not fit on the page.
  await runStatement(
    plumb.context.db,
    `update project set name = '${"متجر طويل جدا ".repeat(20)}' where id = ${projectId}`,
  );
  await runStatement(
    plumb.context.db,
    `update test set title_path = array['${"a very long name ".repeat(18)}', title_path[cardinality(title_path)]] where project_id = ${projectId}`,
  );
  for (const filter of ["", `&suite=web&suite=${"x".repeat(250)}&suite=${"y".repeat(250)}&suite=${"z".repeat(250)}`]) {
    const sent = await plumb.app.inject({
      url: `/api/trends/week/export?projectId=${projectId}&timeZone=UTC&week=2026-W10${filter}`,
      headers: { authorization: `Bearer ${token}` },
    });
    const { pages } = readPdf(sent.rawPayload);
    const [first = "", second = ""] = pages.map((page) => page.replaceAll(/\s+/g, " "));
    const data = await week({ week: "2026-W10" });
    for (const { value, before, difference } of weekMetrics(data)) {
      expect(first).toContain(`${value} ${before}`);
      expect(first).toContain(difference);
    }
    const { verdict, text } = weekSentence(data);
    expect(first).toContain(`${verdict}: ${text}`);
    expect(first).toContain("Suites that got worse web: 76.7%, 17.7 points worse");
    expect(first).toContain("What got worse · Tests: 1 became broken");
    expect(first).toContain("Became broken");
    expect(first).not.toContain("How this is counted");
    expect(second).toContain("What got worse");
    expect(pages.join(" ")).toContain("How this is counted");
    expect(pages.length).toBeLessThanOrEqual(6);
  }
});

test("the document has the numbers, every list and its links, and a signed link returns the same", async () => {
  await using plumb = await createTestApp();
  const { projectId, token } = await twoWeeks(plumb);
  const query = `projectId=${projectId}&timeZone=UTC&week=2026-W10`;
  const headers = { authorization: `Bearer ${token}` };
  const sent = await plumb.app.inject({ url: `/api/trends/week/export?format=pdf&${query}`, headers });
  expect(sent.statusCode).toBe(200);
  expect(sent.headers).toMatchObject({
    "content-type": "application/pdf",
    "content-disposition": expect.stringContaining("plumb-Shop-2026-W10.pdf") as string,
  });
  const { pages, bookmarks, links } = readPdf(sent.rawPayload);
  // Quarantine is empty, and omitted.
  expect(bookmarks).toEqual(["Summary", "What got worse", "What got better", "Current state", "How this is counted"]);
  const text = pages.join(" ").replaceAll(/\s+/g, " ");
  expect(text).toContain("Quality of the week Shop Week 10, 2 to 8 March 2026, so far");
  expect(text).toContain("Pass Rate 76.7% 94.4% in the previous week 17.7 points worse");
  expect(text).toContain("Tests: 1 became broken, 1 started failing, 1 became flaky");
  expect(text).toContain("Became broken all › cart › ships 3 Mar · no owner · web");
  expect(text).not.toContain("No quarantine expired this week.");
  expect(links.reduce((sum, each) => sum + each, 0)).toBeGreaterThan(10);
  const linked = await call<{ data: { url: string } }>(plumb, "GET", `/api/trends/week/export/link?${query}`, {
    token,
  });
  const again = await plumb.app.inject({ url: linked.body.data.url });
  expect(again.statusCode).toBe(200);
  expect(readPdf(again.rawPayload).pages).toEqual(pages);
});
