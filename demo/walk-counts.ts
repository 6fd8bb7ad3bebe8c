import type { Client } from "@plumb/client/client.ts";
import {
  listFailureGroups,
  listSuiteRunFailures,
  listTestCaseFailures,
  readDefectSummary,
} from "@plumb/contract/failures/failures.ts";
import { FailingState } from "@plumb/contract/failures/failing-state.ts";
import { AnnotationStatus, listAnnotations, readAnnotationSummary } from "@plumb/contract/items/annotations.ts";
import { readDashboard } from "@plumb/contract/projects/dashboard.ts";
import { compareReports, readReportChanges } from "@plumb/contract/runs/compare.ts";
import { listReports } from "@plumb/contract/runs/report-list.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { type ListedResult, listResultGroups, listResults } from "@plumb/contract/runs/results.ts";
import { readTrendSummary } from "@plumb/contract/trends/trends.ts";
import { type CauseOf, createCauseOf, type Failed, rowOf, stateByCause } from "./state-by-cause.ts";

/** A count on a screen and the length of the list that it links to. */
interface WalkedCount {
  readonly screen: string;
  readonly count: string;
  readonly shown: number | null;
  readonly listed: number | null;
}

interface Walk {
  readonly client: Client;
  readonly projectId: number;
  readonly reports: readonly Report[];
  readonly see: (screen: string, count: string, visible: number | null, listed: number | null) => void;
}

const everyList = 200;
const sent = ["newFailure", "backAgain", "stillFailing", "fixed", "newlyFlaky"] as const;

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);
const percent = (part: number, full: number) => (full === 0 ? null : Math.round((1000 * part) / full) / 10);
const isRed = ({ status }: Pick<ListedResult, "status">) => status === "failed" || status === "error";

/**
 * Compares the counts on the demo's screens with the lists that they link to.
 *
 * @param reports All reports of the project, newest first.
 * @returns All compared counts.
 */
export async function walkCounts(client: Client, reports: readonly Report[]): Promise<readonly WalkedCount[]> {
  const walked: WalkedCount[] = [];
  const see: Walk["see"] = (screen, count, visible, listed) => walked.push({ screen, count, shown: visible, listed });
  const walk = { client, projectId: reports[0]?.projectId ?? 0, reports, see };
  await walkReports(walk);
  await walkDashboard(walk);
  await walkFailures(walk);
  await walkTrends(walk);
  await walkItems(walk);
  return walked;
}

/** Returns all tests of a report. No report has more than 500. */
async function rowsOf({ client }: Walk, reportId: number): Promise<readonly ListedResult[]> {
  return (await client.call(listResults, { params: { reportId }, query: { limit: 500 } })).data;
}

async function walkReports(walk: Walk): Promise<void> {
  const failedIn = new Map<number, Failed>();
  const causeOf = createCauseOf(walk.client);
  // The counts of a running report change between two requests.
  for (const report of walk.reports.filter(({ status }) => status !== "running")) {
    const rows = await rowsOf(walk, report.id);
    failedIn.set(report.id, new Map(rows.filter(isRed).map((row) => [rowOf(row), row.id])));
    seeCounters(walk, report, rows);
  }
  for (const report of walk.reports.filter(({ status }) => status === "failed"))
    await walkChanges(walk, report, failedIn, causeOf);
}

function seeCounters({ see }: Walk, { number, summary, status }: Report, rows: readonly ListedResult[]): void {
  const screen = `Report #${number}`;
  const of = (expected: ListedResult["status"]) => rows.filter((row) => row.status === expected).length;
  see(screen, "All", summary.total, rows.length);
  see(screen, "Passed", summary.passed, of("passed"));
  see(screen, "Failed", summary.failed, of("failed"));
  see(screen, "Errored", summary.errored, of("error"));
  see(screen, "Skipped", summary.skipped, of("skipped"));
  see(screen, "Flaky", summary.flaky, rows.filter(({ flaky }) => flaky).length);
  if (status !== "running")
    see(screen, "Pass rate", summary.passRate, percent(of("passed"), rows.length - of("skipped")));
}

