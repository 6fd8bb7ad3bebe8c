import { applyClass } from "@plumb/analysis/classification/applied-class.ts";
import { type DashboardCause, readDashboard, type SuiteState } from "@plumb/contract/projects/dashboard.ts";
import { firstErrorLine } from "#core/error-shown.ts";
import { causesByUrgency } from "#failures/causes-by-urgency.ts";
import { presentClass } from "#failures/verdict.ts";
import type { Api } from "#http/api.ts";
import { groupRows } from "#store/failures/failure-rows.ts";
import { withEstimate } from "#store/runs/run-estimate.ts";
import { ownersOfTests } from "#store/tests/known-tests.ts";
import { changeCounts } from "#store/runs/compare.ts";
import type { Db } from "#store/db.ts";
import { causesOfRuns, groupedRuns } from "#store/failures/run-causes.ts";
import { leftOutFailures, recentIncidents } from "#store/failures/incidents/incident-rows.ts";
import { mostFrequent, testsWithOwner } from "#api/failures/present-groups.ts";
import { presentIncidents } from "#api/failures/present-incidents.ts";
import { failedOwners } from "#store/runs/failed-owners.ts";
import { baseRun, lastGreenRuns } from "#store/runs/base-run.ts";
import { reportPage } from "#store/runs/report-search.ts";
import { dailyTotals, projectTotals } from "#store/runs/run-totals.ts";
import { type SuiteStates, suiteStates, visibleSuites } from "#store/runs/suite-states.ts";
import { periodDays, presentDay, presentTotals } from "./present-totals.ts";

const recentReports = 10;
const namedOwners = 3;
const visibleCauses = 8;
const visibleRunning = 5;
const visibleIncidents = 5;
const recentIncidentsMs = 24 * 60 * 60_000;

export function dashboardRoutes(api: Api<"db">): void {
  api.read(readDashboard, async ({ context: { db }, projectId, caller, now }) => {
    const newest = { by: "startTime", direction: "desc" } as const;
    const [totals, days, leftOut, page, running, found] = await Promise.all([
      projectTotals(db, projectId, { today: now, days: periodDays }),
      dailyTotals(db, projectId, { today: now, days: periodDays }),
      leftOutFailures(db, projectId, { today: now, days: periodDays }),
      reportPage(db, {
        projectId,
        query: { timeZone: "UTC" },
        order: newest,
        limit: recentReports,
        after: null,
      }),
      reportPage(db, {
        projectId,
        query: { timeZone: "UTC", status: ["running"] },
        order: newest,
        limit: visibleRunning,
        after: null,
      }),
      suiteStates(db, { projectId, limit: visibleSuites, now }),
    ]);
    const runIds = found.latest.map(({ report }) => report.id);
    const grouped = await groupedRuns(db, projectId, runIds);
    const causes = await causesNow(db, projectId, runIds, now);
    const owners = await failedOwners(db, projectId, { runIds, limit: namedOwners });
    const since = new Date(now.getTime() - recentIncidentsMs);
    const incidents = await recentIncidents(db, projectId, { runIds, since, limit: visibleIncidents });
    const anyRed = found.redSuites > 0;
    const lastGreen = anyRed ? await lastGreenRuns(db, projectId, runIds) : null;
    const states = await Promise.all(
      found.latest.map(async (latest) => ({
        ...(await withChanges(db, projectId, latest)),
        lastGreen: lastGreen?.get(latest.report.id) ?? null,
        grouped: grouped.has(latest.report.id),
        owners: owners.get(latest.report.id) ?? { most: [], count: 0 },
      })),
    );
    return {
      data: {
        totals: presentTotals(totals.all, leftOut.all),
        current: presentTotals(totals.current, leftOut.current),
        previous: presentTotals(totals.previous, leftOut.previous),
        days: days.map(presentDay),
        running: await Promise.all(running.reports.map((report) => withEstimate(db, report, now))),
        recent: page.reports,
        red: anyRed ? states.toSorted(byUrgency) : [],
        redSuites: found.redSuites,
        causes: anyRed ? causes.visible : [],
        causeCount: anyRed ? causes.count : 0,
        suites: found.suites,
        incidents: await presentIncidents(db, incidents, { projectId, caller, now }),
        green: anyRed ? null : (states[0] ?? null),
      },
    };
  });
}

async function withChanges(
  db: Db,
  projectId: number,
  { report, redSince, runs }: SuiteStates["latest"][number],
): Promise<Omit<SuiteState, "grouped" | "lastGreen" | "owners">> {
  const base = await baseRun(db, projectId, report.id);
  const changes = base && (await changeCounts(db, { projectId, baseId: base.id, headId: report.id }));
  return { latest: report, redSince, runs, base, changes };
}

/** Returns the causes that fail in these runs, the most urgent first, and their number. */
async function causesNow(
  db: Db,
  projectId: number,
  runIds: readonly number[],
  now: Date,
): Promise<{ readonly visible: DashboardCause[]; readonly count: number }> {
  const causes = causesByUrgency(await causesOfRuns(db, projectId, { runIds, maxTests: testsWithOwner }), now);
  const first = causes.slice(0, visibleCauses);
  const rows = await groupRows(
    db,
    projectId,
    first.map(({ groupId }) => groupId),
  );
  const owners = await ownersOfTests(db, projectId, [...new Set(first.flatMap(({ testIds }) => testIds))]);
  const visible = first.flatMap(({ groupId, state, tests, testIds, runIds: ofCause }) => {
    const row = rows.get(groupId);
    if (row === undefined) return [];
    const names = mostFrequent(testIds.flatMap((id) => owners.get(id) ?? []));
    const error = firstErrorLine(row.message);
    const present = { groupId, error, state, tests, runIds: [...ofCause], owners: names };
    return [{ ...presentClass(applyClass({ group: row })), ...present }];
  });
  return { visible, count: causes.length };
}

/** Sorts suites with new failures first. Without a comparison, all failures count as new. */
function byUrgency(a: SuiteState, b: SuiteState): number {
  const fresh = (state: SuiteState) => state.changes?.newFailure ?? failures(state);
  return fresh(b) - fresh(a) || backAgain(b) - backAgain(a) || failures(b) - failures(a);
}

function backAgain({ changes }: SuiteState): number {
  return changes?.backAgain ?? 0;
}

function failures({ latest: { summary } }: SuiteState): number {
  return summary.failed + summary.errored;
}
