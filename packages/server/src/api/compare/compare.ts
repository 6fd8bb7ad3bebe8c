import {
  type ComparedTest,
  compareReports,
  type FailingSince,
  readReportChanges,
} from "@plumb/contract/runs/compare.ts";
import { readCommitsBetween } from "@plumb/contract/runs/commits-between.ts";
import { compareManyReports, type MatrixTest } from "@plumb/contract/runs/compare-many.ts";
import type { Report } from "@plumb/contract/runs/reports.ts";
import { searchWords } from "@plumb/contract/text/search-words.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { commitsBetween } from "#failures/suspects/commits-between.ts";
import { comparedTests } from "#read-models/results/comparison/compared-tests.ts";
import type { Db } from "#store/db.ts";
import { largestCausesOfRun } from "#store/failures/run-causes.ts";
import { failingSince } from "#store/notification-rules/failing-since.ts";
import { changeCounts, changedTests } from "#store/runs/compare.ts";
import { baseRun, lastGreenRuns, previousOnBranch } from "#store/runs/base-run.ts";
import { suiteChanges } from "#store/runs/suite-changes.ts";
import { reportById } from "#store/runs/runs.ts";

/** Maximum number of tests to list per kind, next to the counts. */
const listedTests = 5;
const listedSuiteTests = 10;
const listedCauses = 100;

export function compareRoutes(api: Api<"db" | "resultIndex">): void {
  api.read(compareReports, async ({ context: { db, resultIndex }, projectId, body }) => {
    const { reportIds, show, offset, limit } = body;
    const [baseId = 0, headId = 0] = reportIds;
    const [base, head] = await twoReports(db, projectId, [baseId, headId]);
    const selection = {
      projectId,
      runIds: reportIds,
      show,
      words: [],
      sortBy: "change",
      sortOrder: undefined,
      offset,
      limit,
    } as const;
    const { counts, tests } = await comparedTests(resultIndex, selection);
    const isFirst = offset === 0;
    const pair = { projectId, baseId, headId };
    return {
      data: {
        base,
        head,
        counts: isFirst ? counts : null,
        tests: tests.map(ofTwo),
        suiteChanges: isFirst ? await suiteChanges(db, pair, listedSuiteTests) : null,
      },
    };
  });

  api.read(readCommitsBetween, async ({ context: { db }, projectId, params: { reportId }, query: { other } }) => {
    return { data: await commitsBetween(db, projectId, await twoReports(db, projectId, [reportId, other])) };
  });

  api.read(compareManyReports, async ({ context: { db, resultIndex }, projectId, body }) => {
    const { reportIds, search, show, ...window } = body;
    const reports = await comparedReports(db, projectId, reportIds);
    const words = searchWords(search);
    const compared = await comparedTests(resultIndex, {
      projectId,
      runIds: reportIds,
      show,
      words,
      ...window,
      sortOrder: window.sortOrder,
    });
    return { data: { reports, ...compared } };
  });

  api.read(readReportChanges, async ({ context: { db }, projectId, params: { reportId }, query: { against } }) => {
    const tests = { newFailure: [], backAgain: [], stillFailing: [], fixed: [], newlyFlaky: [] };
    const main = await baseRun(db, projectId, reportId);
    const before = await previousOnBranch(db, projectId, reportId);
    const base = against === "branch" ? before : main;
    const previous = before?.id === main?.id ? null : before;
    const earlier = {
      previous,
      lastGreen: (await lastGreenRuns(db, projectId, [reportId])).get(reportId) ?? null,
      failingSince: await failingBefore(db, projectId, reportId),
    };
    if (base === null) return { data: { base, ...earlier, counts: null, tests, suiteChanges: null } };
    const pair = { projectId, baseId: base.id, headId: reportId };
    const counts = await changeCounts(db, pair);
    const isChanged = Object.values(counts).some((count) => count > 0);
    return {
      data: {
        base,
        ...earlier,
        counts,
        tests: isChanged ? await changedTests(db, pair, listedTests) : tests,
        suiteChanges: await suiteChanges(db, pair, listedSuiteTests),
      },
    };
  });
}

async function twoReports(
  db: Db,
  projectId: number,
  [oneId, otherId]: readonly [number, number],
): Promise<[Report, Report]> {
  const one = await reportById(db, projectId, oneId);
  const other = await reportById(db, projectId, otherId);
  if (one === null || other === null) throw new ApiError("not_found", "The requested report could not be found.");
  return [one, other];
}

/** Returns the reports in this order. Refuses deleted reports and those of another project. */
export async function comparedReports(db: Db, projectId: number, reportIds: readonly number[]): Promise<Report[]> {
  const reports: Report[] = [];
  for (const id of reportIds) reports.push((await reportById(db, projectId, id)) ?? notThere(id));
  return reports;
}

/** Returns since when the causes of a run fail, without those that began in the run. */
async function failingBefore(db: Db, projectId: number, runId: number): Promise<FailingSince[]> {
  const groupIds = await largestCausesOfRun(db, projectId, { runId, limit: listedCauses });
  const since = await failingSince(db, projectId, { runId, groupIds });
  return [...since.values()].flatMap(({ groupId, atLeast, runId: id, number, branch, startedAt }) =>
    id === runId ? [] : [{ groupId, atLeast, run: { id, number, branch, startTime: startedAt.toISOString() } }],
  );
}

function ofTwo({ runs: [base = null, head = null], kinds, ...test }: MatrixTest): ComparedTest {
  // Two runs have no run in between.
  return { ...test, base, head, kinds: kinds.filter((kind) => kind !== "failedBetween") };
}

function notThere(reportId: number): never {
  throw new ApiError(
    "not_found",
    `Report ${reportId} is not in this project: it was deleted or belongs to another project. Remove it from the comparison.`,
  );
}
