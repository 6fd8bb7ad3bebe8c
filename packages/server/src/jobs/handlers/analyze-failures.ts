import { runAnalysis } from "#failures/run-analysis.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";
import { endAnalysis } from "#store/failures/analysis/report-analysis.ts";

export const analyzeFailuresJob = jobKind({
  name: "analyze-failures",
  title: "Analyze the failures of a report",
  data: jobData["analyze-failures"],
  concurrency: 1,
  maxAttempts: 3,
  async run(context, { projectId, data: { runId }, signal }) {
    if (projectId !== null) await runAnalysis(context, { projectId, runId }, signal);
  },
  async onFailed({ db, clock }, { runId }, projectId, reason) {
    if (projectId !== null) await endAnalysis(db, { projectId, runId }, { error: reason }, clock());
  },
});
