import type { UploadedRun } from "@plumb/contract/runs/ingest.ts";
import type { Context } from "#core/context.ts";
import type { RunRef } from "#store/ingest/sources.ts";
import { effectOfSources } from "#store/runs/report-sources.ts";
import { reportById } from "#store/runs/runs.ts";

/** Returns the run for the sender of an upload; `null` if it was deleted. */
export async function uploadedRun(
  context: Pick<Context, "db" | "publicUrl">,
  projectId: number,
  run: RunRef,
  sourceIds: readonly number[],
  problems: UploadedRun["problems"],
): Promise<UploadedRun | null> {
  const report = await reportById(context.db, projectId, run.id);
  if (report === null) return null;
  const { total, passed, failed, errored, skipped, flaky } = report.summary;
  const url = `${context.publicUrl()}/reports/${run.id}`;
  const counts = { total, passed, failed, errored, skipped, flaky };
  return {
    reportId: run.id,
    number: run.number,
    url,
    suite: report.testSuite,
    status: report.status,
    ...counts,
    partial: report.partial ?? null,
    effect: await effectOfSources(context.db, projectId, sourceIds),
    problems,
  };
}
