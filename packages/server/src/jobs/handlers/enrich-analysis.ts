import { z } from "zod";
import { enrichAnalysis, giveUpEnrichment } from "#failures/llm/enrich-analysis.ts";
import { jobKind } from "#jobs/job-kind.ts";

export const enrichAnalysisJob = jobKind({
  name: "enrich-analysis",
  title: "Ask the language model about a report's failures",
  data: z.object({ runId: z.number().int() }),
  atOnce: 2,
  mostAttempts: 3,
  async run(context, { projectId, data: { runId }, signal }) {
    if (projectId !== null) await enrichAnalysis(context, { projectId, runId }, signal);
  },
  async gaveUp(context, { runId }, projectId) {
    if (projectId !== null) await giveUpEnrichment(context, { projectId, runId });
  },
});