/** Checks the states of failures against all earlier reports of the base's suite, environment and branch. */
async function walkChanges(
  walk: Walk,
  report: Report,
  failedIn: ReadonlyMap<number, Failed>,
  causeOf: CauseOf,
): Promise<void> {
  const { client, reports, see } = walk;
  const screen = `Report #${report.number}`;
  const params = { reportId: report.id };
  const { base, counts } = (await client.call(readReportChanges, { params, query: {} })).data;
  if (base === null || counts === null) return;
  const other = reports.find(({ id }) => id === base.id);
  const earlier = reports.filter(
    (each) =>
      each.testSuite === report.testSuite &&
      each.environment === report.environment &&
      each.branch === other?.branch &&
      Date.parse(each.startTime) < Date.parse(base.startTime),
  );
  const rows = (await rowsOf(walk, report.id)).filter(isRed);
  const none: Failed = new Map();
  const compared = {
    base: failedIn.get(base.id) ?? none,
    earlier: earlier.map(({ id }) => failedIn.get(id) ?? none),
    causeOf,
  };
  const raw = { new: 0, back: 0, known: 0 };
  for (const row of rows) raw[await stateByCause(row, compared)] += 1;
  const marked = (state: ListedResult["state"]) => rows.filter((row) => row.state === state).length;
  see(screen, "new", counts.newFailure, raw.new);
  see(screen, "back again", counts.backAgain, raw.back);
  see(screen, "known", counts.stillFailing, raw.known);
  see(screen, "rows marked New", marked("new"), raw.new);
  see(screen, "rows marked Back again", marked("back"), raw.back);
  const groups = (await client.call(listResultGroups, { params, query: { by: "failure" } })).data;
  see(
    screen,
    "groups' new",
    sum(groups, (group) => group.newFailures),
    raw.new,
  );
  see(
    screen,
    "groups' back again",
    sum(groups, (group) => group.backAgain),
    raw.back,
  );
  see(
    screen,
    "tests of groups",
    sum(groups, (group) => group.total),
    report.summary.total,
  );
  for (const show of sent) {
    const body = { reportIds: [base.id, report.id], show, limit: 500 };
    const { tests } = (await client.call(compareReports, { body })).data;
    see(screen, `comparison: ${show}`, counts[show], tests.length);
  }
}

async function allPages<Row>(
  page: (offset: number) => Promise<{ readonly data: readonly Row[]; readonly total: number }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const { data, total } = await page(rows.length);
    rows.push(...data);
    if (rows.length >= total || data.length === 0) return rows;
  }
}

/** Reads the dashboard and all reports at a time when the running report did not change. */
async function steadyDashboard({ client, projectId }: Walk) {
  const query = { projectId, limit: everyList } as const;
  for (;;) {
    const before = (await client.call(listReports, { query })).data;
    const dashboard = (await client.call(readDashboard, { params: { projectId } })).data;
    const after = (await client.call(listReports, { query })).data;
    const summaries = [before, after].map((all) => JSON.stringify(all.map(({ id, summary }) => [id, summary])));
    if (summaries[0] === summaries[1]) return { ...dashboard, reports: before };
  }
}

async function walkDashboard(walk: Walk): Promise<void> {
  const { client, projectId, see } = walk;
  const params = { projectId };
  const { totals, red, redSuites, causes, causeCount, reports } = await steadyDashboard(walk);
  const screen = "Dashboard";
  see(screen, "Test Reports", totals.totalReports, reports.length);
  see(
    screen,
    "Total Tests Executed",
    totals.totalTests,
    sum(reports, ({ summary }) => summary.total),
  );
  for (const field of ["passed", "failed", "errored", "skipped", "flaky"] as const)
    see(
      screen,
      field,
      totals[field],
      sum(reports, ({ summary }) => summary[field]),
    );
  // The running report has announced tests that have not run yet.
  const announced = sum(
    reports.filter(({ status }) => status === "running"),
    ({ summary: { total, passed, failed, errored, skipped } }) => total - passed - failed - errored - skipped,
  );
  const ended = totals.passed + totals.failed + totals.errored + totals.skipped;
  see(screen, "parts of all tests", ended + announced, totals.totalTests);
  see(screen, "pass rate", totals.passRate, Math.round((100 * totals.passed) / totals.totalTests));
  const ran = totals.passed + totals.failed + totals.errored - totals.leftOut;
  see(screen, "pass rate of those that ran", totals.ranPassRate, percent(totals.passed, ran));
  see(screen, "red suites", redSuites, red.length);
  const runs = red.map(({ latest }) => latest.id);
  const listed = { runs, timeWindow: "90" as const, limit: everyList };
  const groups = await client.call(listFailureGroups, { params, query: listed });
  see(screen, "causes", causeCount, runs.length === 0 ? 0 : groups.total);
  for (const cause of causes) {
    const group = groups.data.find(({ id }) => id === cause.groupId);
    see(screen, `tests of ${cause.error}`, cause.tests, group?.testCount ?? null);
    see(screen, `${cause.error} is ${cause.state}`, 1, group?.state === cause.state ? 1 : 0);
  }
  for (const { latest, changes, base } of red) {
    const suite = `${screen}, ${latest.testSuite} on ${latest.branch}`;
    if (base === null || changes === null) continue;
    const again = (await client.call(readReportChanges, { params: { reportId: latest.id }, query: {} })).data;
    for (const kind of sent) see(suite, kind, changes[kind], again.counts?.[kind] ?? null);
  }
}

