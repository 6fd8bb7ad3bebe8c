import { failDeep, continueDeep } from "#failures/llm/deep-analysis.ts";
import { enrichAnalysis, failEnrichment } from "#failures/llm/enrich-analysis.ts";
import { jobData } from "#store/jobs/job-data.ts";
import { jobKind } from "#jobs/job-kind.ts";

export const enrichAnalysisJob = jobKind({
  name: "enrich-analysis",
  title: "Ask the language model about failures",
  data: jobData["enrich-analysis"],
  concurrency: 3,
  maxAttempts: 3,
  async run(context, { projectId, data: { runId }, signal }) {
    if (projectId === null) return;
    if (runId !== null) return await enrichAnalysis(context, { projectId, runId }, signal);
    if (await continueDeep(context, projectId, signal)) return { againAt: context.clock() };
  },
  async onFailed(context, { runId }, projectId) {
    if (projectId === null) return;
    if (runId === null) await failDeep(context, projectId);
    else await failEnrichment(context, { projectId, runId });
  },
});
