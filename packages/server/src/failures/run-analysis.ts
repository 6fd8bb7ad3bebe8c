import type { Context } from "#core/context.ts";
import { beginAnalysis, endAnalysis, type ReportRef } from "#store/failures/report-analysis.ts";
import { reportById } from "#store/runs/runs.ts";
import { analyzeReport } from "./analyze-report.ts";

/** Analyzes a report's failures and keeps what was found. Nothing happens if the report is gone. */
export async function runAnalysis(
  { db, clock }: Pick<Context, "clock" | "db">,
  { projectId, runId }: ReportRef,
  signal?: AbortSignal,
): Promise<void> {
  const report = await reportById(db, projectId, runId);
  if (report === null || !(await beginAnalysis(db, { projectId, runId }, clock()))) return;
  const findings = await analyzeReport(db, report, signal).catch(async (error: unknown) => {
    // A server that stops goes on with it after its start.
    if (signal?.aborted !== true)
      await endAnalysis(db, { projectId, runId }, { error: "The analysis broke off. Try again." }, clock());
    throw error;
  });
  await endAnalysis(db, { projectId, runId }, findings, clock());
}
