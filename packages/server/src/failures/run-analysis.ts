import type { Context } from "#core/context.ts";
import { enqueue } from "#store/jobs/enqueue.ts";
import { languageModelRow } from "#store/administration/language-model.ts";
import { beginAnalysis, endAnalysis, type ReportRef } from "#store/failures/analysis/report-analysis.ts";
import { reportById } from "#store/runs/runs.ts";
import { analyzeReport } from "./analyze-report.ts";
import { withStoredResponses } from "./llm/enrichment.ts";

/**
 * Analyses the failures of a report and stores the result. Returns false and does nothing if the report has been deleted. With a language model, a job
 * adds explanations later.
 */
export async function runAnalysis(
  { db, clock, bus }: Pick<Context, "bus" | "clock" | "db">,
  { projectId, runId }: ReportRef,
  signal?: AbortSignal,
): Promise<boolean> {
  const report = await reportById(db, projectId, runId);
  if (report === null || !(await beginAnalysis(db, { projectId, runId }, clock()))) return false;
  const findings = await analyzeReport(db, report, signal).catch(async (error: unknown) => {
    // If the server is stopping, the analysis continues after the restart.
    if (signal?.aborted !== true)
      await endAnalysis(db, { projectId, runId }, { error: "The analysis was interrupted. Try again." }, clock());
    throw error;
  });
  await db.transaction().execute(async (transaction) => {
    const now = clock();
    const input = await withStoredResponses(transaction, projectId, findings, await languageModelRow(transaction));
    await endAnalysis(transaction, { projectId, runId }, input.findings, now, input.llm);
    if (input.llm === null || input.llm.pending === 0) return;
    // One job at a time per project, so that a failure in two reports is sent to the model only once.
    const target = String(projectId);
    const job = { kind: "enrich-analysis", projectId, key: String(runId), target, data: { runId }, now } as const;
    await enqueue(transaction, job);
  });
  bus.publish({ about: "jobs" });
  return true;
}
