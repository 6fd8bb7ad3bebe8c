import { counted } from "@plumb/contract/text/counted.ts";
import type { Context } from "#core/context.ts";
import { runAnalysis } from "#failures/run-analysis.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { notify } from "#inbox/notify.ts";
import { endAnalysis, type ReportRef } from "#store/failures/analysis/report-analysis.ts";
import { reportById } from "#store/runs/runs.ts";

export const analyzeFailuresJob = jobKind({
  name: "analyze-failures",
  title: "Analyze the failures of a report",
  data: jobData["analyze-failures"],
  concurrency: 1,
  maxAttempts: 3,
  async run(context, { projectId, data: { runId, userId }, signal }) {
    if (projectId === null) return;
    const ref = { projectId, runId };
    if (await runAnalysis(context, ref, signal)) await notifyAnalysisEnded(context, ref, userId, null);
  },
  async onFailed(context, { runId, userId }, projectId, reason) {
    if (projectId === null) return;
    const ref = { projectId, runId };
    await endAnalysis(context.db, ref, { error: reason }, context.clock());
    await notifyAnalysisEnded(context, ref, userId, reason);
  },
});

/** Notifies the user who started the analysis in the background. `error` is `null` if there is a result. */
async function notifyAnalysisEnded(
  context: Pick<Context, "bus" | "clock" | "db" | "log">,
  { projectId, runId }: ReportRef,
  userId: number | null,
  error: string | null,
): Promise<void> {
  if (userId === null) return;
  const report = await reportById(context.db, projectId, runId);
  if (report === null) return;
  const name = `${report.testSuite} #${report.number}`;
  const failures = report.summary.failed + report.summary.errored;
  await notify(
    context,
    { userIds: [userId] },
    {
      topic: "other",
      projectId,
      title: error === null ? `The analysis of ${name} is ready` : `The analysis of ${name} failed`,
      message: error ?? `${counted(failures, "failed test was", "failed tests were")} analyzed.`,
      type: error === null ? "success" : "error",
      actionUrl: `/reports/${runId}?tab=insights`,
      metadata: {},
    },
  );
}