async function walkFailures({ client, projectId, see }: Walk): Promise<void> {
  const params = { projectId };
  for (const timeWindow of ["7", "30", "90"] as const) {
    const screen = `Failure Analysis, ${timeWindow} days`;
    const query = { timeWindow, limit: everyList } as const;
    const summary = (await client.call(readDefectSummary, { params, query: { timeWindow } })).data;
    const tests = await allPages((offset) =>
      client.call(listTestCaseFailures, { params, query: { ...query, offset } }),
    );
    const runs = (await client.call(listSuiteRunFailures, { params, query })).data;
    const groups = (await client.call(listFailureGroups, { params, query })).data;
    const inState = async (state: FailingState) =>
      (await client.call(listFailureGroups, { params, query: { ...query, state } })).total;
    see(
      screen,
      "failures by test",
      summary.totalFailures,
      sum(tests, (test) => test.failures),
    );
    see(
      screen,
      "failures by run",
      summary.totalFailures,
      sum(runs, (run) => run.failures),
    );
    see(screen, "causes", summary.groups, groups.length);
    see(screen, "new causes", summary.newGroups, await inState("new"));
    see(screen, "duplicate groups", summary.duplicateGroups, groups.filter((each) => each.occurrenceCount > 1).length);
    let all = 0;
    for (const state of FailingState.options) {
      const listed = await inState(state);
      all += listed;
      see(screen, `causes: ${state}`, groups.filter((each) => each.state === state).length, listed);
    }
    see(screen, "causes of all states", all, groups.length);
    const withoutClass = await client.call(listTestCaseFailures, {
      params,
      query: { ...query, class: "Unclassified" },
    });
    see(
      screen,
      "unclassified",
      summary.unclassified,
      sum(withoutClass.data, (test) => test.failures),
    );
    for (const group of groups) {
      const ofGroup = { ...query, groupId: group.id };
      const members = (await client.call(listTestCaseFailures, { params, query: ofGroup })).data;
      const seenIn = (await client.call(listSuiteRunFailures, { params, query: ofGroup })).data;
      const cause = `${screen}, cause ${group.id}`;
      see(
        cause,
        "failures",
        group.occurrenceCount,
        sum(members, (test) => test.failures),
      );
      see(cause, "tests", group.testCount, members.length);
      see(cause, "runs", group.runCount, seenIn.length);
    }
  }
}

async function walkTrends({ client, projectId, reports, see }: Walk): Promise<void> {
  const query = { projectId, timeRange: "90d", timeZone: "UTC" } as const;
  const metrics = (await client.call(readTrendSummary, { query })).data;
  const within = reports.filter(({ startTime, status }) => {
    const day = startTime.slice(0, 10);
    return status !== "running" && day >= metrics.from && day <= metrics.to;
  });
  const of = (field: "errored" | "failed" | "passed" | "total") => sum(within, ({ summary }) => summary[field]);
  const screen = "Trend Analysis, 90 days";
  see(screen, "runs", metrics.total_runs, within.length);
  see(screen, "passed runs", metrics.passed_runs, within.filter(({ status }) => status === "completed").length);
  see(screen, "failed runs", metrics.failed_runs, within.filter(({ status }) => status !== "completed").length);
  see(screen, "tests", metrics.total_tests, of("total"));
  const leftOut = metrics.quarantined_failures + metrics.left_out_failures;
  const ran = of("passed") + of("failed") + of("errored") - leftOut;
  see(screen, "pass rate", metrics.pass_rate, percent(of("passed"), ran));
}

async function walkItems({ client, projectId, see }: Walk): Promise<void> {
  const params = { projectId };
  const summary = (await client.call(readAnnotationSummary, { params })).data;
  const screen = "Analysis Activity";
  see(
    screen,
    "all",
    summary.total,
    sum(Object.values(summary.byStatus), (count) => count),
  );
  for (const status of AnnotationStatus.options) {
    const { total } = (await client.call(listAnnotations, { params, query: { status } })).data;
    see(screen, status, summary.byStatus[status] ?? null, total);
  }
}
