import {
  analyzeFailures,
  analyzeInBackground,
  type FailureAnalysis,
  readAnalysis,
} from "@plumb/contract/runs/insights.ts";
import type { Api } from "#http/api.ts";
import { ApiError } from "#core/api-error.ts";
import { presentAnalysis } from "#failures/present-analysis.ts";
import { runAnalysis } from "#failures/run-analysis.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import type { Db } from "#store/db.ts";
import { beginAnalysis } from "#store/failures/analysis/report-analysis.ts";
import { reportById } from "#store/runs/runs.ts";

export function insightRoutes(api: Api<"bus" | "clock" | "db">): void {
  api.read(readAnalysis, async ({ context: { db }, projectId, params: { reportId }, now }) => ({
    failures: await failuresOf(db, projectId, reportId),
    data: await presentAnalysis(db, { projectId, runId: reportId }, now),
  }));

  api.route(analyzeFailures, async ({ context, projectId, params: { reportId }, now }) => {
    refuseGreen(await failuresOf(context.db, projectId, reportId));
    await runAnalysis(context, { projectId, runId: reportId });
    return { data: await analysisOf(context.db, projectId, reportId, now) };
  });

  api.route(analyzeInBackground, async ({ context, projectId, caller, params: { reportId }, now }) => {
    refuseGreen(await failuresOf(context.db, projectId, reportId));
    const { db, bus } = context;
    const userId = caller.kind === "user" ? caller.user.id : null;
    await db.transaction().execute(async (transaction) => {
      await beginAnalysis(transaction, { projectId, runId: reportId }, now);
      await enqueue(transaction, {
        kind: "analyze-failures",
        projectId,
        // Each user who requested it is notified.
        key: `${reportId} for ${userId}`,
        data: { runId: reportId, userId },
        now,
      });
    });
    bus.publish({ about: "jobs" });
    return { data: await analysisOf(db, projectId, reportId, now) };
  });
}

async function analysisOf(db: Db, projectId: number, runId: number, now: Date): Promise<FailureAnalysis> {
  const analysis = await presentAnalysis(db, { projectId, runId }, now);
  if (analysis === null) throw new ApiError("conflict", "The report changed during the analysis. Analyze it again.");
  return analysis;
}

async function failuresOf(db: Db, projectId: number, reportId: number): Promise<number> {
  const report = await reportById(db, projectId, reportId);
  if (report === null) throw new ApiError("not_found", "The requested report could not be found.");
  return report.summary.failed + report.summary.errored;
}

function refuseGreen(failures: number): void {
  if (failures === 0) throw new ApiError("conflict", "No tests failed in this report, so there is nothing to analyze.");
}
