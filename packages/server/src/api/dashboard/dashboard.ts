import { rate } from "@plumb/contract/figures.ts";
import { readDashboard, type ReportTotals, type SuiteState } from "@plumb/contract/projects/dashboard.ts";
import type { Api } from "#http/api.ts";
import { changeCounts } from "#store/runs/compare.ts";
import type { Db } from "#store/db.ts";
import { causesOfRuns, type RunCauses } from "#store/failures/run-classes.ts";
import { leftOutFailures, recentIncidents } from "#store/failures/incidents/incident-rows.ts";
import { presentIncidents } from "#api/failures/present-incidents.ts";
import { failedOwners } from "#store/runs/failed-owners.ts";
import { baseRun } from "#store/runs/base-run.ts";
import { reportPage } from "#store/runs/report-search.ts";
import { projectTotals, type Totals } from "#store/runs/run-totals.ts";
import { type SuiteStates, suiteStates } from "#store/runs/suite-states.ts";

const recentReports = 10;
const visibleSuites = 10;
const periodDays = 30;
const namedOwners = 3;
const visibleIncidents = 5;
const recentIncidentsMs = 24 * 60 * 60_000;

export function dashboardRoutes(api: Api<"db">): void {
  api.read(readDashboard, async ({ context: { db }, projectId, caller, now }) => {
    const [totals, leftOut, page, found] = await Promise.all([
      projectTotals(db, projectId, { today: now, days: periodDays }),
      leftOutFailures(db, projectId, { today: now, days: periodDays }),
      reportPage(db, {
        projectId,
        query: { timeZone: "UTC" },
        order: { by: "startTime", direction: "desc" },
        limit: recentReports,
        after: null,
      }),
      suiteStates(db, { projectId, limit: visibleSuites, now }),
    ]);
    const runIds = found.latest.map(({ report }) => report.id);
    const causes = await causesOfRuns(db, projectId, runIds, now);
    const owners = await failedOwners(db, projectId, { runIds, limit: namedOwners });
    const since = new Date(now.getTime() - recentIncidentsMs);
    const incidents = await recentIncidents(db, projectId, { runIds, since, limit: visibleIncidents });
    const states = await Promise.all(
      found.latest.map(async (latest) => ({
        ...(await withChanges(db, projectId, latest)),
        causes: presentCauses(causes.get(latest.report.id)),
        owners: owners.get(latest.report.id) ?? { most: [], count: 0 },
      })),
    );
    const anyRed = found.redSuites > 0;
    return {
      data: {
        totals: presentTotals(totals.all, leftOut.all),
        current: presentTotals(totals.current, leftOut.current),
        previous: presentTotals(totals.previous, leftOut.previous),
        recent: page.reports,
        red: anyRed ? states.toSorted(byUrgency) : [],
        redSuites: found.redSuites,
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
  { report, redSince }: SuiteStates["latest"][number],
): Promise<Omit<SuiteState, "causes" | "owners">> {
  const base = await baseRun(db, projectId, report.id);
  const changes = base && (await changeCounts(db, { projectId, baseId: base.id, headId: report.id }));
  return { latest: report, redSince, base, changes };
}

function presentCauses(causes: RunCauses | undefined): SuiteState["causes"] {
  return causes === undefined ? null : { ...causes, classes: [...causes.classes] };
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

function presentTotals(totals: Totals, inIncidents: number): ReportTotals {
  const leftOut = inIncidents + totals.quarantined;
  const { runs, total, passed, failed, errored, skipped, flaky, firstPassed, durationMs, timedRuns } = totals;
  const ran = passed + failed + errored - leftOut;
  return {
    totalReports: runs,
    totalTests: total,
    passed,
    failed,
    errored,
    skipped,
    flaky,
    firstPassed,
    leftOut,
    passRate: rate(passed, total, 0),
    ranPassRate: rate(passed, ran),
    firstAttemptPassRate: rate(firstPassed, ran),
    totalDuration: durationMs,
    avgDuration: runs === 0 ? null : Math.round(durationMs / runs),
    timedReports: timedRuns,
  };
}
