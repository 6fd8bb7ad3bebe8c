import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import type { ReportProblem } from "#ingest/record/report-problems.ts";
import { announceStatusChanges } from "#runs/announce-status-changes.ts";
import { uploadedRun } from "#runs/uploaded-run.ts";
import { type UploadEnd, endUpload } from "#store/uploads/uploads.ts";
import type { Db } from "#store/db.ts";
import { labelWarnings } from "#ingest/record/label-warnings.ts";
import { inTransaction } from "#store/in-transaction.ts";
import { problemsFound, writeProblems } from "#store/ingest/problems.ts";
import { recordProblems } from "#store/ingest/recording.ts";
import { markRecorded } from "#store/ingest/sources.ts";
import { holdRuns } from "#store/runs/hold-runs.ts";
import { addLabels } from "#store/runs/run-labels.ts";
import { describeRun } from "#runs/sources/describe-run.ts";
import { type RunStatusChange, updateRunStatus } from "#runs/status/update-run-status.ts";
import { recordRunOutput } from "#store/runs/run-output.ts";
import { emptyProblem, warningsOf } from "./report-warnings.ts";
import type { RunResult, UploadRequest } from "./upload-request.ts";
import { describeSources, outcomeOf, wallTime } from "./source-outcome.ts";

/** A run whose reports are marked as received. */
interface FinishedRun {
  readonly result: RunResult;
  readonly statusChange: RunStatusChange;
  readonly problems: readonly ReportProblem[];
}

/**
 * Marks everything as received in one transaction. A crash before it rolls the whole upload back. Returns the problems of each run
 * as a whole.
 */
export async function finishUpload(
  context: Pick<Context, "bus" | "clock" | "db">,
  request: UploadRequest,
  runs: readonly RunResult[],
  endOf: (transaction: Db) => Promise<UploadEnd>,
): Promise<ReadonlyMap<RunResult, readonly ReportProblem[]>> {
  const now = context.clock();
  const { upload, projectId } = request;
  const runIds = runs.flatMap(({ run }) => run?.id ?? []);
  const finished = await inTransaction(context.db, async (transaction) => {
    await holdRuns(transaction, projectId, runIds);
    const finished: FinishedRun[] = [];
    for (const result of runs) {
      if (result.run !== null && result.recorded.length > 0)
        finished.push(await finishRun(transaction, request, result, { runId: result.run.id, now }));
    }
    // If nothing could be read, the caller throws an error that explains it.
    if (upload.id !== null && runIds.length > 0)
      await endUpload(transaction, upload.details, upload.id, await endOf(transaction), now);
    return finished;
  });
  announceStatusChanges(
    context,
    finished.map(({ statusChange }) => statusChange),
  );
  context.bus.publish({ about: "uploads", projectId });
  return new Map(finished.map(({ result, problems }) => [result, problems]));
}

async function finishRun(
  transaction: Db,
  request: UploadRequest,
  result: RunResult,
  { runId, now }: { readonly runId: number; readonly now: Date },
): Promise<FinishedRun> {
  const { projectId, query } = request;
  const { recorded, planned } = result;
  // First, because it finds sources that another process rolled back.
  await markRecorded(
    transaction,
    projectId,
    recorded.map((one) => outcomeOf(one, query, now)),
  );
  for (const { sourceId, content } of recorded) {
    const target = { projectId, runId, sourceId, shard: null };
    await recordProblems(transaction, target, content.problems);
    await recordRunOutput(transaction, target, content.output);
  }
  const { labels, ...description } = describeSources(recorded, query, planned);
  await describeRun(transaction, { projectId, runId, ...description });
  const sourceIds = recorded.map(({ sourceId }) => sourceId);
  const left = await addLabels(transaction, { projectId, runId, sourceIds }, labels);
  const statusChange = await updateRunStatus(transaction, {
    projectId,
    runId,
    now,
    startedAt: query.startedAt === undefined ? null : new Date(query.startedAt),
    wallMs: wallTime(recorded, planned),
  });
  const empty = emptyProblem(statusChange, recorded);
  await writeProblems(transaction, { projectId, runId }, "empty", empty);
  const warnings = await warningsOf(transaction, request, result, { runId, isEmpty: empty.length > 0 });
  const own = [...warnings, ...labelWarnings(left)].map((reason) => ({
    severity: "warning" as const,
    reason,
    file: null,
    line: null,
  }));
  await recordProblems(transaction, { projectId, runId, sourceId: sourceIds[0] ?? 0, shard: null }, own);
  return { result, statusChange, problems: [...own, ...(await problemsFound(transaction, projectId, sourceIds))] };
}

/** Returns the runs of the response. */
export async function uploadedRuns(
  context: Pick<Context, "db" | "publicUrl">,
  projectId: number,
  runs: readonly RunResult[],
  problemsOfRuns: ReadonlyMap<RunResult, readonly ReportProblem[]>,
): Promise<UploadedRun[]> {
  const responses: UploadedRun[] = [];
  for (const result of runs) {
    const { run, recorded } = result;
    if (run === null) continue;
    const own = problemsOfRuns.get(result) ?? [];
    const problems = [...own, ...recorded.flatMap(({ content }) => content.problems)].slice(0, 100);
    const sourceIds = recorded.map(({ sourceId }) => sourceId);
    const response = await uploadedRun(context, projectId, run, sourceIds, problems);
    if (response !== null) responses.push(response);
  }
  return responses;
}
