import type { Context } from "#core/context.ts";
import { ApiError } from "#core/api-error.ts";
import type { ReportHead, StoredReport } from "./stored-report.ts";
import { appliedClasses } from "#store/failures/rules/own-classes.ts";
import { artifactsOfResults } from "#store/results/artifacts.ts";
import { detailBlock, generationsAfter, rowsAfter, runKey } from "#store/exports/exported-results.ts";
import { projectById } from "#store/projects/projects.ts";
import { failingStates } from "#runs/failing-states.ts";
import { filesOfRun, printedByRun } from "#store/runs/run-output.ts";
import { runningDetail } from "#runs/running-detail.ts";
import { waitingOfResult } from "#store/ingest/live-waiting.ts";
import type { StoredDetail } from "#store/results/result-detail.ts";
import { problemsOfRun, reportById } from "#store/runs/runs.ts";

export interface ReportRef {
  readonly projectId: number;
  readonly reportId: number;
  /** Exports a single test; `null` for all. */
  readonly resultId: number | null;
}

/** Rows are small, and a large page costs the database less than many small ones. */
const rowsPerPage = 1000;
/** Smaller, because results include artifacts and details. */
const resultsPerPage = 200;
const printedPerPage = 4;
const maxRunFiles = 10_000;
/** Reports store at most 200 problems per file. */
const maxProblems = 10_000;

/**
 * Opens a report for an export.
 *
 * @throws ApiError `not_found` if the report or the test does not exist.
 */
export async function openReport(
  { db, blobs }: Pick<Context, "db" | "blobs">,
  { projectId, reportId, resultId }: ReportRef,
): Promise<{ head: ReportHead; stored: StoredReport }> {
  const [report, project, key] = await Promise.all([
    reportById(db, projectId, reportId),
    projectById(db, projectId),
    runKey(db, projectId, reportId),
  ]);
  if (report === null || project === null || key === null)
    throw new ApiError("not_found", "The requested report could not be found.");
  const scope = { projectId, runId: reportId, resultId };
  if (resultId !== null && (await rowsAfter(db, scope, null, 1)).length === 0)
    throw new ApiError("not_found", "This report has no such test result.");
  const total = resultId === null ? report.summary.total : 1;
  return {
    head: { report, projectName: project.name, total, resultId, key },
    stored: {
      problems: () => problemsOfRun(db, projectId, reportId, maxProblems),
      rowsAfter: (after) => rowsAfter(db, scope, after, rowsPerPage),
      async resultsAfter(after, only) {
        const requested = { ...scope, ...(only !== undefined && { resultIds: only }) };
        const generations = await generationsAfter(db, requested, after, resultsPerPage);
        const ids = generations.map(({ id }) => id);
        const artifacts = ids.length === 0 ? [] : await artifactsOfResults(db, projectId, reportId, ids);
        const details = new Map<number, StoredDetail | null>();
        for (const { id, status, detailId } of generations)
          if (status === "running" && detailId === null)
            details.set(id, runningDetail(await waitingOfResult(db, { projectId, runId: reportId, resultId: id })));
        return { generations, artifacts, details, appliedClasses: await appliedClasses(db, projectId, ids) };
      },
      failingStates: (rows) => failingStates(db, projectId, reportId, rows),
      printedAfter: (after) => printedByRun(db, projectId, reportId, printedPerPage, after),
      runFiles: () => filesOfRun(db, projectId, reportId, maxRunFiles),
      detailBlock: (detailId) => detailBlock(db, projectId, detailId),
      openBlob: async (blobHash) => (await blobs.open(projectId, blobHash))?.stream ?? null,
    },
  };
}
