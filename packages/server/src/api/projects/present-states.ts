import type { ProjectState } from "@plumb/contract/projects/project-states.ts";
import { periodDays, presentDay, presentTotals } from "#api/dashboard/present-totals.ts";
import { firstErrorLine } from "#core/error-shown.ts";
import { causesByUrgency } from "#failures/causes-by-urgency.ts";
import type { Db } from "#store/db.ts";
import { type CauseInBrief, causesInBrief } from "#store/failures/failure-rows.ts";
import { causesOfProjects, mostFailingOwners } from "#store/failures/run-causes.ts";
import type { ProjectStateRow } from "#store/projects/project-states.ts";
import { noTotals, recentTotals } from "#store/runs/run-totals.ts";
import { flakyTests } from "#store/tests/test-states.ts";

/** Number of new causes by project, and the one with the most tests, without projects that have none. */
export type NewCauses = ReadonlyMap<number, { readonly count: number; readonly firstId: number }>;

/** Returns the new causes of projects. One statement for all of them. */
export async function newCausesOf(db: Db, rows: readonly ProjectStateRow[], now: Date): Promise<NewCauses> {
  const failing = await causesOfProjects(db, rows.map(runsOf));
  return new Map(
    [...failing].flatMap(([projectId, causes]) => {
      const fresh = causesByUrgency(causes, now).filter(({ state }) => state === "new");
      const [first] = fresh;
      return first === undefined ? [] : [[projectId, { count: fresh.length, firstId: first.groupId }]];
    }),
  );
}

/** Adds the values of the dashboard to projects. The number of statements does not depend on the number of projects. */
export async function presentStates(
  db: Db,
  rows: readonly ProjectStateRow[],
  { causes, now }: { readonly causes: NewCauses; readonly now: Date },
): Promise<ProjectState[]> {
  const ids = rows.map(({ id }) => id);
  const firstCauses = rows.flatMap(({ id }) => {
    const groupId = causes.get(id)?.firstId;
    return groupId === undefined ? [] : [{ projectId: id, groupId }];
  });
  const [totals, flaky, owners, briefs] = await Promise.all([
    recentTotals(db, ids, { today: now, days: periodDays }),
    flakyTests(db, ids),
    mostFailingOwners(db, rows.map(runsOf)),
    causesInBrief(db, firstCauses),
  ]);
  return rows.map(({ sortedBy: _sortedBy, redRuns: _redRuns, ...project }) => {
    const { current, days } = totals.get(project.id) ?? { current: noTotals, days: [] };
    const fresh = causes.get(project.id);
    const first = fresh && briefs.get(fresh.firstId);
    return {
      ...project,
      newCauses: fresh?.count ?? 0,
      newCause: first === undefined ? null : presentCause(first),
      // The excluded failures only change rates that these lists do not contain.
      current: presentTotals(current, 0),
      days: days.map(presentDay),
      flakyTests: flaky.get(project.id) ?? 0,
      topOwner: owners.get(project.id) ?? null,
    };
  });
}

function runsOf({ id, redRuns }: ProjectStateRow) {
  return { projectId: id, runIds: redRuns };
}

function presentCause({ id, message, firstRun, firstSeen }: CauseInBrief): ProjectState["newCause"] {
  const { id: runId, number } = firstRun;
  return {
    groupId: id,
    error: firstErrorLine(message),
    firstRun: { id: runId, number },
    firstSeen: firstSeen.toISOString(),
  };
}
